import Moonroute
import ScriptHost
import Testing

/// Removing registrations, owners, and asking guards again.
@Suite struct RegistrationHandleTests {
  private final class Owner: Sendable {}

  @Test(arguments: [
    ScriptCase("a route", "router.route { path = '/x', view = 'X' }", "opened X"),
    ScriptCase(
      "a group",
      "router.group { path = '/x', routes = { { path = 'y', view = 'X' } } }",
      "opened X"
    ),
    ScriptCase("a proxy", "router.proxy('/x/**', '/else')", "opened Else"),
    ScriptCase("a guard of a pattern", "router.guard('/else', function() return false end)", ""),
    ScriptCase("a guard of a name", "router.guard('else', function() return false end)", ""),
  ])
  func `cancel removes a registration, and can be repeated`(row: ScriptCase) async throws {
    let location = row.rule == "a group" ? "/x/y" : row.expected.isEmpty ? "/else" : "/x"
    let scripts = try await LoadedScripts.load(
      """
      router.route { name = "else", path = "/else", view = "Else" }
      local handle = \(row.script)
      function off() handle:cancel() handle:cancel() end
      function scoped()
        local again <close> = \(row.script)
        return router.open("\(location)").status
      end
      """
    )
    let before = await scripts.open(location)
    #expect(row.expected.isEmpty ? before == "intercepted" : before == row.expected)
    _ = await scripts.evaluate("off()")
    let after = await scripts.open(location)
    #expect(row.expected.isEmpty ? after == "opened Else" : after.hasPrefix("not_found"))
    _ = await scripts.evaluate("scoped()")
    #expect(await scripts.open(location) == after)
  }

