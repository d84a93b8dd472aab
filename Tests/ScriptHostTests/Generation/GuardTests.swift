import Moonroute
import ScriptHost
import Testing

/// The answers of proxies, guards and redirects, and their effects.
@Suite struct GuardTests {
  private static let routes = """
    router.route { name = "home", path = "/", view = "Home" }
    router.route { name = "a", path = "/a/:id<int>", view = "A", routes = {
      { name = "b", path = "b", view = "B" },
    } }

    """

  @Test(arguments: [
    ScriptCase(
      "no result fails closed",
      "return",
      """
      failed script_error: main.lua:6: the guard of 'KEY' returned nothing; return true, false \
      or a location
      """
    ),
    ScriptCase(
      "a forgotten return fails closed",
      "local _ = session.user",
      """
      failed script_error: main.lua:5: the guard of 'KEY' returned nothing; return true, false \
      or a location
      """
    ),
    ScriptCase("true means go on", "return true", "opened A"),
    ScriptCase("false stops", "return false", "intercepted"),
    ScriptCase("false with a reason", #"return false, "not you""#, "intercepted: not you"),
    ScriptCase("a reason may be a number", "return false, 42", "intercepted: 42"),
    ScriptCase("a location", #"return router.to("home")"#, "opened Home"),
    ScriptCase("text with a slash", #"return "/""#, "opened Home"),
    ScriptCase("text with a dot", #"return "../..""#, "opened Home"),
    ScriptCase("the target itself", "return state.location", "opened A"),
    ScriptCase(
      "other text is an error",
      #"return "home""#,
      """
      failed bad_location: main.lua:6: 'KEY' returned 'home', which is not a location. \
      Start it with '/', or use router.to(name).
      """
    ),
    ScriptCase(
      "a number is an error",
      "return 1",
      """
      failed script_error: main.lua:6: returned a number; return true, false with a reason, or a \
      location
      """
    ),
    ScriptCase(
      "a table is an error",
      "return {}",
      """
      failed script_error: main.lua:6: returned a table; return true, false with a reason, or a \
      location
      """
    ),
    ScriptCase(
      "a function is an error",
      "return print",
      """
      failed script_error: main.lua:6: returned a function; return true, false with a reason, or \
      a location
      """
    ),
    ScriptCase(
      "a screen is an error",
      #"return screen { "A" }"#,
      """
      failed script_error: main.lua:6: returned screen; return true, false with a reason, or \
      a location
      """
    ),
    ScriptCase("an error", #"error("no")"#, "failed script_error: main.lua:6: no"),
    ScriptCase(
      "an error without a position",
      #"error("no", 0)"#,
      "failed script_error: main.lua:6: no"
    ),
    ScriptCase(
      "an error value",
      "error({ code = 'too_young', message = 'no', file = 'x.lua', line = 3 })",
      "failed too_young: main.lua:6: no"
    ),
    ScriptCase(
      "an error value with a code of the host",
      "error({ code = 'denied', message = 'no' })",
      "failed script_error: main.lua:6: no"
    ),
    ScriptCase(
      "error(nil)",
      "error(nil)",
      "failed script_error: main.lua:6: (error object is a nil value)"
    ),
    ScriptCase(
      "error({})",
      "error({})",
      "failed script_error: main.lua:6: (error object is a table value)"
    ),
    ScriptCase(
      "error(a function)",
      "error(print)",
      "failed script_error: main.lua:6: (error object is a function value)"
    ),
  ])
  func `a guard's answer has the documented meaning`(row: ScriptCase) async throws {
    for key in ["a", "/a/:id"] {
      let scripts = try await LoadedScripts.load(
        Self.routes + "router.guard(\"\(key)\", function(state, target)\n\(row.script)\nend)"
      )
      let expected = row.expected.replacing("KEY", with: key)
      let got = await scripts.open("/a/7")
      #expect(got == expected, "guard of \(key)")
    }
  }

  @Test func `an explicit nil is an error in a guard and continues in a redirect`() async throws {
    let scripts = try await LoadedScripts.load(
      Self.routes + """
        router.guard("a", function() return nil end)
        router.route { path = "/c", view = "C", redirect = function() return nil end }
        """
    )
    #expect(
      await scripts.open("/a/7")
        == "failed script_error: main.lua:5: the guard of 'a' returned nothing; return true,"
        + " false or a location"
    )
    #expect(await scripts.open("/c") == "opened C")
  }

  @Test func `only a proxy can rewrite`() async throws {
    let scripts = try await LoadedScripts.load(
      Self.routes + """
        router.guard("a", function() return router.rewrite { location = "/" } end)
        router.proxy("/old/:id", function(state)
          return router.rewrite {
            location = "/show", query = { id = state.params.id, list = { 1, 2 } }, extra = "new",
          }
        end)
        router.route { path = "/show", action = function(s)
          return s.query.id, table.concat(s.query_all.list, "+"), s.extra, s.query.kept
        end }
        """
    )
    let rewritten = await scripts.open("/a/7")
    #expect(
      rewritten
        == "failed script_error: main.lua:5: 'a' returned a rewrite, but only proxies may do"
        + " that. Return a location."
    )
    let outcome = await scripts.router.open(
      "/old/5?kept=1",
      options: OpenOptions(extra: "old")
    )
    #expect(outcome.summary == "handled 5, 1+2, new, nil")
    #expect(outcome.redirects.isEmpty)
  }

  @Test func `a guard sees its own route's state and the target's`() async throws {
    let scripts = try await LoadedScripts.load(
      Self.routes + """
        router.guard("a", function(state, target)
          log.info(state.name, state.pattern, state.params.id, target.name, target.pattern)
          return true
        end)
        """
    )
    _ = await scripts.open("/a/7/b")
    #expect(scripts.log.lines == ["main.lua:6 info: a /a/:id<int> 7 b /a/:id<int>/b"])
  }

  @Test func `guards run from the root, those from outside first`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      local function note(text) return function() log.info(text) end end
      router.route { name = "a", path = "/a", redirect = { note("a1"), note("a2") }, routes = {
        { name = "b", path = "b", view = "B", redirect = note("b") },
      } }
      router.guard("b", function() log.info("outside b") return true end)
      router.guard("a", function() log.info("outside a") return true end)
      router.guard("/a/**", function() log.info("pattern") return true end)
      router.proxy("/**", note("proxy"))
      """
    )
    #expect(await scripts.open("/a/b") == "opened B")
    #expect(
      scripts.log.lines.map { $0.split(separator: ": ").last }
        == ["proxy", "pattern", "outside a", "a1", "a2", "outside b", "b"]
    )
  }

  @Test func `proxies run by priority, and can be fixed locations with parameters`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.proxy("/old/:id", "/new/:id")
      router.proxy("/old/7", "/seven", { priority = 1 })
      router.proxy("/only/:x", "/new/:x", { tags = { "t" } })
      router.route { path = "/new/:id", tags = { "t" }, action = function(s) return s.params.id end }
      router.route { path = "/seven", view = "Seven" }
      """
    )
    #expect(await scripts.open("/old/6%2F") == "handled 6/")
    #expect(await scripts.open("/old/7") == "opened Seven")
    #expect(await scripts.open("/only/1") == "handled 1")
    #expect(await scripts.evaluate("router.tagged('t').open('/only/1').value") == "1")
  }

  @Test(arguments: [
    ScriptCase(
      "a proxy needs a pattern",
      "router.proxy(nil, '/x')",
      """
      main.lua:1: bad argument #1 to 'router.proxy' (string expected, got nil) [bad_argument]
      """
    ),
    ScriptCase(
      "a proxy needs a decision",
      "router.proxy('/x')",
      """
      main.lua:1: bad argument #2 to 'router.proxy' (function or location expected, got no value) \
      [bad_argument]
      """
    ),
    ScriptCase(
      "a bad pattern",
      "router.proxy('/x/:', '/y')",
      """
      main.lua:1:18: '/x/:' has a parameter with no name at byte 3. Write ':name', or '%3A' for a \
      literal colon. [bad_pattern]
      """
    ),
    ScriptCase(
      "an invalid pattern with a problem that the script raises again",
      "local _, problem = pcall(router.proxy, '/x/:', '/y') error(problem)",
      """
      main.lua:1:44: '/x/:' has a parameter with no name at byte 3. Write ':name', or '%3A' for a \
      literal colon. [bad_pattern]
      """
    ),
    ScriptCase(
      "a message that ends with a drawing of its own",
      "error('no:\\n  /x\\n   ^', 0)",
      "main.lua:1: no:\n  /x\n   ^ [script_error]"
    ),
    ScriptCase(
      "an unknown option",
      "router.proxy('/x', '/y', { priorty = 1 })",
      """
      main.lua:1:28: 'priorty' is not a field of these options. Did you mean 'priority'? \
      [unknown_field]
      """
    ),
    ScriptCase(
      "a wrong option",
      "router.guard('/x', function() end, { priority = 'high' })",
      """
      main.lua:1:38: 'priority' of these options must be a whole number, not the text 'high'. \
      [wrong_type]
      """
    ),
    ScriptCase(
      "options that are not a table",
      "router.guard('/x', function() end, 3)",
      "main.lua:1: bad argument #3 to 'router.guard' (table expected, got number) [bad_argument]"
    ),
  ])
  func `an invalid decision is refused with these messages`(row: ScriptCase) async throws {
    let found = try await problems(row.script)
    #expect(found == [row.expected])
  }

  @Test(arguments: [
    ScriptCase("a location", #"return router.to("home")"#, "fell_back Home"),
    ScriptCase("text", #"return "/""#, "fell_back Home"),
    ScriptCase("a screen", #"return screen { "Lost", path = state.path }"#, "fell_back Lost"),
    ScriptCase("nil", "return nil", "not_found"),
    ScriptCase("nothing", "", "not_found"),
    ScriptCase("false", "return false", "not_found"),
    ScriptCase("an error", "error('x')", "not_found"),
    ScriptCase("a number", "return 3", "not_found"),
  ])
  func `unmatched returns a target or a screen`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(
      Self.routes + "router.unmatched(function(state) \(row.script) end)"
    )
    let outcome = await scripts.open("/nowhere")
    #expect(outcome == row.expected || outcome.hasPrefix(row.expected + " not_found:"))
  }

  @Test func `on_error sees the outcome and can show another screen once`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/boom", view = function() error("boom") end }
      router.route { path = "/stop", view = "X", redirect = function() return false, "why" end }
      router.on_error(function(outcome)
        log.info(outcome.status, outcome.reason, outcome.error and outcome.error.code,
          outcome.error and outcome.error.line, tostring(outcome.error))
        if outcome.status == "failed" then return screen { "Oops" } end
      end)
      """
    )
    let boom = await scripts.router.open("/boom")
    #expect(boom.summary == "fell_back Oops")
    #expect(boom.error?.description == "main.lua:1: boom")
    #expect(await scripts.open("/stop") == "intercepted: why")
    #expect(await scripts.open("/nowhere").hasPrefix("not_found"))
    #expect(
      scripts.log.lines == [
        "main.lua:4 info: failed nil script_error 1 main.lua:1: boom",
        "main.lua:4 info: intercepted why nil nil nil",
        "main.lua:4 info: not_found nil not_found nil No route matches '/nowhere'.",
      ]
    )
  }

  @Test func `redirects go around a cycle once`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/a", redirect = "/b" }
      router.route { path = "/b", redirect = function() return "/a" end }
      """
    )
    #expect(
      await scripts.open("/a")
        == """
        failed redirect_loop: main.lua:2: The redirects form a loop: /a → /b → /a. \
        One of them must let the location pass.
        """
    )
  }

