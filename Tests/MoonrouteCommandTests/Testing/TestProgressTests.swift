#if Command
import ScriptTesting
import Testing

@testable import MoonrouteCommand

/// The progress line of a spec run on a terminal.
struct TestProgressTests {
  private let start = ContinuousClock.now

  /// The progress of a run with three files, after the end of two.
  private func progress(columns: Int = 60) -> TestProgress {
    let progress = TestProgress(fileCount: 3, columns: columns, start: start)
    for (file, statuses) in [("a", [SpecStatus.passed]), ("b", [.passed, .errored])] {
      progress.note(.began(file))
      for status in statuses {
        progress.note(.ended(SpecResult(file: file, name: "t", status: status)))
      }
      progress.note(.finished(file, [], .zero))
    }
    progress.note(.began("c_spec.lua"))
    return progress
  }

  @Test func `a run of less than a second has no progress line`() {
    #expect(progress().picture(at: start + .milliseconds(999)) == "")
  }

  @Test func `a longer run shows files, tests, failures, the time and the current file`() {
    let line = "2 of 3 files · 3 tests · 1 wrong · 2 s · c_spec.lua"
    let picture = progress().picture(at: start + .milliseconds(2_300))
    #expect(picture == "\u{1B}D\u{1B}[A\u{1B}7\u{1B}D\r\u{1B}[2m\(line)\u{1B}[0m\u{1B}[K\u{1B}8")
  }

  @Test func `the line is cut at the width of the terminal`() {
    let picture = progress(columns: 13).picture(at: start + .seconds(2))
    #expect(picture.contains("\u{1B}[2m2 of 3 files\u{1B}[0m"))
  }
}
#endif
