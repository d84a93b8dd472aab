#if Command
import ScriptTesting

/// The choice of tests.
struct TestChoice {
  var tags: [String] = []
  var excludeTags: [String] = []
  var filter: [String] = []
  var filterOut: [String] = []
  var name: [String] = []
  var excludeNamesFile: String?
  var list = false
  var passWithNoTests = false
  var bustedStrictCompat = false
}

/// The settings of a run.
struct TestRunChoice {
  var `repeat` = 1
  var shuffle = false
  var shuffleFiles = false
  var shuffleTests = false
  var sort = false
  var sortFiles = false
  var sortTests = false
  var seed: Int64?
  var keepGoing: Bool?
  var jobs = 1
  var retries = 0
  var updateSnapshots = false
  var noNewSnapshots = false
  var watch = false
  var unsafe = false
  var failFast = false
  var lazy = false
  var autoInsulate: Bool?
  var memory = 64
  var timeout = 10.0

  /// The message for a wrong number, or `nil`.
  var problem: String? {
    if !(1...256).contains(jobs) { return "--jobs takes 1 to 256, and got \(jobs)." }
    if !(0...100).contains(retries) { return "--retries takes 0 to 100, and got \(retries)." }
    if !(timeout > 0 && timeout <= 86_400) {
      return "--timeout takes more than 0 and at most 86400 s, and got \(timeout)."
    }
    if !(1...65_536).contains(memory) {
      return "--memory takes 1 to 65536 MiB, and got \(memory)."
    }
    if !(1...1_000_000).contains(`repeat`) {
      return "--repeat takes 1 to 1000000, and got \(`repeat`)."
    }
    return nil
  }
}

/// The spec files, and the code that runs before each.
struct TestFileChoice {
  var pattern: [String] = []
  var excludePattern: [String] = []
  var recursive: Bool?
  var directory: [String] = []
  var lpath: [String] = []
  var helper: String?
  var helperWords: [String] = []
  var statements: [String] = []
  var configFile: String?
  var run: String?
}

/// The output of a run.
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

  /// The format of the coverage, or `nil` without coverage.
  var coverageChoice: CoverageFormat? {
    coverageFormat.flatMap(CoverageFormat.init)
      ?? (coverage || coverageFile != nil ? .text : nil)
  }

  /// Whether a name is that of a handler's file.
  static func isHandler(_ name: String) -> Bool { name.hasSuffix(".lua") }

  /// The message for a wrong name or number, or `nil`.
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