  @Test func `a guard that is cancelled while the scripts load never counts`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.guard("a", function() return false end):cancel()
      router.route { name = "a", path = "/a", view = "A" }
      """
    )
    #expect(await scripts.open("/a") == "opened A")
  }

  @Test func `registrations of a view or a screen end with the screen`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { name = "page", path = "/page", animator = "root", view = function()
        router.route { path = "/by-view", view = "ByView" }
        return screen { "Page" }
      end }
      router.route { path = "/own", action = function()
        router.route { path = "/by-owner", view = "ByOwner", owner = stage.top() }
        router.proxy("/moved", "/by-owner", { owner = stage.top() })
      end }
      router.route { path = "/home", view = "Home", animator = "root" }
      """
    )
    #expect(await scripts.open("/by-view").hasPrefix("not_found"))
    _ = await scripts.open("/page")
    _ = await scripts.open("/own")
    for location in ["/by-view", "/by-owner", "/moved"] {
      #expect(scripts.router.canOpen(location) || location == "/moved")
    }
    _ = await scripts.open("/home")
    for location in ["/by-view", "/by-owner", "/moved"] {
      #expect(await scripts.open(location).hasPrefix("not_found"))
    }
  }

  @Test func `the timers of a view end with its screen`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      session.runs = 0
      router.route { path = "/page", animator = "root", view = function()
        every(0.001, function() session.runs = session.runs + 1 end)
        after(3600, function() session.late = true end)
        return screen { "Page" }
      end }
      router.route { path = "/other", view = "Other", animator = "root" }
      router.route { path = "/wait", action = function()
        local before = session.runs
        while session.runs < before + 2 do sleep(0) end
        return true
      end }
      router.route { path = "/count", action = function()
        local before = session.runs
        after(0, function() session.other = true end)
        for i = 1, 20 do sleep(0.001) end
        return session.runs - before, session.other
      end }
      """
    )
    #expect(await scripts.open("/page") == "opened Page")
    #expect(await scripts.open("/wait") == "handled true")
    #expect(await scripts.open("/other") == "opened Other")
    #expect(await scripts.open("/count") == "handled 0, true")
  }

  @Test func `an object of the program can be the owner`() async throws {
    let owner = Owner()
    let scripts = try await LoadedScripts.load(
      "router.route { path = '/a', view = 'A', owner = host.owner() }"
    ) { offers in
      offers.function("owner") { [weak owner] _ in
        owner.map { .reference(Value.ObjectReference($0, id: 1, kind: "owner")) } ?? .null
      }
    }
    #expect(await scripts.open("/a") == "opened A")
    withExtendedLifetime(owner) {}
  }

  @Test(arguments: [
    ScriptCase(
      "no owner",
      "router.route { path = '/a', view = 'A', owner = 'x' }",
      """
      main.lua:1:41: 'owner' of a route must be a screen or an object of the program, not the text \
      'x'. [wrong_type]
      """
    ),
    ScriptCase(
      "a screen that is not on the stage",
      "router.route { path = '/a', view = 'A', owner = screen { 'S' } }",
      "main.lua:1:41: The owner is a screen that is not on the stage. [wrong_type]"
    ),
    ScriptCase(
      "the owner of a child",
      "router.route { path = '/a', routes = { { path = 'b', view = 'B', owner = screen { 'S' } } } }",
      "main.lua:1:66: 'owner' belongs on the outermost definition. [unknown_field]"
    ),
  ])
  func `an invalid owner is refused with these messages`(row: ScriptCase) async throws {
    let found = try await problems(row.script)
    #expect(found == [row.expected])
  }

  @Test func `recheck runs the guards of the stage again`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      session.user = "mei"
      router.route { name = "home", path = "/", view = "Home",
        animator = animator.root { wrap = "stack" } }
      router.route { name = "orders", path = "/orders", view = "Orders", animator = "push" }
      router.route { name = "login", path = "/login", view = "Login", animator = "push" }
      router.guard("orders", function()
        if session.user then return true end
        return session.leads and router.to("login") or false
      end)
      """
    )
    _ = await scripts.open("/")
    _ = await scripts.open("/orders")
    #expect(await scripts.evaluate("router.recheck(), stage.top().view") == "nil, Orders")
    _ = await scripts.evaluate("(function() session.user = nil end)()")
    #expect(await scripts.evaluate("router.recheck(), stage.top().view") == "nil, Home")
    _ = await scripts.evaluate("(function() session.user = 'mei' session.leads = true end)()")
    _ = await scripts.open("/orders")
    _ = await scripts.evaluate("(function() session.user = nil end)()")
    let leads = await scripts.evaluate("router.recheck().name, stage.top().view")
    #expect(leads == "login, Login")
  }

  @Test(arguments: [
    ("", "handled nil"), (", nil, nil, { keep_query = true }", "handled 1"),
    (", nil, { q = 2 }, { keep_query = true }", "handled 2"),
  ])
  func `a target can keep the query`(options: String, expected: String) async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { name = "b", path = "/b", action = function(s) return s.query.q end }
      router.route { path = "/a", redirect = function() return router.to("b"\(options)) end }
      router.route { path = "/fixed", redirect = router.to("b"\(options)) }
      """
    )
    #expect(await scripts.open("/a?q=1") == expected)
    #expect(await scripts.open("/fixed?q=1") == expected)
  }

  @Test func `to accepts another host`() async throws {
    let scripts = try await LoadedScripts.load(
      "router.route { name = 'a', path = 'https://*.example.com/a', view = 'A' }"
    )
    let made = await scripts.evaluate(
      "tostring(router.to('a', nil, nil, { host = 'de.example.com' }))"
    )
    #expect(made == "https://de.example.com/a")
  }

  @Test func `a location can change all its parts`() async throws {
    let scripts = try await LoadedScripts.load("")
    let got = await scripts.evaluate(
      """
      (function()
        local l = router.location("https://example.com:8080/a?x=1#f")
        return l:with { path = "/b c" } .. " " .. l:with { host = "example.org", fragment = "g" }
          .. " " .. l:with { scheme = "shop", path = { "a/b" }, query = { y = 2 } } .. " " .. l
      end)()
      """
    )
    #expect(
      got == """
        https://example.com:8080/b%20c?x=1#f https://example.org/a?x=1#g \
        shop://a%2Fb?x=1&y=2#f https://example.com:8080/a?x=1#f
        """
    )
    let mixed = await scripts.evaluate("router.location { path = '/a?b' }")
    #expect(
      mixed == "(eval):1: '/a?b' is more than a path. Pass 'query' and 'fragment' separately."
    )
  }

  @Test func `a probable mistake is a warning of the load`() async throws {
    let scripts = try LoadedScripts(
      """
      router.configure { order = "first" }
      router.route { path = "/a", view = "A" }
      router.route { path = "/a", view = "B" }
      """
    )
    let warnings = try await scripts.host.load()
    #expect(
      warnings.map { "\($0.site?.description ?? ""): \($0.severity): \($0.message)" } == [
        """
        main.lua:3: warning: Route '/a' is never reached because of '/a' (main.lua:2). \
        Remove one of them.
        """
      ]
    )
  }
}
