import Testing

/// One open in scripts, step by step: one row for each sentence of the rules, in order.
@Suite struct OpeningRuleTests {
  private static let steps = """
    (function(location, ...)
      local names = {}
      for _, step in ipairs(router.open(location, ...).steps) do names[#names + 1] = step.step end
      return table.concat(names, " ")
    end)
    """

  @Test(arguments: [
    ScriptRule(
      "parse, proxies, match, guards and redirects, animator, leave guards, build, show",
      """
      steps = \(steps)
      router.route { path = "/", view = "Home", on_exit = function() return true end }
      router.route { name = "a", path = "/a", view = "A", animator = "root",
        redirect = function() end }
      router.route { path = "/old", redirect = "/a" }
      router.proxy("/**", function() end)
      router.guard("a", function() return true end)
      """,
      [
        "/": "opened Home",
        "= steps('/a')": "parse proxy match guard redirect animator leave build show",
      ]
    ),
    ScriptRule(
      "an action ends after its handler",
      """
      steps = \(steps)
      router.route { path = "/act", action = function() end, redirect = function() end }
      """,
      ["= steps('/act')": "parse match redirect action", "= stage.top()": "nil"]
    ),
    ScriptRule(
      "an action cannot have what only views have",
      """
      router.route { path = "/", view = "Home", on_exit = function() return false end }
      router.route { path = "/act", action = function() return stage.top().view end }
      """,
      ["/": "opened Home", "/act": "handled Home"]
    ),
    ScriptRule(
      "proxies: by pattern, priority, then registration",
      """
      local function note(name)
        return function() session.asked = (session.asked or "") .. name end
      end
      router.proxy("/**", note "1")
      router.proxy("/a", note "2")
      router.proxy("/:x", note "3", { priority = 1 })
      router.proxy("/b", note "4")
      router.route { path = "/a", action = function() return session.asked end }
      """,
      ["/a": "handled 312"]
    ),
    ScriptRule(
      "proxies: order = \"last\" reverses registration",
      """
      router.configure { order = "last" }
      local function note(name)
        return function() session.asked = (session.asked or "") .. name end
      end
      router.proxy("/a", note "1")
      router.proxy("/a", note "2")
      router.proxy("/a", note "3", { priority = 1 })
      router.route { path = "/a", action = function() return session.asked end }
      """,
      ["/a": "handled 321"]
    ),
    ScriptRule(
      "proxies: one with tags is skipped only in opens restricted to other tags",
      """
      router.proxy("/a", "/b", { tags = { "t", "u" } })
      router.route { path = "/a", view = "A", tags = { "t", "v" } }
      router.route { path = "/b", view = "B", tags = "t" }
      """,
      [
        "/a": "opened B", "= router.open('/a', { tags = 't' }).screen.view": "B",
        "= router.tagged('v').open('/a').screen.view": "A",
      ]
    ),
    ScriptRule(
      "guards: one with tags is skipped only in opens restricted to other tags",
      """
      router.route { name = "admin", path = "/admin/:x", view = "Admin", tags = { "staff", "log" } }
      router.guard("/admin/**", function() return false, "no" end, { tags = "staff" })
      router.guard("admin", function() return false, "no" end, { tags = { "staff", "team" } })
      """,
      [
        "/admin/1": "intercepted: no",
        "= router.open('/admin/1', { tags = 'staff' }).status": "intercepted",
        "= router.tagged('team', 'log').open('/admin/1').status": "intercepted",
        "= router.tagged('log').open('/admin/1').status": "opened",
      ]
    ),
    ScriptRule(
      "proxies: a plain location re-enters at parse, proxies included",
      """
      router.proxy("/a", "/b")
      router.proxy("/b", function() return "/c" end)
      router.route { path = "/c", view = "C" }
      """,
      [
        "/a": "opened C",
        "= table.concat((function() local t = {} for _, l in ipairs(router.open('/a').redirects) do t[#t + 1] = tostring(l) end return t end)(), ' ')":
          "/b /c",
      ]
    ),
    ScriptRule(
      "rewrite goes on with that location; query is laid over; the remaining proxies are skipped; no redirect",
      """
      router.proxy("/a", function(state)
        return router.rewrite { "/b?x=1&y=1", query = { y = 2, z = { 3, 4 } } }
      end)
      router.proxy("/b", function() return false end)
      router.route { path = "/b", action = function(state)
        return state.query.x, state.query.y, state.query.z, #state.query_all.z, state.extra,
          tostring(state.redirected_from)
      end }
      """,
      [
        "= router.fetch('/a', { extra = 'kept' })": "1, 2, 4, 2, kept, nil",
        "= #router.open('/a').redirects": "0",
      ]
    ),
    ScriptRule(
      "rewrite: an extra of its own takes the place of the call's",
      """
      router.proxy("/a", function() return router.rewrite { location = "/b", extra = { n = 7 } } end)
      router.route { path = "/b", action = function(state) return state.extra.n end }
      """,
      ["= router.fetch('/a', { extra = { n = 1 } })": "7"]
    ),
    ScriptRule(
      "guards per route from the root: from outside, then its own redirect, one or a list",
      """
      local function note(name)
        return function() session.asked = (session.asked or "") .. name end
      end
      router.route { name = "p", path = "/p", redirect = note "b", routes = {
        { name = "c", path = "c", redirect = { note "d", note "e" },
          action = function() return session.asked end },
      } }
      local function pass(name)
        return function() session.asked = (session.asked or "") .. name return true end
      end
      router.guard("c", pass "c")
      router.guard("p", pass "a")
      router.guard("/p/**", pass "2")
      router.guard("/p/c", pass "1")
      """,
      ["/p/c": "handled 12abcde"]
    ),
    ScriptRule(
      "guards are called with their own route's state and the leaf's",
      """
      router.route { name = "p", path = "/p/:id", redirect = function(state, target)
          session.seen = state.name .. " " .. target.name .. " " .. tostring(state.params.c)
            .. " " .. target.params.c
        end, routes = {
          { name = "c", path = ":c", action = function() return session.seen end },
      } }
      """,
      ["/p/1/2": "handled p c nil 2"]
    ),
    ScriptRule(
      "a guard's key is a pattern: every open whose final location fits",
      """
      router.proxy("/a", "/b")
      router.guard("/b", function(state) return false, "final " .. state.path end)
      router.guard("/a", function() return false, "first" end)
      router.route { path = "/b", view = "B" }
      """,
      ["/a": "intercepted: final /b", "/b": "intercepted: final /b"]
    ),
    ScriptRule(
      "redirect: re-enters at parse, same clean-up; a relative text goes from where the open is",
      """
      router.route { path = "/a/b", redirect = function() return "./../c/%2e/d/" end }
      router.route { path = "/c/d", view = "D" }
      router.proxy("/moved", "/c/d")
      router.route { path = "/to", redirect = "/moved" }
      """,
      ["/a/b": "opened D", "/to": "opened D"]
    ),
    ScriptRule(
      "redirect: extra is kept, the query is not; redirected_from tells",
      """
      router.route { path = "/a", redirect = "/b" }
      router.route { path = "/b", action = function(state)
        return state.query.q, state.extra, tostring(state.redirected_from)
      end }
      """,
      ["= router.fetch('/a?q=1', { extra = 'e' })": "nil, e, /a?q=1"]
    ),
    ScriptRule(
      "redirect: keep_query on the route or the target keeps it",
      """
      router.route { path = "/route", keep_query = true, redirect = "/b?x=1" }
      router.route { path = "/target",
        redirect = function() return router.to("b", nil, { x = 1 }, { keep_query = true }) end }
      router.route { name = "b", path = "/b", action = function(state)
        return state.query.q, state.query.x
      end }
      """,
      ["/route?q=1&x=2": "handled 1, 1", "/target?q=1&x=2": "handled 1, 1"]
    ),
    ScriptRule(
      "static redirect: may use its pattern's parameters; they are encoded",
      """
      router.route { path = "/old/:id", redirect = "/new/:id?was=:id" }
      router.proxy("/older/:id", "/new/:id")
      router.route { path = "/new/:id", action = function(s) return s.params.id, s.query.was end }
      """,
      ["/old/a%2F%3Fb&c": "handled a/?b&c, a/?b&c", "/older/x%20y": "handled x y, nil"]
    ),
    ScriptRule(
      "a redirect to the very location being resolved means go on",
      """
      router.route { path = "/a", redirect = function(state) return state.location end, view = "A" }
      router.route { path = "/b", redirect = "/b", view = "B" }
      """,
      ["/a?x=1": "opened A", "/b": "opened B"]
    ),
    ScriptRule(
      "loop: the whole chain, the first location included, is checked before the limit",
      """
      router.configure { redirect_limit = 1 }
      router.route { path = "/a", redirect = "/b" }
      router.route { path = "/b", redirect = "/a" }
      router.route { path = "/1", redirect = "/2" }
      router.route { path = "/2", redirect = "/3" }
      router.route { path = "/3", view = "Three" }
      """,
      [
        "/a": "failed redirect_loop: main.lua:3: The redirects form a loop: /a → /b → /a…",
        "/1": "failed redirect_limit: main.lua:5:…", "/2": "opened Three",
      ]
    ),
    ScriptRule(
      "leave guards: every screen that the animator would remove, top first; false keeps everything",
      """
      local function page(name)
        return { path = "/" .. name, view = name, animator = "push", on_exit = function(screen, target)
          session.asked = (session.asked or "") .. screen.view .. tostring(target and target.path)
          return name ~= session.keeps
        end }
      end
      router.route { path = "/root", view = "root", animator = animator.root { wrap = "stack" } }
      router.route(page "x")
      router.route(page "y")
      router.route { path = "/new", animator = "root", view = function()
        session.built = true
        return screen { "new" }
      end }
      """,
      [
        "/root": "opened root", "/x": "opened x", "/y": "opened y",
        "= (function() session.keeps = 'x' end)()": "",
        "/new": "intercepted…",
        "= session.asked, session.built, stage.depth()": "y/newx/new, nil, 3",
        "= (function() session.keeps = nil end)()": "", "/new#2": "opened new",
      ]
    ),
    ScriptRule(
      "leave guards: a dialog that one opens to ask is not counted among what leaves",
      """
      router.route { path = "/ask", view = "Ask", animator = "present",
        on_exit = function() return false end }
      router.route { path = "/page", view = "Page", on_exit = function()
        return router.open("/ask").ok
      end }
      router.route { path = "/new", view = "New", animator = "root" }
      """,
      ["/page": "opened Page", "/new": "opened New"]
    ),
  ])
  func `an open follows the rules`(row: ScriptRule) async throws { try await row.check() }