  @Test(
    .bug(id: "border-0"),
    arguments: [
      ScriptCase("any case", "router.open('/SECRET').status", "intercepted"),
      ScriptCase("escapes", "router.open('/%53ecret/').status", "intercepted"),
      ScriptCase("below", "router.open('/Secret/7').status", "intercepted"),
      ScriptCase("a type", "router.open('/user/007').status", "intercepted"),
      ScriptCase("another value", "router.open('/user/8').status", "opened"),
      ScriptCase("below a tab", "router.open('/wallet/faq').status", "intercepted"),
      ScriptCase("go", "router.go('/team/7/member').status", "intercepted"),
      ScriptCase("push", "router.push('/wallet/faq').status", "intercepted"),
      ScriptCase("nothing is shown", "router.go('/team/7/member').ok, router.top", "false, nil"),
      ScriptCase("a target", "router.open('/old/f-..').error.code", "bad_location"),
      ScriptCase("a proxy", "router.open('/older/f-..').error.code", "bad_location"),
      ScriptCase(
        "a location",
        "select(2, pcall(router.to, 'user name', { name = '..' })).code",
        "bad_location"
      ),
      ScriptCase(
        "a list",
        "select(2, pcall(router.to, 'files', { rest = { 'a', '..' } })).code",
        "bad_location"
      ),
    ]
  )
  func `a guard of a pattern cannot be bypassed`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.guard("/secret/**", function() return false end)
      router.route { path = "/secret(/:id)", view = "Secret", case_sensitive = false }
      router.route { path = "/user/:id<int>", view = "User" }
      router.route { name = "user name", path = "/named/:name", view = "User" }
      router.route { name = "files", path = "/files/**rest", view = "Files" }
      router.guard("/user/7", function() return false end)
      router.shell { name = "main", tabs = {
        { name = "wallet", path = "/wallet", view = "Wallet", routes = {
          { path = "faq", view = "FAQ" },
        } },
      } }
      router.guard("/wallet", function() return false end)
      router.route { path = "/team/:id", view = "Team", routes = {
        { path = "member", view = "Member" },
      } }
      router.guard("/team/:id", function() return false end)
      router.route { path = "/old/f-:id", redirect = "/team/:id" }
      router.proxy("/older/f-:id", "/team/:id")
      """
    )
    #expect(await scripts.evaluate(row.script) == row.expected)
  }
}
