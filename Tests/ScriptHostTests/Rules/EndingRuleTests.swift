import Moonroute
import ScriptHost
import Testing

/// Waiting, overlap, failures and outcomes in scripts: one row for each sentence of the rules, in
/// order.
@Suite struct EndingRuleTests {
  @Test(arguments: [
    ScriptRule(
      "any decision, view or handler may wait",
      """
      local function wait() sleep(0) end
      router.proxy("/**", wait)
      router.guard("a", function() sleep(0) return true end)
      router.unmatched(function() sleep(0) return "/a" end)
      router.on_error(function() sleep(0) return "/a" end)
      router.route { name = "a", path = "/a", redirect = { wait, wait },
        animator = function() sleep(0) return "root" end,
        on_exit = function() sleep(0) return true end,
        view = function() sleep(0) return screen { "A" } end }
      router.route { path = "/act", action = function() sleep(0) return 1 end }
      router.route { path = "/boom", action = function() sleep(0) error("boom") end }
      """,
      [
        "/a": "opened A", "/a#2": "opened A", "/act": "handled 1", "/lost": "fell_back A",
        "/boom": "fell_back A",
      ]
    ),
    ScriptRule(
      "child opens never cancel their ancestors, and their depth is limited",
      """
      router.route { path = "/page", view = function()
        local child = router.open("/dialog")
        return screen { "Page", child = child.status }
      end }
      router.route { path = "/dialog", view = "Dialog" }
      router.route { path = "/deep/:n<int>", action = function(state)
        local outcome = router.open("/deep/" .. state.params.n + 1)
        return outcome.error and outcome.error.code or outcome.value
      end }
      """,
      [
        "/page": "opened Page", "= stage.find and stage.top().child": "opened",
        "/deep/1": "handled redirect_limit",
      ]
    ),
    ScriptRule(
      "the newest wins; an older one that has not reached build ends as cancelled",
      """
      router.route { path = "/new", view = "New" }
      router.route { path = "/old", view = "Old", redirect = function()
        after(0, function() session.newer = router.open("/new").status end)
        sleep(3600)
      end }
      """,
      ["/old": "cancelled", "= session.newer, stage.top().view": "opened, New"]
    ),
    ScriptRule(
      "overlap = \"queue\" runs them one after another, actions included",
      """
      router.configure { overlap = "queue" }
      session.log = ""
      router.route { path = "/act", action = function() session.log = session.log .. "act " end }
      router.route { path = "/old", redirect = function()
        after(0, function() session.asked = true router.open("/act") end)
        while not session.asked do sleep(0) end
        session.log = session.log .. "old "
      end, view = "Old" }
      """,
      ["/old": "opened Old", "/act": "handled ", "= session.log": "old act act "]
    ),
    ScriptRule(
      "fetch and actions neither cancel nor are cancelled; timers are no children",
      """
      router.route { path = "/act", action = function() sleep(0) return "act" end }
      router.route { path = "/old", view = "Old", redirect = function()
        after(0, function() session.fetched = router.fetch("/act") end)
        after(0, function() session.handled = router.open("/act").value end)
        while not (session.fetched and session.handled) do sleep(0) end
      end }
      """,
      ["/old": "opened Old", "= session.fetched, session.handled": "act, act"]
    ),
    ScriptRule(
      "fetch and build run proxies and guards",
      """
      router.route { name = "a", path = "/a", view = "A" }
      router.route { name = "f", path = "/f", action = function() return "f" end }
      router.proxy("/p/:x", "/:x")
      router.guard("/**", function() if session.closed then return false, "closed" end return true end)
      """,
      [
        "= router.build('/p/a').view, router.fetch('/p/f'), stage.top()": "A, f, nil",
        "= (function() session.closed = true end)()": "",
        "= select(2, pcall(router.build, '/a')).code": "intercepted",
        "= select(2, pcall(router.fetch, '/f')).code": "intercepted",
      ]
    ),
    ScriptRule(
      "build: exactly once per open; nil is no_view, and so is a redirect-only route that passes",
      """
      session.built = 0
      router.route { path = "/a", view = function()
        session.built = session.built + 1
        return screen { "A" }
      end, redirect = { function() end, function() return true end } }
      router.route { path = "/nil", view = function() end }
      router.route { path = "/only", redirect = function() return true end }
      """,
      [
        "/a": "opened A", "= session.built": "1", "/nil": "failed no_view…",
        "/only": "failed no_view…",
      ]
    ),
    ScriptRule(
      "not found: the query's route_fallback_url, once, never in a loop",
      """
      router.route { path = "/b", action = function(state) return state.query.route_fallback_url end }
      router.route { path = "/page", view = "Page" }
      """,
      [
        "/x?route_fallback_url=/page": "fell_back Page",
        "/x?route_fallback_url=/y%3Froute_fallback_url=/page": "not_found…",
        "/x?route_fallback_url=/x": "not_found…", "/b?route_fallback_url=/page": "handled nil",
      ]
    ),
    ScriptRule(
      "then unmatched answers a location or a screen: success is fell_back; else not_found",
      """
      router.unmatched(function(state)
        if state.path == "/location" then return router.to("page") end
        if state.path == "/text" then return "/page" end
        if state.path == "/screen" then return screen { "Lost", path = state.path } end
      end)
      router.route { name = "page", path = "/page", view = "Page" }
      router.route { path = "/fallback", view = "Fallback" }
      """,
      [
        "/location": "fell_back Page", "/text": "fell_back Page", "/screen": "fell_back Lost",
        "/pag": "not_found not_found: No route matches '/pag'. The nearest route is '/page'.",
        "/text?route_fallback_url=/fallback": "fell_back Fallback",
        "= router.open('/text').error.code, router.open('/text').ok": "not_found, true",
      ]
    ),
    ScriptRule(
      "other failures: on_error gets the outcome, once; what is shown ends as fell_back and keeps"
        + " error",
      """
      session.count = 0
      router.on_error(function(outcome)
        session.count = session.count + 1
        if outcome.status == "intercepted" then return "/boom" end
        return screen { "Error", code = outcome.error.code, why = outcome.error.message }
      end)
      router.route { path = "/boom", action = function() error("boom") end }
      router.route { path = "/no", view = "No", redirect = function() return false, "no" end }
      """,
      [
        "/boom": "fell_back Error", "= stage.top().code, stage.top().why": "script_error, boom",
        "= session.count .. ''": "1", "= router.open('/boom').error.message": "boom",
        "= (function() session.count = 0 return router.open('/no').status end)()": "intercepted",
        "= session.count": "1",
      ]
    ),
    ScriptRule(
      "can_open and match: matching only, never run script code",
      """
      router.type("t", { match = "x", parse = function() error("parsed") end })
      local function never() session.ran = true return false end
      router.proxy("/**", never)
      router.guard("/**", never)
      router.route { path = "/a/:x<t>", view = never, redirect = never }
      """,
      [
        "= router.can_open('/a/x'), router.can_open('/a/y'), router.can_open('no-name')":
          "true, false, false",
        "= router.match('/a/x').name, session.ran": "nil, nil",
        "= router.can_open('/%ff')": "false",
        "= select(2, router.match('/%ff')).code": "bad_location",
      ]
    ),
    ScriptRule(
      "an outcome has its steps with route, file and line",
      """
      router.route { path = "/a", redirect = "/b" }
      router.route { name = "b", path = "/b", view = "B", redirect = function() end }
      """,
      [
        "= (function() local t = {} for _, s in ipairs(router.open('/a').steps) do t[#t + 1] = s.step .. ':' .. tostring(s.name) .. ':' .. tostring(s.line) end return table.concat(t, ' ') end)()":
          "parse:nil:nil match:/a:1 redirect:/a:1 match:b:2 redirect:b:2 animator:b:2 build:b:2"
          + " show:b:2"
      ]
    ),
    ScriptRule(
      "extra is any value; state.all merges query < path parameters < extra",
      """
      router.route { path = "/a/:p", action = function(state)
        return state.all.q, state.all.p, state.all.e, state.all.x
      end }
      router.route { path = "/e", action = function(state) return state.extra end }
      """,
      [
        "= router.fetch('/a/2?q=1&p=1&e=1', { extra = { e = 3, x = 4 } })": "1, 2, 3, 4",
        "= router.fetch('/e', { extra = 'text' }), router.fetch('/e', { extra = false })":
          "text, false",
        "= router.fetch('/e', { extra = function() return 'called' end })()": "called",
        "= router.fetch('/e', { extra = stage }) == stage": "true",
      ]
    ),
    ScriptRule(
      "reserved query keys are not in query",
      """
      router.route { path = "/a", action = function(state)
        local names = {}
        for name in pairs(state.query) do names[#names + 1] = name end
        for name in pairs(state.query_all) do names[#names + 1] = name end
        for name in pairs(state.all) do names[#names + 1] = name end
        return table.concat(names, " ")
      end }
      """,
      ["/a?route_fallback_url=/b&q=1&route_no_animation=true": "handled q q q"]
    ),
  ])
  func `an open ends as in the rules`(row: ScriptRule) async throws { try await row.check() }

  @Test func `an extra of the program round-trips unchanged`() async throws {
    final class Ticket: Sendable {}
    let scripts = try await LoadedScripts.load(
      "router.route { path = '/e', action = function(state) return state.extra end }"
    )
    let ticket = Ticket()
    let extra = Value.reference(Value.ObjectReference(ticket, id: 1, kind: "ticket"))
    let outcome = await scripts.router.open("/e", options: OpenOptions(extra: extra))
    #expect(outcome.values.first?.object(Ticket.self) === ticket)
  }

  @Test func `can_open and match work from any thread`() async throws {
    let scripts = try await LoadedScripts.load(
      "router.route { path = '/a/:x<int>', view = 'A', redirect = function() error('asked') end }"
    )
    let directory = scripts.router.directory
    let found = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask { directory.canOpen("/a/\(number)") && !directory.canOpen("/a/x\(number)") }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(found)
  }
}
