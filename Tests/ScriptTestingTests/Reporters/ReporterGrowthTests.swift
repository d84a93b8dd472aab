import ScriptTesting
import TestSupport
import Testing

/// The time for a report grows at most in proportion to the names and messages in it.
@Suite struct ReporterGrowthTests {
  private static let pieces = [
    "a", "\n", "\r", "\u{1B}[31m", "\u{202E}", "::error::", "not ok 2 ", "]]>", "&", "\\", "\"",
    "é",
    "\tat ", "main.lua:1: ",
  ]

  @Test(arguments: SpecFormat.allCases)
  func `texts of eight times the length take at most a few times eight times as long`(
    format: SpecFormat
  ) {
    for piece in (TestScale.isSoak ? Self.pieces : []) + [Self.pieces.joined()] {
      let time = ProcessorTime(from: 4_000 / piece.utf8.count) { count in
        Self.report(format, String(repeating: piece, count: count))
      }
      #expect(time.isInProportion, "\(format), '\(piece.debugDescription)': \(time)")
    }
  }

  /// Writes a report with one failure.
  private static func report(_ format: SpecFormat, _ text: String) {
    var result = SpecResult(file: "a_spec.lua", name: "n " + text, status: .failed)
    result.message = text
    var reporter = format.makeReporter()
    _ = reporter.begin(SpecRunInfo()) + reporter.begin(file: "a_spec.lua")
    _ = reporter.add(result)
    _ = reporter.end(file: "a_spec.lua", results: [result], duration: .zero)
  }
}
