#if Command
import ArgumentParser

/// The output of a run.
struct TestOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .long, .customLong("format")],
    help: ArgumentHelp(
      "pretty, plain, tap, junit, json, gtest, github, or a handler in Lua such as 'dots.lua'.",
      valueName: "name"
    )
  )
  var output: String?

  @Option(help: ArgumentHelp("Write there instead of on standard output.", valueName: "file"))
  var outputFile: String?

  @Flag(name: .shortAndLong, inversion: .prefixedNo, help: "Tell what all tests printed.")
  var verbose = false

  @Option(help: ArgumentHelp("Tell the slowest tests.", valueName: "n"))
  var slowest = 0

  @Flag(
    name: .shortAndLong,
    inversion: .prefixedNo,
    help: "Tell which routes, decisions and animators were exercised."
  )
  var coverage = false

  @Option(help: ArgumentHelp("text, lcov or html; --coverage=NAME is the same.", valueName: "name"))
  var coverageFormat: String?

  @Option(help: ArgumentHelp("Write the coverage there.", valueName: "file"))
  var coverageFile: String?

  @Flag(inversion: .prefixedNo, help: "Only count pending tests.")
  var suppressPending = false

  @Flag(inversion: .prefixedNo, help: ArgumentHelp("Write at the end only.", visibility: .hidden))
  var deferPrint: Bool?

  @Option(
    help: ArgumentHelp("Write the full names of tests that succeed there.", valueName: "file")
  )
  var logSuccess: String?

  @Option(
    name: .customLong("Xoutput", withSingleDash: true),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("--color or --plain.", visibility: .hidden)
  )
  var outputWords: [String] = []

  @Flag(help: "The same as --format json.")
  var json = false

  @Flag(help: "Print without colour. The variable NO_COLOR does the same.")
  var noColor = false

  /// The choices of these options.
  var choice: TestOutputChoice {
    TestOutputChoice(
      output: output,
      outputFile: outputFile,
      verbose: verbose,
      slowest: slowest,
      coverage: coverage,
      coverageFormat: coverageFormat,
      coverageFile: coverageFile,
      suppressPending: suppressPending,
      logSuccess: logSuccess,
      outputWords: outputWords,
      json: json,
      noColor: noColor
    )
  }

  func validate() throws {
    if let problem = choice.problem { throw ValidationError(problem) }
  }
}
#endif
