import Testing

/// One sentence of the rules, and an application of scripts that demonstrates it.
struct ScriptRule: Sendable, CustomTestStringConvertible {
  /// The rule, worded as in the semantics.
  let rule: String
  /// The text of `main.lua`.
  let main: String
  /// Locations to open, or lines of Lua after `= `, in order, each with its expected result.
  let checks: [(line: String, expected: String)]

  /// The name of the row in reports.
  var testDescription: String { rule }

  init(_ rule: String, _ main: String, _ checks: KeyValuePairs<String, String>) {
    self.rule = rule
    self.main = main
    self.checks = checks.map { ($0.key, $0.value) }
  }

  /// Runs the application and compares the results.
  ///
  /// An expectation that ends in `…` only specifies the beginning of the result.
  func check() async throws {
    let scripts = try await LoadedScripts.load(main)
    for (line, expected) in checks {
      let got =
        line.hasPrefix("= ")
        ? await scripts.evaluate(String(line.dropFirst(2))) : await scripts.open(line)
      if expected.hasSuffix("…") {
        #expect(got.hasPrefix(expected.dropLast()), "\(line)")
      } else {
        #expect(got == expected, "\(line)")
      }
    }
  }
}
