#if Command
import Testing

/// Every mistake in a script is reported with its file, its line and a solution.
struct LoadProblemTests {
  @Test func `a syntax error prevents loading`() async throws {
    let run = try await CommandRun.moonroute(["run", "syntax", "/a"])
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        main.lua:4: error: '}' expected (to close '{' at line 1) near <eof>. The script does not \
        parse. [syntax_error]
          2 |   path = "/a",
          3 |   view = "A"
        > 4 |
        moonroute: the scripts of 'syntax' do not load: 1 problem

        """
    )
  }

  @Test func `an unknown field is marked, and the nearest one is suggested`() async throws {
    let run = try await CommandRun.moonroute(["run", "field", "/a"])
    #expect(run.status == 3)
    #expect(
      run.errors == """
        main.lua:3: error: 'nam' is not a field of a route. Did you mean 'name'? [unknown_field]
          1 | router.route {
          2 |   path = "/a",
        > 3 |   nam = "a",
            |   ^^^
          4 |   view = "A",
        moonroute: the scripts of 'field' do not load: 1 problem

        """
    )
  }

  @Test func `duplicate names and patterns are all listed`() async throws {
    let run = try await CommandRun.moonroute(["run", "duplicate", "/a"])
    #expect(run.status == 3)
    #expect(
      run.errors == """
        main.lua:2: error: The name 'a' is taken by route '/a' (main.lua:1). Choose another. \
        [duplicate]
          1 | router.route { name = "a", path = "/a", view = "A" }
        > 2 | router.route { name = "a", path = "/b", view = "B" }
          3 | router.route { path = "/a", view = "C" }
        main.lua:3: error: Route '/a' is never reached because of '/a' (main.lua:1). Remove one of \
        them. [duplicate]
          1 | router.route { name = "a", path = "/a", view = "A" }
          2 | router.route { name = "a", path = "/b", view = "B" }
        > 3 | router.route { path = "/a", view = "C" }
        moonroute: the scripts of 'duplicate' do not load: 2 problems

        """
    )
  }

  @Test func `an error in a view fails the open with its line`() async throws {
    let run = try await CommandRun.moonroute(["run", "view", "/a"])
    #expect(run.status == 1)
    #expect(
      run.output == """
        ✗ /a
          failed       script_error: attempt to index a nil value (field 'nothing')
                       main.lua:4
            2 |   path = "/a",
            3 |   view = function(state)
          > 4 |     return screen { state.params.nothing.here }
            5 |   end,

        window (empty)

        """
    )
  }

  @Test func `an error of an open shows its call stack`() async throws {
    let run = try await CommandRun.moonroute(["run", "calls", "/cart"])
    #expect(
      run.output == """
        ✗ /cart
          failed       script_error: attempt to index a nil value (field 'price')
                       main.lua:2
          traceback    in function 'price'                                    main.lua:2
                       in function 'total'                                    main.lua:6
                       in function <main.lua:12>                             main.lua:13
            1 | local function price(item)
          > 2 |   return item.price.amount
            3 | end

        window (empty)

        """
    )
    let json = try await CommandRun.moonroute(["run", "calls", "/cart", "--json"])
    #expect(
      json.output.contains(
        #"""
        "line":2,"traceback":["main.lua:2: in function 'price'","main.lua:6: in function 'total'",\#
        "main.lua:13: in function <main.lua:12>"]}
        """#
      )
    )
  }

  @Test func `an error while loading shows its call stack`() async throws {
    let run = try await CommandRun.moonroute(["run", "loading", "/a"])
    #expect(run.status == 3)
    #expect(
      run.errors == """
        routes.lua:2: error: attempt to concatenate a nil value (local 'base') [script_error]
          1 | local function add(base)
        > 2 |   router.route { path = base .. "/a", view = "A" }
          3 | end
          routes.lua:2: in function 'add'
          routes.lua:5: in the script
          main.lua:1: in the script
        moonroute: the scripts of 'loading' do not load: 1 problem

        """
    )
  }

  @Test func `a redirect loop fails the open with its locations`() async throws {
    let run = try await CommandRun.moonroute(["run", "loop", "/a"])
    #expect(run.status == 1)
    #expect(
      run.output == """
        ✗ /a
          redirect     → /b                                                   main.lua:1
          redirect     → /a                                                   main.lua:2
          failed       redirect_loop: The redirects form a loop: /a → /b → /a. One of
                       them must let the location pass.                       main.lua:2
            1 | router.route { path = "/a", redirect = "/b" }
          > 2 | router.route { path = "/b", redirect = "/a" }

        window (empty)

        """
    )
  }

  @Test func `an error in a line of eval names the line`() async throws {
    let run = try await CommandRun.moonroute(["run", "plain", "--eval", "local x = nil; x.y = 1"])
    #expect(run.status == 3)
    #expect(run.errors.contains("(eval):1: error: attempt to index a nil value"))
  }

  @Test func `scripts cannot use more memory than allowed`() async throws {
    let hungry = "local t = {} for i = 1, 1e7 do t[i] = i .. ' pieces' end"
    let run = try await CommandRun.moonroute([
      "run", "plain", "--memory", "2", "--cpu", "60000", "--eval", hungry,
    ])
    #expect(run.status == 3)
    #expect(run.errors.contains("[memory_limit]"))
  }
}
#endif
