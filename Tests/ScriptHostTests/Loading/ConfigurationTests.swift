import Moonroute
import ScriptHost
import Testing

@Suite struct ConfigurationTests {
  @Test func `a name works as a target wherever a location does`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.configure { initial = "home" }
      router.route { name = "home", path = "/", view = "Home",
        animator = animator.root { wrap = "stack" } }
      router.route { name = "help", path = "/help", view = function()
        return screen { "Help", body = { { "link", "Lost", to = "lost" } } }
      end }
      router.route { name = "lost", path = "/lost", view = "Lost" }
      router.route { path = "/broken", view = function() error("broken") end }
      router.unmatched(function() return "lost" end)
      router.on_error(function() return "help" end)
      router.route { path = "/tap", action = function()
        router.go("/help")
        stage.top():tap("Lost")
        return stage.top().name
      end }
      """
    )
    _ = await scripts.open("/help")
    #expect(await scripts.router.perform { $0.stage.screens.map(\.name) } == ["home", "help"])
    #expect(await scripts.router.open("/nowhere").screen?.name == "lost")
    #expect(await scripts.router.open("/broken").screen?.name == "help")
    #expect(await scripts.open("/tap") == "handled lost")
  }

  @Test(arguments: ["unmatched", "on_error"])
  func `a handler that returns an unknown name is reported`(kind: String) async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { name = "home", path = "/", view = "Home" }
      router.\(kind)(function() return "hme" end)
      """
    )
    #expect(await scripts.open("/nowhere").hasPrefix("not_found"))
    #expect(
      scripts.log.lines == [
        "error: \(kind): No route is named 'hme'. Did you mean 'home'?"
      ]
    )
  }

  @Test func `an initial route with an unknown name prevents loading`() async throws {
    let main = """
      router.configure {
        initial = "hme" }
      router.route { name = "home", path = "/", view = "Home" }
      """
    let host = try ScriptHost(.texts(["main.lua": main]), in: .patient())
    do {
      try await host.load()
      Issue.record("it loads")
    } catch {
      #expect(error.problems.map(\.code) == [.unknownName])
      #expect(
        error.description.hasPrefix("main.lua:2: No route is named 'hme'. Did you mean 'home'?")
      )
    }
  }

  @Test(arguments: [
    ScriptCase(
      "redirect_limit",
      """
      router.configure { redirect_limit = 1 }
      router.route { path = "/a", redirect = "/b" }
      router.route { path = "/b", redirect = "/c" }
      router.route { path = "/c", view = "C" }
      """,
      """
      failed redirect_limit: main.lua:3: More than 1 redirects: /a?q=x%20y → /b → /c. Shorten the \
      chain, or raise the redirect limit.
      """
    ),
    ScriptCase(
      "order: first",
      """
      router.configure { order = "first" }
      router.route { path = "/:a", view = "First" }
      router.route { path = "/a", view = "Exact" }
      """,
      "opened First"
    ),
    ScriptCase(
      "order: last",
      """
      router.configure { order = "last" }
      router.route { path = "/a", view = "Exact" }
      router.route { path = "/:a", view = "Last" }
      """,
      "opened Last"
    ),
    ScriptCase(
      "plus_as_space",
      """
      router.configure { plus_as_space = false }
      router.route { path = "/a", action = function(s) return s.query.q end }
      """,
      "handled x+y"
    ),
    ScriptCase(
      "animator",
      """
      router.configure { animator = animator.root { wrap = "stack" } }
      router.route { path = "/a", action = function() return router.open("/b").animator end }
      router.route { path = "/b", view = "B" }
      """,
      "handled root"
    ),
    ScriptCase(
      "several calls add up",
      """
      router.configure { plus_as_space = false }
      router.configure { order = "first" }
      router.route { path = "/a", action = function(s) return s.query.q end }
      """,
      "handled x+y"
    ),
    ScriptCase(
      "drop_query of two calls",
      """
      router.configure { drop_query = "p" }
      router.configure { drop_query = { "*q*" } }
      router.route { path = "/a", action = function(s) return s.uri, s.dropped.q, s.dropped.p end }
      """,
      "handled /a, {x y}, nil"
    ),
    ScriptCase(
      "canonical",
      """
      router.configure { canonical = true, hosts = "a.example" }
      router.route { path = "/b", view = function(s) return screen { s.uri } end }
      router.route { path = "/a", action = function()
        return router.open("https://a.example/b?q=1#f").screen.view
      end }
      """,
      "handled /b?q=1#f"
    ),
    ScriptCase(
      "wait_limit",
      """
      router.configure { wait_limit = 0.001 }
      router.route { path = "/a", view = "A", redirect = function() sleep(3600) end }
      """,
      """
      failed timeout: main.lua:2: '/a' waited longer than 0.001 seconds. Return sooner, or raise the \
      wait limit.
      """
    ),
  ])
  func `a configuration applies to every open`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(row.script)
    let got = await scripts.open("/a?q=x+y")
    #expect(got == row.expected)
  }

  @Test func `redirects to ever-changing places end, whatever limit a script sets`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.configure { redirect_limit = 100 }
      router.route { path = "/r/:n<int>", view = "V", redirect = function(state)
        return "/r/" .. state.params.n + 1
      end }
      """
    )
    #expect(
      await scripts.open("/r/1").hasPrefix("failed redirect_limit: main.lua:2: More than 100")
    )
    let refused = await scripts.evaluate("router.configure { redirect_limit = 101 }")
    #expect(
      refused == "(eval):1: 'redirect_limit' must be at most 100, not 101."
    )
    #expect(
      await scripts.open("/r/1").hasPrefix("failed redirect_limit: main.lua:2: More than 100")
    )
  }

  @Test func `hosts bind the routes of the web to them`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.configure { hosts = { "example.com", "*.example.com" } }
      router.route { path = "/a", view = "A" }
      """
    )
    #expect(await scripts.open("https://example.com/a") == "opened A")
    #expect(await scripts.open("https://www.example.com/a") == "opened A")
    #expect(
      await scripts.open("https://example.org/a") == """
        not_found not_found: No route matches 'https://example.org/a'. The host 'example.org' is not among the \
        configured hosts.
        """
    )
    #expect(await scripts.open("/a") == "opened A")
  }

  @Test(arguments: [
    ("https://example.com/x#/a", "opened A"),
    ("https://example.com/#/a?q=1", "opened A"),
    (
      "https://example.org/#/a",
      """
      not_found not_found: No route matches 'https://example.org/a'. The host 'example.org' is not among the \
      configured hosts.
      """
    ),
    (
      "https:#/a",
      """
      not_found not_found: No route matches 'https:/a'. It has no host, and scheme 'https' is for the configured \
      hosts only.
      """
    ),
    (
      "https://example.com/#/abut",
      "not_found not_found: No route matches 'https://example.com/abut'. The nearest route is '/about'."
    ),
  ])
  func `hosts can allow links with a path after the hash`(
    location: String,
    expected: String
  )
    async throws
  {
    let scripts = try await LoadedScripts.load(
      """
      router.configure { hosts = { "example.com" } }
      router.scheme("https", { fragment = "path" })
      router.route { path = "/a", view = "A" }
      router.route { path = "/about", view = "About" }
      """
    )
    let got = await scripts.open(location)
    #expect(got == expected)
  }

  @Test(arguments: [
    ScriptCase(
      "an unknown option",
      "router.configure { redirectlimit = 1 }",
      """
      main.lua:1:20: 'redirectlimit' is not a field of the configuration. Did you mean \
      'redirect_limit'? [unknown_field]
      """
    ),
    ScriptCase(
      "order",
      "router.configure { order = 'frst' }",
      """
      main.lua:1:20: 'order' of the configuration cannot be 'frst'. It is one of "rank", "first", \
      "last". Did you mean 'first'? [wrong_type]
      """
    ),
    ScriptCase(
      "hosts",
      "router.configure { hosts = { 'https://example.com' } }",
      """
      main.lua:1:20: 'https://example.com' is not a host. Write "example.com" or "*.example.com". \
      [wrong_type]
      """
    ),
    ScriptCase(
      "hosts with a label of a hyphen",
      "router.configure { hosts = { '-' } }",
      """
      main.lua:1:20: '-' is not a host. Write "example.com" or "*.example.com". [wrong_type]
      """
    ),
    ScriptCase(
      "hosts with a port",
      "router.configure { hosts = { 'localhost:8080' } }",
      """
      main.lua:1:20: 'localhost:8080' has a port. A host matches every port: remove ':8080'. \
      [wrong_type]
      """
    ),
    ScriptCase(
      "wait_limit",
      "router.configure { wait_limit = -1 }",
      "main.lua:1:20: 'wait_limit' must be a number of seconds above 0, not -1.0. [wrong_type]"
    ),
    ScriptCase(
      "drop_query",
      "router.configure { drop_query = { 'utm_*', '*' } }",
      """
      main.lua:1:20: '*' is not a name of query items. Write 'gclid', or a part with '*': 'utm_*'. \
      [wrong_type]
      """
    ),
    ScriptCase(
      "overlap",
      "router.configure { overlap = true }",
      "main.lua:1:20: 'overlap' of the configuration must be text, not true. [wrong_type]"
    ),
    ScriptCase(
      "animator chosen by a function",
      "router.configure { animator = function() end }",
      """
      main.lua:1:20: An animator is a name such as "push" or animator.push, not a function. \
      [wrong_type]
      """
    ),
    ScriptCase(
      "no table",
      "router.configure('x')",
      """
      main.lua:1: bad argument #1 to 'router.configure' (table expected, got string) [bad_argument]
      """
    ),
  ])
  func `an invalid option is refused with these messages`(row: ScriptCase) async throws {
    let found = try await problems(row.script)
    #expect(found == [row.expected])
  }

  @Test func `an invalid option changes nothing`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/a", action = function(state)
        local ok = pcall(router.configure, { plus_as_space = false, redirect_limit = 0 })
        return not ok, router.location("/x?q=a+b").query.q
      end }
      """
    )
    let got = await scripts.open("/a")
    #expect(got == "handled true, a b")
  }

  @Test func `scripts may name at most 256 dropped keys`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      for i = 1, 256 do router.configure { drop_query = "k" .. i } end
      router.configure { drop_query = { "k1", "k256" } }
      """
    )
    let refused = await scripts.evaluate("router.configure { drop_query = 'k257' }")
    #expect(refused == "(eval):1: 'drop_query' must have at most 256 names.")
  }

  @Test func `routes lists every route for tools`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { name = "a", path = "/a", view = "A", tags = { "t" }, priority = 2,
        routes = { { path = "b", view = "B" } } }
      """
    )
    let list = await scripts.evaluate("json.encode(router.routes())")
    #expect(
      list == """
        [{"file":"main.lua","has_action":false,"has_redirect":false,"has_view":true,"line":1,\
        "name":"a","pattern":"/a","priority":2,"query":{},"tags":["t"]},\
        {"file":"main.lua","has_action":false,"has_redirect":false,"has_view":true,"line":2,\
        "parent":"a","pattern":"/a/b","priority":0,"query":{},"tags":["t"]}]
        """
    )
  }
}
