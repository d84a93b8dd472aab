import Synchronization

/// The lines of scripts that each test ran.
package final class SpecFootprints: Sendable {
  /// Lines of scripts by the path of the script in its application.
  package typealias Lines = [String: Set<Int>]

  /// The lines that one test ran, with its hooks.
  package struct Test: Sendable, Equatable {
    package let file: String
    /// The line of the test, or 0 if it is unknown.
    package let line: Int
    package let name: String
    package let lines: Lines
    package let opened: Lines
    /// The place as selections name it; a function of another file may have made the test.
    package let place: String
  }

  package struct File: Sendable {
    /// The lines that ran before the first test, while the application loaded.
    package fileprivate(set) var loaded: Lines = [:]
    package fileprivate(set) var tests: [Test] = []

    /// The total processor time of the tests.
    package fileprivate(set) var time = Duration.zero

    /// Whether a test called `access`, which runs rules in separate applications, not counted here.
    package fileprivate(set) var asksForTable = false

    package init() {}
  }

  private let state = Mutex<[String: File]>([:])

  package init() {}

  package var files: [String: File] { state.withLock { $0 } }

  /// Records the lines that ran before the first test of a file.
  func note(loaded lines: Lines, of file: String) {
    state.withLock { $0[file, default: File()].loaded = lines }
  }

  func note(_ time: Duration, of file: String) {
    state.withLock { $0[file, default: File()].time = time }
  }

  /// Records that a test of a file called `access`.
  func noteTable(of file: String) {
    state.withLock { $0[file, default: File()].asksForTable = true }
  }

  func note(_ test: Test) {
    state.withLock { $0[test.file, default: File()].tests.append(test) }
  }

  /// Computes the lines that ran since the last call, from counts that only grow.
  struct Difference {
    private var counts: [String: [Int: Int]] = [:]

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
