import Testing

/// One row of a table: what is written, and what comes of it.
struct ScriptCase: Sendable, CustomTestStringConvertible {
  /// The rule that the row is about.
  let rule: String
  /// The Lua text.
  let script: String
  /// The expected answer.
  let expected: String

  /// The row in reports.
  var testDescription: String { rule }

  init(_ rule: String, _ script: String, _ expected: String = "") {
    self.rule = rule
    self.script = script
    self.expected = expected
  }
}
