#if Command
import ScriptTesting

/// How the run is told.
struct TestOutputChoice {
  var output: String?
  var outputFile: String?
  var verbose = false
  var slowest = 0
  var coverage = false
  var coverageFormat: String?
  var coverageFile: String?
  var suppressPending = false
  var logSuccess: String?
  var outputWords: [String] = []
  var json = false
  var noColor = false

  /// How coverage is told, or `nil` when it is not asked for.
  var coverageChoice: CoverageFormat? {
    coverageFormat.flatMap(CoverageFormat.init)
      ?? (coverage || coverageFile != nil ? .text : nil)
  }

  /// Whether a name is that of a handler's file.
  static func isHandler(_ name: String) -> Bool { name.hasSuffix(".lua") }

  /// What is wrong with the names and numbers, or `nil`.
  var problem: String? {
    if let coverageFormat, CoverageFormat(rawValue: coverageFormat) == nil {
      let names = CoverageFormat.allCases.map(\.rawValue).joined(separator: ", ")
      return "There is no format '\(coverageFormat)'. Choose one of \(names)."
    }
    if let output, !Self.isHandler(output), SpecFormat(named: output) == nil {
      let names = SpecFormat.allCases.map(\.rawValue).joined(separator: ", ")
      return "There is no format '\(output)'. Choose one of \(names)."
    }
    if slowest < 0 { return "--slowest takes 0 or more, and got \(slowest)." }
    return nil
  }
}
#endif
