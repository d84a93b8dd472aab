import RoutePatterns
import Testing

/// One row of a table about locations: a text, and what is expected of it.
struct LocationCase<Expected: Sendable>: Sendable, CustomTestStringConvertible {
  let text: String
  let expected: Expected

  /// The rule that the row shows.
  let rule: String

  init(_ text: String, _ expected: Expected, _ rule: String) {
    self.text = text
    self.expected = expected
    self.rule = rule
  }

  var testDescription: String { "'\(text.prefix(60))': \(rule)" }

  /// The location that the text is.
  func location(
    rules: LocationRules = .standard,
    relativeTo base: Location? = nil
  ) throws -> Location {
    try Location(parsing: text, rules: rules, relativeTo: base)
  }
}
