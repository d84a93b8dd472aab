import Moonroute
import ScriptHost
import Testing

@Suite struct RegistrationTests {
  @Test func `errors at load are collected, sorted by file and line`() async throws {
    let found = try await problems(
      """
      local handle = router.route { pth = "/a" }
      router.guard("nowhere", function() return true end)
      router.proxy("/x", 3)
      router.configure { redirect_limit = 0 }
      require "b"
      assert(handle.name == nil and handle.pattern == "")
      router.group { routes = { { path = "a", view = "A" }, { path = ":", view = "B" } } }
      router.unmatched("/home")
      """,
      files: ["b.lua": "router.route(7)\nrouter.route { path = '/b', view = 7 }"]
    )
    #expect(
      found == [
        "b.lua:1: bad argument #1 to 'router.route' (table expected, got number) [bad_argument]",
        """
        b.lua:2:29: 'view' of a route must be the name of a view or a function, not 7. [wrong_type]
        """,
        "main.lua:1: A route needs a path, such as path = \"/cart\". [bad_pattern]",
        "main.lua:1:31: 'pth' is not a field of a route. Did you mean 'path'? [unknown_field]",
        "main.lua:2: No route is named 'nowhere'. [unknown_name]",
        """
        main.lua:3: bad argument #2 to 'router.proxy' (function or location expected, got number) \
        [bad_argument]
        """,
        "main.lua:4:20: 'redirect_limit' must be at least 1, not 0. [wrong_type]",
        """
        main.lua:7:65: ':' has a parameter with no name at byte 0. Write ':name', or '%3A' for a \
        literal colon. [bad_pattern]
        """,
        """
        main.lua:8: bad argument #1 to 'router.unmatched' (function expected, got string) \
        [bad_argument]
        """,
      ]
    )
  }

  @Test func `an error inside the script's own pcall is raised and not collected`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      local ok, problem = pcall(router.route, { pth = "/a" })
      log.info(ok, problem.code, problem.message, problem.line)
      log.info(select(2, pcall(function()
        router.route { path = "/a", view = "A" }
        router.route { path = "/a", view = "B" }
      end)))
      log.info(xpcall(function() router.guard() end, function(p) return p.message end))
      """
    )
    #expect(
      scripts.log.lines == [
        """
        main.lua:2 info: false unknown_field 'pth' is not a field of a route. Did you mean 'path'? 1
        """,
        """
        main.lua:3 info: main.lua:5: Route '/a' is never reached because of '/a' (main.lua:4). \
        Remove one of them.
        """,
        """
        main.lua:7 info: false bad argument #1 to 'router.guard' (string expected, got no value)
        """,
      ]
    )
    #expect(await scripts.open("/a") == "opened A")
  }

  @Test func `an error after the load is raised at its line`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/add", action = function()
        local ok, problem = pcall(function()
          router.route { path = "/add", view = "X" }
        end)
        return ok, problem.code, problem.file, problem.line, tostring(problem)
      end }
      router.route { path = "/raise", action = function()
        router.route { path = 3 }
      end }
      """
    )
    #expect(
      await scripts.open("/raise")
        == "failed wrong_type: main.lua:8: 'path' of a route must be text, not 3."
    )
    _ = await scripts.evaluate("router.route { path = '/b', view = 'B' }")
    let again = await scripts.evaluate("router.route { path = '/b', view = 'B' }")
    #expect(
      again
        == """
        (eval):1: Route '/b' is never reached because of '/b' ((eval):1). Remove one of them.
        """
    )
  }

  @Test func `a route registered at run time is opened`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/add", action = function()
        local route = router.route { name = "late", path = "/late/:id<int>", view = "Late" }
        return route.name, route.pattern, tostring(route)
      end }
      """
    )
    #expect(await scripts.open("/late/1").hasPrefix("not_found"))
    #expect(await scripts.open("/add") == "handled late, /late/:id<int>, route late")
    #expect(await scripts.open("/late/1") == "opened Late")
    #expect(scripts.router.canOpen("/late/1"))
  }

  @Test func `the guard of a route that is registered later counts`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.guard("staff", function() return false, "first" end)
      router.guard("staff", function() return false, "second" end)
      router.route { name = "staff", path = "/staff", view = "Staff" }
      """
    )
    #expect(await scripts.open("/staff") == "intercepted: first")
  }

  @Test func `a route that failed causes no second problem at its guard`() async throws {
    let found = try await problems(
      """
      router.route { name = "staff", path = "/:", view = "Staff" }
      router.guard("staff", function() return false end)
      """
    )
    #expect(found.count == 1)
  }

  @Test func `a flood of errors is counted, not listed`() async throws {
    let found = try await problems("for i = 1, 5000 do router.route { path = i } end")
    #expect(found.count == 101)
    #expect(found.last == "And 4900 more problems. Fix these first. [script_error]")
  }

  @Test func `registrations in headless.lua work as in main.lua`() async throws {
    let scripts = try await LoadedScripts.load(
      "",
      files: ["headless.lua": "router.route { path = '/h', view = 'H' }"],
      runsHeadless: true
    )
    #expect(await scripts.open("/h") == "opened H")
  }

  @Test(arguments: [
    ScriptCase("a name that looks like a location", "name = 'a/b', path = '/a'", "bad_pattern"),
    ScriptCase("a name with a colon", "name = 'a:b', path = '/a'", "bad_pattern"),
    ScriptCase("a name that starts with a dot", "name = '.a', path = '/a'", "bad_pattern"),
    ScriptCase("an invalid scheme", "scheme = 'my app', path = '/a'", "bad_pattern"),
    ScriptCase("an empty scheme", "scheme = '', path = '/a'", "bad_pattern"),
    ScriptCase("an invalid host", "host = 'a b', path = '/a'", "bad_pattern"),
    ScriptCase("an empty host", "host = '', path = '/a'", "bad_pattern"),
    ScriptCase("a host with a path", "host = 'a.com/x', path = '/a'", "bad_pattern"),
  ])
  func `a registration that could never match is refused`(row: ScriptCase) async throws {
    let found = try await problems("router.route { \(row.script), view = 'A' }")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("main.lua:1: ") == true)
    #expect(found.first?.hasSuffix("[\(row.expected)]") == true, "\(found)")
  }

  @Test func `the name of a module's route cannot look like a location either`() async throws {
    let found = try await problems(
      "router.mount('/b', function() return { { name = 'x', path = 'x', view = 'X' } } end, { names = '/' })"
    )
    #expect(found.count == 1)
    #expect(found.first?.contains("The name '/x' looks like a location.") == true)
  }

  @Test func `a mount that fails halfway leaves nothing behind`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      local lists = {
        broken = { { path = "one", name = "one", view = "One" }, { path = ":", view = "Two" } },
        twice = { { path = "one", name = "one", view = "One" }, { path = "two", name = "one", view = "Two" } },
        typed = { { path = "one", name = "one", view = "One" }, { path = "two", view = 7 } },
        nested = { { path = "one", name = "one", view = "One", routes = { { path = "/x", view = "X" } } } },
      }
      router.route { path = "/mount/:which", action = function(state)
        local before = #router.routes()
        local done, problem = pcall(router.mount, "/m", function()
          if state.params.which == "raises" then error("half-way") end
          return lists[state.params.which]
        end)
        return tostring(done), problem.message, #router.routes() - before, router.can_open("/m/one")
      end }
      """
    )
    for which in ["broken", "twice", "typed", "nested", "raises"] {
      let got = await scripts.open("/mount/\(which)")
      #expect(got.hasPrefix("handled false, "), "\(got)")
      #expect(got.hasSuffix(", 0, false"), "\(got)")
    }
  }

  @Test func `a registration cancelled inside its own handler finishes and is removed`()
    async throws
  {
    let scripts = try await LoadedScripts.load(
      """
      local route, guard, proxy, timer
      route = router.route { path = "/a", action = function()
        route:cancel()
        route:cancel()
        return "ran"
      end }
      guard = router.guard("/b", function() guard:cancel() return false, "guarded" end)
      proxy = router.proxy("/c", function() proxy:cancel() return "/b" end)
      router.route { path = "/b", view = "B" }
      router.route { path = "/c", view = "C" }
      timer = every(0.001, function()
        session.runs = (session.runs or 0) + 1
        timer:cancel()
        timer:cancel()
      end)
      router.route { path = "/wait", action = function()
        while not session.runs do sleep(0) end
        return session.runs
      end }
      """
    )
    #expect(await scripts.open("/a") == "handled ran")
    #expect(await scripts.open("/a").hasPrefix("not_found"))
    #expect(await scripts.open("/b") == "intercepted: guarded")
    #expect(await scripts.open("/b") == "opened B")
    #expect(await scripts.open("/c") == "opened B")
    #expect(await scripts.open("/c") == "opened C")
    #expect(await scripts.open("/wait") == "handled 1")
    #expect(await scripts.evaluate("(function() sleep(0) return session.runs end)()") == "1")
  }
}
