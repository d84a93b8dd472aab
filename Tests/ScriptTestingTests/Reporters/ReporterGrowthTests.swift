import Foundation
import ScriptTesting
import Testing

/// No report takes time that grows faster than the names and messages in it.
///
/// Time is processor time of the thread, the least of several tries; the limit is that of
/// `GrowthTests`.
@Suite struct ReporterGrowthTests {
  private static let pieces = [
    "a", "\n", "\r", "\u{1B}[31m", "\u{202E}", "::error::", "not ok 2 ", "]]>", "&", "\\", "\"",
    "é",
    "\tat ", "main.lua:1: ",
  ]

  @Test(arguments: SpecFormat.allCases)
  func `eight times as long texts take no more than a few times eight times as long`(
    format: SpecFormat
  ) {
    for piece in Self.pieces + [Self.pieces.joined()] {
      let count = 4_000 / piece.utf8.count
      var (few, many) = (Double.infinity, Double.infinity)
      for _ in 0..<6 where few == .infinity || many > 24 * few {
        few = min(few, Self.time(format, String(repeating: piece, count: count)))
        many = min(many, Self.time(format, String(repeating: piece, count: 8 * count)))
      }
      #expect(many <= 24 * few, "\(format), '\(piece.debugDescription)': \(few) s and \(many) s")
    }
  }

  /// The seconds that a report of one failure takes.
  private static func time(_ format: SpecFormat, _ text: String) -> Double {
    var result = SpecResult(file: "a_spec.lua", name: "n " + text, status: .failure)
    result.message = text
    var reporter = format.makeReporter()
    let start = now()
    var written = reporter.begin(SpecRunInfo()) + reporter.begin(file: "a_spec.lua")
    written += reporter.add(result)
    written += reporter.end(file: "a_spec.lua", results: [result], duration: .zero)
    let time = now() - start
    return written.isEmpty ? 0 : time
  }

  /// The seconds that the thread has computed.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