  @Test(arguments: ["proxy", "guard", "pattern guard", "redirect", "parent"])
  func `fail closed: a decision with an error ends the open as failed with file and line`(
    place: String
  ) async throws {
    for (body, expected) in [
      ("error('no')", "failed script_error: main.lua:1: no"),
      ("return 'login'", "failed bad_location: main.lua:…"), ("return 1", "failed script_error:…"),
      ("return {}", "failed script_error: main.lua:1:…"),
      ("return screen { 'S' }", "failed script_error: main.lua:1:…"),
      ("return router.decline", "failed script_error: main.lua:1:…"),
      ("sleep(3600)", "failed timeout: main.lua:…"),
    ] {
      let decision = "local function decide() \(body) end\n"
      let rule =
        switch place {
        case "proxy": "router.proxy('/p/**', decide)"
        case "guard": "router.guard('c', decide)"
        case "pattern guard": "router.guard('/p/*', decide)"
        default: ""
        }
      let row = ScriptRule(
        place,
        decision + """
          router.configure { wait_limit = 0.001 }
          router.route { path = "/p"\(place == "parent" ? ", redirect = decide" : ""), routes = {
            { name = "c", path = "c"\(place == "redirect" ? ", redirect = decide" : ""),
              view = function() session.built = true return screen { "C" } end } } }
          \(rule)
          """,
        ["/p/c": expected, "= session.built, stage.top()": "nil, nil"]
      )
      try await row.check()
    }
  }
}
