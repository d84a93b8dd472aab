#if Command
import ArgumentParser
import ScriptTesting

/// The options for the report and the coverage of a run.
struct TestOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .long, .customLong("format")],
    help: ArgumentHelp(
      "pretty, plain, tap, junit, json, gtest, github, html, or a handler in Lua ('dots.lua').",
      valueName: "name"
    ),
    completion: .list(["pretty", "plain", "tap", "junit", "json", "gtest", "github", "html"])
  )
  var output: String?

  @Option(help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
  var outputFile: String?

  /// The file for the report.
  ///
  /// As in busted, an argument of `junit` also names it.
  var reportFile: String? {
    guard outputFile == nil, output.flatMap(SpecFormat.init(named:)) == .junit else {
      return outputFile
    }
    return TestSettings.pieces(outputWords).first { !$0.hasPrefix("--") }
  }

  @Flag(
    name: .shortAndLong,
    inversion: .prefixedNo,
    exclusivity: .chooseLast,
    help: "Show the output of all tests."
  )
  var verbose: Bool?

  @Option(help: ArgumentHelp("Show the slowest tests.", valueName: "n"))
  var slowest = 0

  @Flag(
    name: .shortAndLong,
    inversion: .prefixedNo,
    exclusivity: .chooseLast,
    help: "Show which routes, decisions and animators were exercised."
  )
  var coverage: Bool?

  @Option(help: ArgumentHelp("text, lcov or html; --coverage=NAME is the same.", valueName: "name"))
  var coverageFormat: String?

  @Option(help: ArgumentHelp("Write the coverage to this file.", valueName: "file"))
  var coverageFile: String?

  @Option(
    help: ArgumentHelp("Fail if less than this percentage of the lines ran.", valueName: "percent"),
    transform: DecimalNumber.read
  )
  var coverageThreshold: Double?

  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Only count pending tests.")
  var suppressPending: Bool?

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .chooseLast,
    help: ArgumentHelp("Write only at the end.", visibility: .hidden)
  )
  var deferPrint: Bool?

  @Option(
    help: ArgumentHelp(
      "Write the full names of tests that succeed to this file.",
      valueName: "file"
    )
  )
  var logSuccess: String?

  @Option(
    name: .customLong("Xoutput", withSingleDash: true),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("--color, --plain, or the file for junit.", visibility: .hidden)
  )
  var outputWords: [String] = []

  @Flag(help: "The same as --format json.")
  var json = false

  @Flag(help: "Print without colour. The variable NO_COLOR does the same.")
  var noColor = false

  var coverageReport: CoverageFormat? {
    guard coverage != false else { return nil }
    return coverageFormat.flatMap(CoverageFormat.init)
      ?? (coverage == true || coverageFile != nil || coverageThreshold != nil ? .text : nil)
  }

  static func isHandler(_ name: String) -> Bool { name.hasSuffix(".lua") }

  func validate() throws {
    if let problem { throw ValidationError(problem) }
  }

  /// The error for a wrong name or number, or `nil`.
  private var problem: String? {
    if let coverageFormat, CoverageFormat(rawValue: coverageFormat) == nil {
      let names = CoverageFormat.allCases.map(\.rawValue).joined(separator: ", ")
      return "There is no format '\(coverageFormat)'. Choose one of \(names)."
    }
    if let output, !Self.isHandler(output), SpecFormat(named: output) == nil {
      let names = SpecFormat.allCases.map(\.rawValue).joined(separator: ", ")
      return "There is no format '\(output)'. Choose one of \(names)."
    }
    if let coverageThreshold, !(0...100).contains(coverageThreshold) {
      return "--coverage-threshold takes 0 to 100, but got \(coverageThreshold)."
    }
    if outputFile == nil, reportFile == "true" {
      return "-Xoutput true writes no file for each spec. Name one for all with --output-file."
    }
    if slowest < 0 { return "--slowest takes 0 or more, but got \(slowest)." }
    return nil
  }
}
#endif
