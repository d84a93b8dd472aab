import Synchronization

/// Which lines of the scripts each test of a run ran.
package final class SpecFootprints: Sendable {
  /// The lines of scripts that ran, by the path of each script in its application.
  package typealias Lines = [String: Set<Int>]

  /// The lines that one test ran, with its hooks.
  package struct Test: Sendable {
    /// The spec file.
    package let file: String
    /// The line where the test stands, or 0 when it is not known.
    package let line: Int
    /// The full name.
    package let name: String
    /// The lines that it ran.
    package let lines: Lines
    /// The lines on which the routes are defined that it opened.
    package let opened: Lines
  }

  /// The lines that one spec file ran.
  package struct File: Sendable {
    /// The lines that ran before the first test, as the application was loaded.
    package fileprivate(set) var loaded: Lines = [:]
    /// The tests, in order.
    package fileprivate(set) var tests: [Test] = []

    /// The processor time that all tests took together.
    package fileprivate(set) var time = Duration.zero

    /// Whether a test asked who may open what: that runs rules in applications of its own, whose
    /// lines are none of these.
    package fileprivate(set) var asksForTable = false

    /// Nothing has run.
    package init() {}
  }

  private let state = Mutex<[String: File]>([:])

  /// Nothing has run yet.
  package init() {}

  /// The lines by spec file.
  package var files: [String: File] { state.withLock { $0 } }

  /// Notes what ran before the first test of a file.
  func note(loaded lines: Lines, of file: String) {
    state.withLock { $0[file, default: File()].loaded = lines }
  }

  /// Notes the processor time of a file.
  func note(_ time: Duration, of file: String) {
    state.withLock { $0[file, default: File()].time = time }
  }

  /// Notes that a test of a file asks who may open what.
  func noteTable(of file: String) {
    state.withLock { $0[file, default: File()].asksForTable = true }
  }

  /// Notes what a test ran.
  func note(_ test: Test) {
    state.withLock { $0[test.file, default: File()].tests.append(test) }
  }

  /// Tells what has run since it was asked last, from counts that only grow.
  struct Difference {
    private var counts: [String: [Int: Int]] = [:]

    /// The lines that have run since.
    ///
    /// - Parameter now: How often each line of each script has run.
    /// - Returns: The lines.
    mutating func lines(_ now: [String: [Int: Int]]) -> Lines {
      var lines: Lines = [:]
      for (file, counts) in now {
        let before = self.counts[file] ?? [:]
        let ran = counts.lazy.filter { $0.value > before[$0.key] ?? 0 }.map(\.key)
        if !ran.isEmpty { lines[file] = Set(ran) }
      }
      counts = now
      return lines
    }
  }
}
