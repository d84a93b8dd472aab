import Moonroute
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// Reading query items and notes that no route declares.
@Suite struct StateReadRuleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    /// The findings of the two rules: place and message.
    var found: [String] = []
  }

  private static let rules = ["unknown_parameter", "unknown_field"]

  private static let zoen =
    "'zoen' is not in the query of 'buy'. Did you mean 'zone'? The query declares price, zone."

  private static func buy(_ body: String, _ more: String = "") -> String {
    "router.route { name = 'buy', path = '/buy', meta = { city = 1 },"
      + " query = { zone = 'int?', price = 'int?' }, \(more) view = function(state)\n\(body)\nend }"
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a misspelt item",
      text: buy("return screen { 'Buy', z = state.query.zoen }"),
      found: ["2:28 \(zoen)"]
    ),
    Case(
      testDescription: "by a key",
      text: buy("return screen { 'Buy', z = state.query['zoen'] }"),
      found: ["2:28 \(zoen)"]
    ),
    Case(
      testDescription: "through locals",
      text: buy("local s = state local query = s.query\nreturn screen { 'Buy', z = query.zoen }"),
      found: ["3:28 \(zoen)"]
    ),
    Case(
      testDescription: "a declared item, and the query as received",
      text: buy("return screen { 'Buy', z = state.query.zone, a = state.query_all.zoen }")
    ),
    Case(
      testDescription: "a local that is assigned another value",
      text: buy("local query = state.query query = {}\nreturn screen { 'Buy', z = query.zoen }")
    ),
    Case(
      testDescription: "a computed key",
      text: buy("local key = 'zo' .. 'en' return screen { 'Buy', z = state.query[key] }")
    ),
    Case(
      testDescription: "no declared query",
      text: "router.route { path = '/a', view = function(state)\n"
        + "return screen { 'A', z = state.query.zoen } end }"
    ),
    Case(
      testDescription: "an empty query",
      text: "router.route { path = '/a', query = {}, view = function(state)\n"
        + "return screen { 'A', z = state.query.zoen } end }",
      found: ["2:26 'zoen' is not in the query of '/a'. The query declares nothing."]
    ),
    Case(
      testDescription: "a parameter that none of the routes of a shared view has",
      text: """
        local function view(state) return screen { 'A', a = state.params.id, b = state.params.nubmer } end
        router.route { path = '/a/:id<int>', view = view }
        router.route { path = '/b/:number<int>', view = view }
        """,
      found: [
        "1:74 None of the 2 routes that this function serves has the parameter 'nubmer'."
          + " Did you mean 'number'?"
      ]
    ),
    Case(
      testDescription: "a parameter that one route of a shared view has, or that a child has",
      text: """
        local function view(state) return screen { 'A', a = state.params.id } end
        router.route { path = '/a/:id<int>', view = view }
        router.route { path = '/b', view = view }
        local function guard(state) return state.params.number ~= 1 end
        router.route { path = '/c', redirect = guard, view = 'C', routes = {
          { path = ':number<int>', view = 'D' } } }
        """
    ),
    Case(
      testDescription: "an item of a child route, in a shared function",
      text: buy(
        "return screen { 'Buy' }",
        "redirect = function(state)\nif state.query.number then return end\n"
          + "if state.query.nummber then return end end,"
          + " routes = { { path = 'card', view = 'Card', query = { number = 'int?' } } },"
      ),
      found: [
        "3:4 'nummber' is not in the query of 'buy'. Did you mean 'number'?"
          + " The query declares number, price, zone."
      ]
    ),
    Case(
      testDescription: "a guard of a name",
      text: buy("return screen { 'Buy' }")
        + "\nrouter.guard('buy', function(state)\nreturn state.query.zoen == 1 end)",
      found: ["5:8 \(zoen)"]
    ),
    Case(
      testDescription: "a guard of a pattern",
      text: buy("return screen { 'Buy' }")
        + "\nrouter.guard('/buy', function(state)\nreturn state.query.zoen == 1 end)"
    ),
    Case(
      testDescription: "a function of several routes, when none has it",
      text:
        "local function show(state)\nreturn screen { 'A', a = state.query.aa, b = state.query.bb,"
        + " c = state.query.cc } end\n"
        + "router.route { path = '/a', query = { aa = 'int?' }, view = show }\n"
        + "router.route { path = '/b', query = { bb = 'int?' }, view = show }",
      found: [
        "2:66 None of the 2 routes that this function serves has 'cc' in its query."
      ]
    ),
    Case(
      testDescription: "a function that is called with other states as well",
      text: "local function show(state)\nreturn screen { 'A', c = state.query.cc } end\n"
        + "router.route { path = '/a', query = { aa = 'int?' }, view = show }\n"
        + "router.route { path = '/b', view = function(state)\nreturn show(state) end }"
    ),
    Case(
      testDescription: "a protected call",
      text: buy(
        "local ok, z = pcall(function() return state.query.zoen end)\n"
          + "return screen { 'Buy', z = z, ok = ok }"
      )
    ),
    Case(
      testDescription: "notes",
      text: buy("return screen { 'Buy', c = state.meta.city, d = state.meta.citty }"),
      found: ["2:49 No route has 'citty' in its meta. Did you mean 'city'?"]
    ),
    Case(
      testDescription: "notes of other routes, in a proxy",
      text: buy("return screen { 'Buy' }")
        + "\nrouter.proxy('/**', function(state)\nif state.meta.city or state.meta.x then return end end)",
      found: [
        "5:23 No route has 'x' in its meta. Write it into the meta of a route or of a group."
      ]
    ),
    Case(
      testDescription: "notes with routes registered later",
      text: buy("return screen { 'Buy', d = state.meta.citty }")
        + "\nfunction _G.later() router.route { path = '/late', view = 'L', meta = { citty = 1 } } end"
    ),
  ]

  @Test(arguments: cases)
  func `exactly the reads of undeclared fields are found`(row: Case) async throws {
    let found = try await findings(["main.lua": row.text])
      .filter { Self.rules.contains($0.problem.code.rawValue) }
    #expect(
      found.map {
        "\($0.problem.site?.line ?? 0):\($0.problem.column ?? 0) \($0.problem.message)"
      } == row.found
    )
  }

  @Test func `a fix inserts the nearest name`() async throws {
    let text = Self.buy("return screen { 'Buy', z = state.query.zoen }")
    let fix = try await findings(["main.lua": text]).compactMap(\.fix).first
    let bytes = Array(text.utf8)
    #expect(fix?.text == "zone")
    #expect(fix.map { String(decoding: bytes[$0.range], as: UTF8.self) } == "zoen")
  }
}
