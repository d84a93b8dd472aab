import Testing

/// One sentence of the rules, and an application of scripts that shows it.
struct ScriptRule: Sendable, CustomTestStringConvertible {
  /// The rule, as the semantics say it.
  let rule: String
  /// The text of `main.lua`.
  let main: String
  /// Locations to open, or lines of Lua behind `= `, in order, each with what comes of it.
  let checks: [(line: String, expected: String)]

  /// The row in reports.
  var testDescription: String { rule }

  init(_ rule: String, _ main: String, _ checks: KeyValuePairs<String, String>) {
    self.rule = rule
    self.main = main
    self.checks = checks.map { ($0.key, $0.value) }
  }

  /// Runs the application and compares.
  ///
  /// An expectation that ends in `…` is the beginning of what is expected.
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
