import Moonroute
import ScriptHost
@testable import ScriptAnalysis
import Testing

/// Rule `open_redirect` of `moonroute check`: a link must not determine where a decision leads.
@Suite struct OpenRedirectTests {
  /// The places and texts of the findings in an application.
  private func found(_ files: [String: String]) async throws -> [String] {
    let host = try ScriptHost(.texts(files))
    try await host.load()
    let scripts = files.sorted { $0.key < $1.key }
      .map { AnalysedScript(file: $0.key, text: Array($0.value.utf8), isSpec: false) }
    return OpenRedirects.problems(in: scripts)
      .map { problem in
        #expect(problem.code.rawValue == "open_redirect" && problem.severity == .warning)
        let words = problem.message.split(separator: "'").first ?? ""
        return "\(problem.site?.description ?? "?"):\(problem.column ?? 0) \(words)"
      }
  }

  private func decision(_ body: String) -> [String: String] {
    [
      "main.lua":
        "router.route { path = '/a', view = 'A', redirect = function(state)\n\(body)\nend }"
    ]
  }

  @Test(arguments: [
    ("return state.query.back", "8 state.query.back"),
    ("return state.query['back']", "8 state.query"),
    ("return state.params.next or '/'", "8 state.params.next"),
    ("return session.user and state.extra.back", "25 state.extra.back"),
    ("return state.all.back", "8 state.all.back"),
    ("return state.query.base .. '/x'", "8 state.query.base"),
    ("return (state.query.back)", "9 state.query.back"),
    ("return state.query.back:gsub('x', '')", "8 state.query.back"),
    ("return router.location(state.query.back)", "24 state.query.back"),
    ("return router.location(tostring(state.query.back) .. '?a')", "33 state.query.back"),
    ("local back = state.query.back return back", "14 state.query.back"),
    ("local query = state.query return query.back", "34 query.back"),
    ("local a <const>, b = 1, state.query.b if a then return b end", "25 state.query.b"),
    ("local b b = state.query.b return b", "13 state.query.b"),
    ("local s = state return s.query.b", "24 s.query.b"),
    ("router.open(state.query.back) return true", "13 state.query.back"),
    ("router.push(state.query.back or '/') return true", "13 state.query.back"),
    ("return router.rewrite { extra = { 1 }, location = state.query.to }", "51 state.query.to"),
    ("if true then return state.location.query.back end", "21 state.location.query.back"),
  ])
  func `link text that decides a redirect is found`(body: String, expected: String) async throws {
    #expect(try await found(decision(body)) == ["main.lua:2:\(expected)"])
  }

  @Test(arguments: [
    "return router.own(state.query.back) or router.to('home')",
    "local back = router.own(state.query.back) return back or true",
    "local back = state.query.back if router.own(back) then return back end return true",
    "if router.own(state.query.back) then return state.query.back end return true",
    "return router.to('a', nil, { q = state.query.q })",
    "return router.to(state.query.q)",
    "return '/a/' .. state.params.id",
    "return state.query.q == 'yes'",
    "return not state.query.q",
    "return state.query.q ~= nil and '/x' or true",
    "return #state.query.q > 3",
    "return state.query.q:match('^%d+$') ~= nil",
    "return allowed(state.query.q)",
    "return false, state.query.reason",
    "local f = function(text) return text end return f(1) ~= nil",
    "local back = state.query.back back = '/' return back",
    "return state.location",
    "return ({ a = '/x' })[state.query.q]",
    "-- return state.query.back\n return 'x' == [[ return state.query.back ]]",
  ])
  func `a redirect that the author decides is not found`(body: String) async throws {
    #expect(try await found(decision(body)).isEmpty)
  }

  @Test(arguments: [
    ("router.guard('/a', function(s) return s.query.b end)", 1),
    ("router.proxy('/a', function(s) return s.query.b end)", 1),
    ("router.unmatched(function(s) return s.query.b end)", 1),
    ("router.on_error(function(o) return o.query.b end)", 1),
    (
      "router.route { path = '/b', view = 'B', redirect = { function(s) return s.query.b end } }", 1
    ),
    ("local function go(s) return s.query.b end router.guard('/a', go)", 1),
    ("local M = {} M.go = function(s) return s.query.b end router.guard('/a', M.go)", 1),
    ("router.route { path = '/b', action = function(s) return s.query.b end }", 0),
    ("router.route { path = '/b', view = function(s) return screen { s.query.b } end }", 0),
    ("router.route { path = '/b', action = function(s) return router.open(s.query.b) end }", 1),
    ("local t = { query = { b = 1 } } router.guard('/a', function() return t.query.b == 1 end)", 0),
  ])
  func `decisions count wherever they are registered`(script: String, count: Int) async throws {
    #expect(try await found(["main.lua": script]).count == count)
  }

  @Test func `a decision in another file is found there`() async throws {
    let files = [
      "main.lua": "local auth = require 'auth' router.group { path = '/a', redirect = auth.back,"
        + " routes = { { path = 'b', view = 'B' } } }",
      "auth.lua":
        "local M = {}\nfunction M.back(state, target) return target.query.back end return M",
    ]
    #expect(try await found(files) == ["auth.lua:2:39 target.query.back"])
  }

  @Test func `each place is found once, however often its value is used`() async throws {
    let line =
      "router.guard('/a', function(s) local b = s.query.b router.open(b) router.push(b) return b end)\n"
    let found = try await found(["main.lua": String(repeating: line, count: 40)])
    #expect(found == (1...40).map { "main.lua:\($0):42 s.query.b" })
  }
}
