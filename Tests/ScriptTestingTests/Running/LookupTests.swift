import ScriptTesting
import Testing

/// Messages of assertions about missing names.
@Suite struct LookupTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let script: String
    /// The message, or `nil` if the assertion holds.
    var message: String?

    var testDescription: String { script }
  }

  private static let application = """
    router.on_error(function(outcome) if outcome.name == "broken" then return "/" end end)
    router.route { name = "home", path = "/", view = "Home", animator = "root" }
    router.route { name = "broken", path = "/broken", action = function() error("no luck") end }
    router.route { name = "odd", path = "/odd", action = function() error("odd") end }
    router.route { name = "typed", path = "/typed", view = "Typed", redirect = function() return 7 end }
    router.route { name = "done", path = "/done", action = function() end }
    router.guard("/shut", function() return false, "closed" end)
    router.route { path = "/shut", view = "Shut" }
    router.route { path = "/old", redirect = function() return "/" end }
    """

  private static func refusal(_ name: String, _ what: String) -> String {
    "'\(name)' takes \(what), but got nil. Name it, or leave the argument out."
  }

  static let cases = [
    Case(
      script: "assert.opened(router.open('/'), nil)",
      message: refusal("opened", "the name of a route")
    ),
    Case(
      script: "assert.opened(router.open('/'), nil, 'mine')",
      message: refusal("opened", "the name of a route")
    ),
    Case(
      script: "assert.is_not.opened(router.open('/broken'), nil)",
      message: refusal("opened", "the name of a route")
    ),
    Case(
      script: "assert.fell_back(router.open('/broken'), nil)",
      message: refusal("fell_back", "the name of a route or the code of an error")
    ),
    Case(
      script: "assert.failed(router.open('/odd'), nil)",
      message: refusal("failed", "the code of an error")
    ),
    Case(
      script: "assert.intercepted(router.open('/shut'), nil)",
      message: refusal("intercepted", "a reason")
    ),
    Case(
      script: "assert.redirected(router.open('/old'), nil)",
      message: refusal("redirected", "a location, or a list of locations")
    ),
    Case(
      script: "assert.problem(function() end, nil)",
      message: refusal("problem", "a text of the problem")
    ),
    Case(
      script: "assert.top(nil)",
      message: "'top' takes the name of a route or a view, but got nil"
    ),
    Case(script: "assert.stage(nil)", message: "'stage' takes a drawing, but got nil"),
    Case(
      script: "assert.emitted(nil)",
      message: "'emitted' takes the key of an event, but got nothing"
    ),
    Case(script: "assert.handled(router.open('/done'), nil)"),
    Case(
      script: "assert.handled(router.open('/done'), 1)",
      message:
        "The open ended otherwise.\nExpected:\nhandled with 1\nActual:\nhandled 'done' at /done"
    ),
    Case(script: "assert.opened(router.open('/'))"),
    Case(script: "assert.fell_back(router.open('/broken'), 'home')"),
    Case(script: "assert.fell_back(router.open('/broken'), 'script_error')"),
    Case(script: "assert.is_not.fell_back(router.open('/broken'), 'wrong_type')"),
    Case(script: "assert.fell_back(router.open('/broken'), { error = 'script_error' })"),
    Case(
      script: "assert.fell_back(router.open('/broken'), { name = 'home', error = 'script_error' })"
    ),
    Case(script: "assert.is_not.fell_back(router.open('/broken'), { error = 'wrong_type' })"),
    Case(script: "assert.is_not.fell_back(router.open('/broken'), { name = 'odd' })"),
    Case(
      script: "assert.fell_back(router.open('/broken'), { name = 'odd', error = 'wrong_type' })",
      message: """
        The open ended otherwise.
        Expected:
        fell_back 'odd' with the error 'wrong_type'
        Actual:
        fell_back 'home' [script_error] no luck at /
        """
    ),
    Case(
      script: "assert.fell_back(router.open('/broken'), { code = 'x' })",
      message: "'code' is not an option of 'fell_back'. It takes 'name' and 'error'."
    ),
    Case(
      script: "assert.fell_back(router.open('/broken'), {})",
      message:
        "'fell_back' takes a route's name, or a table with 'name' or 'error', but got {}"
    ),
  ]

  @Test(arguments: cases)
  func `nil instead of a name is refused, and a fallback has a code`(row: Case) async throws {
    let run = try await SpecRun.of(
      "it('a', function() \(row.script) end)",
      with: ["main.lua": Self.application]
    )
    #expect(run.message == row.message)
    #expect(run.results.map(\.hasFailed) == [row.message != nil])
  }

  @Test(arguments: [("assertion", "assert.opend(1)"), ("matcher", "match.is_strng()")])
  func `a report lists the known words`(kind: String, script: String) async throws {
    let run = try await SpecRun.of(
      "assert:register('\(kind)', 'zesty', function() end) it('a', function() \(script) end)"
    )
    let word = kind == "matcher" ? "is_strng" : "opend"
    #expect(run.message == "luassert: unknown modifier/\(kind): '\(word)'")
    let lines = (run.results.first?.diagnostics.explanation ?? "").split(separator: "\n")
    #expect(lines.first?.hasSuffix("luassert: unknown modifier/\(kind): '\(word)'") == true)
    let known = (lines.last ?? "").dropFirst("Available: ".count).dropLast().split(separator: ", ")
    #expect(known.contains("zesty") && known.contains(kind == "matcher" ? "string" : "opened"))
    #expect(known == known.sorted() && Set(known).count == known.count)
  }
}
