import RoutePatterns
import Testing

/// One row of a table about locations: a text, and the expected result.
struct LocationCase<Expected: Sendable>: Sendable, CustomTestStringConvertible {
  let text: String
  let expected: Expected

  /// The tested rule.
  let rule: String

  init(_ text: String, _ expected: Expected, _ rule: String) {
    self.text = text
    self.expected = expected
    self.rule = rule
  }

  var testDescription: String { "'\(text.prefix(60))': \(rule)" }

  /// The location of the text.
  func location(
    rules: LocationRules = .standard,
    relativeTo base: Location? = nil
  ) throws -> Location {
    try Location(parsing: text, rules: rules, relativeTo: base)
  }
}
