#if Command
import ArgumentParser
import ScriptTesting
import TextTools

struct TestChoiceOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Only tests with one of these tags.", valueName: "tag,…")
  )
  var tags: [String] = []

  @Option(help: ArgumentHelp("No tests with one of these tags.", valueName: "tag,…"))
  var excludeTags: [String] = []

  @Option(help: ArgumentHelp("Only tests whose full name fits.", valueName: "pattern"))
  var filter: [String] = []

  @Option(help: ArgumentHelp("No tests whose full name fits.", valueName: "pattern"))
  var filterOut: [String] = []

  @Option(help: ArgumentHelp("Only the test with this full name.", valueName: "name"))
  var name: [String] = []

  @Option(help: ArgumentHelp("No tests whose full name is a line of this file.", valueName: "file"))
  var excludeNamesFile: String?

  @Flag(name: .shortAndLong, help: "List the tests and run none.")
  var list = false

  @Flag(help: "End with status 0 when no test is selected.")
  var passWithNoTests = false

  @Flag(
    help: """
      Behave as busted where it differs: '-t bu' also selects '#bug', no tests is fine, only the \
      last finally runs; with --unsafe, files share a state.
      """
  )
  var bustedStrictCompat = false

  func validate() throws {
    try TestPatterns.check(filter, of: "--filter")
    try TestPatterns.check(filterOut, of: "--filter-out")
  }

  /// Whether a run without a test succeeds.
  var passesWithNoTests: Bool { passWithNoTests || bustedStrictCompat }
}

/// Lua patterns in options.
enum TestPatterns {
  /// Rejects patterns that Lua does not accept.
  static func check(_ patterns: [String], of option: String) throws {
    for pattern in patterns {
      guard let problem = problem(of: pattern) else { continue }
      throw ValidationError("\(option) \(problem)")
    }
  }

  /// The error for an invalid Lua pattern, or `nil`.
  static func problem(of pattern: String) -> String? {
    SpecPattern(pattern).problem
      .map { "takes a pattern of Lua, and got '\(pattern.printable)': \($0)." }
  }
}
#endif
