import Moonroute
import ScriptHost
import Testing

/// The precedence of routes in scripts: one row for each sentence of the rules, in order.
@Suite struct WinningRuleTests {
  @Test(arguments: [
    ScriptRule(
      "rank (1): higher priority (default 0)",
      """
      router.route { path = "/a", view = "Exact" }
      router.route { path = "/:x", view = "High", priority = 1 }
      router.route { path = "/b", view = "Low", priority = -1 }
      router.route { path = "/:x<alpha>", view = "Default" }
      """,
      ["/a": "opened High", "/b": "opened High"]
    ),
    ScriptRule(
      "rank (2): host exactness",
      """
      router.route { path = "/a/b", view = "Any" }
      router.route { path = "https://*.example.com/:x/:y", view = "Star" }
      router.route { path = "https://www.example.com/**", view = "Exact" }
      """,
      [
        "https://www.example.com/a/b": "opened Exact",
        "https://de.example.com/a/b": "opened Star",
        "https://other.org/a/b": "opened Any",
      ]
    ),
    ScriptRule(
      "rank (3): literal > literal with parameter > constrained or typed parameter > parameter > * > **",
      #"""
      router.route { path = "/**", view = "Rest" }
      router.route { path = "/*/*/x", view = "Star" }
      router.route { path = "/:p/w/y", view = "Two" }
      router.route { path = "/*/w/y", view = "StarTwo" }
      router.route { path = "/:p/x", view = "Parameter" }
      router.route { path = "/:p(\\d+)/x", view = "Constraint" }
      router.route { path = "/u:p/x", view = "Mixed" }
      router.route { path = "/u1/x", view = "Literal" }
      """#,
      [
        "/u1/x": "opened Literal", "/u2/x": "opened Mixed", "/12/x": "opened Constraint",
        "/word/x": "opened Parameter", "/v/w/x": "opened Star", "/v/w/y": "opened Two",
        "/a/b": "opened Rest",
      ]
    ),
    ScriptRule(
      "rank (3): segment classes from the left",
      """
      router.route { path = "/:a/b/c", view = "Right" }
      router.route { path = "/a/:b/:c", view = "Left" }
      """,
      ["/a/b/c": "opened Left", "/x/b/c": "opened Right"]
    ),
    ScriptRule(
      "rank (3): the end of a pattern before * and **, optional parts ranked as written out",
      """
      router.route { path = "/a/**", view = "Rest" }
      router.route { path = "/a", view = "End" }
      router.route { path = "/b(/:x)", view = "Optional" }
      router.route { path = "/b/c", view = "Literal" }
      """,
      [
        "/a": "opened End", "/a/b": "opened Rest", "/b": "opened Optional",
        "/b/c": "opened Literal",
        "/b/d": "opened Optional",
      ]
    ),
    ScriptRule(
      "rank (4): registration in load order",
      """
      router.route { path = "/:a<hex>", view = "First" }
      router.route { path = "/:b<slug>", view = "Second" }
      """,
      ["/ab": "opened First", "/xy": "opened Second"]
    ),
    ScriptRule(
      "order = \"first\" uses registration alone after priority",
      """
      router.configure { order = "first" }
      router.route { path = "/:x", view = "First" }
      router.route { path = "/a", view = "Exact" }
      router.route { path = "/b", view = "High", priority = 1 }
      """,
      ["/a": "opened First", "/b": "opened High"]
    ),
    ScriptRule(
      "order = \"last\" uses registration alone after priority",
      """
      router.configure { order = "last" }
      router.route { path = "/b", view = "High", priority = 1 }
      router.route { path = "/a", view = "Exact" }
      router.route { path = "/:x", view = "Last" }
      """,
      ["/a": "opened Last", "/b": "opened High"]
    ),
    ScriptRule(
      "a match is the smallest rank that fits; the next match is the next rank",
      """
      local function decline(name)
        return function() session.asked = (session.asked or "") .. name return false end
      end
      router.route { path = "/**", action = function() return "all", session.asked end }
      router.route { path = "/:x", action = decline "p" }
      router.route { path = "/a", action = decline "l" }
      router.route { path = "/:x<alpha>", action = decline "t" }
      """,
      ["/a": "handled all, ltp"]
    ),
    ScriptRule(
      "a dead end never hides another match",
      """
      router.route { path = "/a/b/c", view = "Literal" }
      router.route { path = "/a/:x<int>/d", view = "Typed" }
      router.route { path = "/:x/b(/d)", view = "Optional" }
      router.route { path = "/**/e", view = "Rest" }
      """,
      [
        "/a/b/d": "opened Optional", "/a/b/e": "opened Rest", "/a/1/d": "opened Typed",
        "/a/b": "opened Optional",
      ]
    ),
    ScriptRule(
      "an action that answers false or router.decline declines, and the next match is tried, guards included",
      """
      router.route { path = "/a", action = function() return false end }
      router.route { path = "/:x", action = function() return router.decline end }
      router.route { path = "/*", view = "Guarded", redirect = function() return false, "no" end }
      """,
      ["/a": "intercepted: no", "/b": "intercepted: no"]
    ),
    ScriptRule(
      "nothing else declines",
      """
      router.route { path = "/**", view = "Rest" }
      router.route { path = "/nil", action = function() return nil end }
      router.route { path = "/zero", action = function() return 0 end }
      router.route { path = "/error", action = function() error("no") end }
      router.route { path = "/view", view = function() return nil end }
      router.route { path = "/stop", view = "V", redirect = function() return false end }
      """,
      [
        "/nil": "handled nil", "/zero": "handled 0", "/error": "failed script_error…",
        "/view": "failed no_view…", "/stop": "intercepted",
      ]
    ),
    ScriptRule(
      "in fetch only router.decline declines",
      """
      router.route { path = "/:x", action = function() return "next" end }
      router.route { path = "/no", action = function() return false end }
      router.route { path = "/why", action = function() return false, "closed", 3 end }
      router.route { path = "/decline", action = function() return router.decline end }
      """,
      [
        "= router.fetch('/no')": "false", "= router.fetch('/why')": "false, closed, 3",
        "= router.fetch('/decline')": "next",
      ]
    ),
    ScriptRule(
      "two routes with the same pattern: the first may decline, so both count",
      """
      router.route { path = "/a/:x", action = function(s) return s.params.x == "1" and "one" end }
      router.route { path = "/a/:y", view = "Second" }
      """,
      ["/a/1": "handled one", "/a/2": "opened Second"]
    ),
    ScriptRule(
      "routes with an owner are exempt: the newest living one wins",
      """
      router.route { path = "/root", animator = animator.root { wrap = "stack" }, view = "Root" }
      router.route { path = "/a", action = function() return "plain" end }
      router.route { path = "/page/:n<int>", animator = "push", view = function(state)
        router.route { path = "/a", action = function() return state.params.n end }
        return screen { "Page" }
      end }
      """,
      [
        "/root": "opened Root", "/a": "handled plain", "/page/1": "opened Page",
        "/a#1": "handled 1",
        "/page/2": "opened Page", "/a#2": "handled 2", "/root#2": "opened Root",
        "/a#3": "handled plain",
      ]
    ),
    ScriptRule(
      "nested routes join their path, inherit scheme, host, tags, meta and guards, and match only as a whole",
      """
      router.route {
        path = "/p/:id", scheme = "https", host = "a.com", tags = "t", meta = { m = 1, n = 1 },
        redirect = function(state) if state.params.id == "0" then return false, "zero" end end,
        view = "P",
        routes = { { name = "c", path = "c(/:d)", view = "C", tags = "u", meta = { n = 2 } } },
      }
      """,
      [
        "https://a.com/p/1/c/2": "opened C", "https://a.com/p/0/c": "intercepted: zero",
        "https://b.com/p/1/c": "not_found…", "shop://p/1/c": "not_found…",
        "https://a.com/p/1/x": "not_found…", "https://a.com/p/1": "opened P",
        "= table.concat(router.match('https://a.com/p/1/c').tags, ' ')": "t u",
        "= router.match('https://a.com/p/1/c').meta": "{ m = 1, n = 2 }",
      ]
    ),
    ScriptRule(
      "a parent with only routes never matches itself",
      """
      router.route { path = "/p", routes = { { path = "c", view = "C" } } }
      router.route { path = "/:x", view = "X" }
      """,
      ["/p": "opened X", "/p/c": "opened C"]
    ),
    ScriptRule(
      "a location with a scheme looks into that scheme's routes first, whatever the priority",
      """
      router.scheme("shop", { fallback = true })
      router.route { path = "/a", view = "Global", priority = 100 }
      router.route { path = "shop://**", view = "Own" }
      router.route { path = "/b", view = "GlobalB" }
      """,
      ["shop://a": "opened Own", "/a": "opened Global", "shop://b": "opened Own"]
    ),
    ScriptRule(
      "fallback: true for http, https and schemes without routes of their own, false otherwise",
      """
      router.route { path = "/a", view = "Global" }
      router.route { path = "https://x.com/own", view = "Web" }
      router.route { path = "shop://own", view = "Own" }
      """,
      [
        "https://x.com/a": "opened Global", "http://x.com/a": "opened Global",
        "other://a": "opened Global", "shop://a": "not_found…",
      ]
    ),
    ScriptRule(
      "asking about a scheme changes nothing",
      """
      router.route { path = "/a", view = "Global" }
      router.scheme("shop")
      """,
      [
        "= router.can_open('shop://a'), router.match('shop://b')": "true, nil, …",
        "shop://a": "opened Global",
      ]
    ),
    ScriptRule(
      "namespaces concern routes only: proxies and guards without a scheme fit every scheme",
      """
      router.route { path = "shop://**", view = "Shop" }
      router.proxy("/old", "/new")
      router.proxy("shop://gone", "shop://here")
      router.guard("/closed", function() return false, "closed" end)
      """,
      [
        "shop://old": "not_found…", "= tostring(router.open('shop://old').location)": "/new",
        "shop://closed": "intercepted: closed",
        "= tostring(router.open('shop://gone').location)": "shop://here",
        "= router.open('/gone').status": "not_found",
      ]
    ),
    ScriptRule(
      "tagged counts only routes that have any of the tags; live, not a snapshot",
      """
      tagged = router.tagged("Views", "Logs")
      router.route { path = "/:x", view = "Plain" }
      router.route { path = "/**", view = "Logs", tags = { "Logs", "x" } }
      """,
      [
        "/a": "opened Plain", "= tagged.open('/a').screen.view": "Logs",
        "= router.route { path = '/a/b', view = 'Views', tags = 'Views' }.pattern": "/a/b",
        "= tagged.open('/a/b').screen.view": "Views",
        "= tagged.fetch and tagged.build('/a').view": "Logs",
      ]
    ),
  ])
  func `the winner is the one in the rules`(row: ScriptRule) async throws { try await row.check() }

  @Test func `rank (4): the host program's routes precede those of scripts`() async throws {
    let application = try LinkRouter {
      LinkRoute("/:a<hex>").view { _ in Screen("Program") }
    }
    let host = try ScriptHost(
      .texts([
        "main.lua": #"router.route { path = "/:b<slug>", view = "Script" }"#
      ]),
      in: application
    )
    try await host.load()
    #expect(await application.open("/ab").screen?.view == "Program")
    #expect(await application.open("/xy").screen?.view == "Script")
  }

  @Test func `the same table and location give the same result on every run`() async throws {
    let main = """
      for i = 1, 50 do
        router.route { path = "/:a" .. i .. "<" .. ({ "hex", "slug", "alpha" })[i % 3 + 1] .. "|x" .. i
          .. ">", view = "V" .. i }
      end
      router.route { path = "/**", view = "Rest" }
      """
    var answers: Set<String> = []
    for _ in 0..<5 {
      let scripts = try await LoadedScripts.load(main)
      answers.insert(
        await scripts.evaluate("router.match('/hex').pattern, router.match('/x49').pattern")
      )
    }
    #expect(answers == ["/:a3<hex|x3>, /:a49<slug|x49>"])
  }

  @Test(arguments: ["rank", "first", "last"])
  func `a route that is never reached is an error at load, or a warning if order decides`(
    order: String
  ) async throws {
    let scripts = try LoadedScripts(
      """
      router.configure { order = "\(order)" }
      router.route { path = "/a/:x", view = "A" }
      router.route { path = "/a/:y", view = "B" }
      """
    )
    var found: [ScriptProblem] = []
    do {
      found = try await scripts.host.load()
    } catch {
      found = error.problems
    }
    #expect(found.map(\.severity) == [order == "rank" ? .error : .warning])
    #expect(found.map(\.code) == [.duplicate])
    #expect(found.allSatisfy { $0.message.contains("is never reached because of '/a/:") })
    #expect(found.allSatisfy { $0.message.contains("main.lua:2") && $0.site?.line == 3 })
  }
}
