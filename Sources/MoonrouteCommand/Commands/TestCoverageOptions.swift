#if Command
import ArgumentParser
import ScriptTesting

/// The coverage, its format and its file.
struct TestCoverageOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    inversion: .prefixedNo,
    help: "Tell which routes, decisions and animators were exercised."
  )
  var coverage: Bool?

  @Option(help: ArgumentHelp("text, lcov or html; --coverage=NAME is the same.", valueName: "name"))
  var coverageFormat: String?

  @Option(help: ArgumentHelp("Write the coverage there.", valueName: "file"))
  var coverageFile: String?

  /// The format of the coverage, or `nil` without coverage.
  var format: CoverageFormat? {
    guard coverage != false else { return nil }
    return coverageFormat.flatMap(CoverageFormat.init)
      ?? (coverage == true || coverageFile != nil ? .text : nil)
  }

  /// The message for a wrong name, or `nil`.
  var problem: String? {
    guard let coverageFormat, CoverageFormat(rawValue: coverageFormat) == nil else { return nil }
    let names = CoverageFormat.allCases.map(\.rawValue).joined(separator: ", ")
    return "There is no format '\(coverageFormat)'. Choose one of \(names)."
  }
}
#endif
