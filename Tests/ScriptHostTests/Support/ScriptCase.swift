import Testing

<<<<<<< HEAD
/// One row of a table: a script and its expected result.
=======
/// One row of a table: the input, and its result.
>>>>>>> e94abd91 (tests: plainer comments after a second reading of all suites)
struct ScriptCase: Sendable, CustomTestStringConvertible {
  /// The rule that the row tests.
  let rule: String
  /// The Lua text.
  let script: String
  /// The expected result.
  let expected: String

<<<<<<< HEAD
  /// The name of the row in reports.
=======
>>>>>>> e94abd91 (tests: plainer comments after a second reading of all suites)
  var testDescription: String { rule }

  init(_ rule: String, _ script: String, _ expected: String = "") {
    self.rule = rule
    self.script = script
    self.expected = expected
  }
}
