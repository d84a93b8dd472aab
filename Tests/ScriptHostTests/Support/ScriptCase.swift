import Testing

/// One row of a table: a script and its expected result.
struct ScriptCase: Sendable, CustomTestStringConvertible {
  /// The rule that the row tests.
  let rule: String
  /// The Lua text.
  let script: String
  /// The expected result.
  let expected: String

  /// The name of the row in reports.
  var testDescription: String { rule }

  init(_ rule: String, _ script: String, _ expected: String = "") {
    self.rule = rule
    self.script = script
    self.expected = expected
  }
}
