#if Command
import ArgumentParser
import ScriptTesting
import TextTools

struct TestChoiceOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Run only tests with one of these tags.", valueName: "tag,…")
  )
  var tags: [String] = []

  @Option(help: ArgumentHelp("Skip tests with one of these tags.", valueName: "tag,…"))
  var excludeTags: [String] = []

  @Option(help: ArgumentHelp("Run only tests whose full name matches.", valueName: "pattern"))
  var filter: [String] = []

  @Option(help: ArgumentHelp("Skip tests whose full name matches.", valueName: "pattern"))
  var filterOut: [String] = []

  @Option(help: ArgumentHelp("Run only the test with this full name.", valueName: "name"))
  var name: [String] = []

  @Option(
    help: ArgumentHelp("Skip tests whose full name is a line of this file.", valueName: "file")
  )
  var excludeNamesFile: String?

  @Flag(
    help: """
      Allow tests marked with 'only' or '#only'. (default: yes, but no if the variable CI is set)
      """
  )
  var allowOnly = false

  @Flag(name: .shortAndLong, help: "List the tests and run none.")
  var list = false

  @Flag(help: "End with status 0 if no test is selected.")
  var passWithNoTests = false

  @Flag(
    help: """
      Behave like busted where it differs: '-t bu' also selects '#bug', a run without tests \
      succeeds, only the last finally runs; with --unsafe, files share a state.
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

enum TestPatterns {
  static func check(_ patterns: [String], of option: String) throws {
    for pattern in patterns {
      guard let problem = problem(of: pattern) else { continue }
      throw ValidationError("\(option) \(problem)")
    }
  }

  /// The error for an invalid Lua pattern, or `nil`.
  static func problem(of pattern: String) -> String? {
    SpecPattern(pattern).problem
      .map { "takes a pattern of Lua, but got '\(pattern.printable)': \($0)." }
  }
}
#endif
