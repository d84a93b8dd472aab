#if Command
import RoutePatterns
import ScriptTesting
import Synchronization
import TextTools

/// A line below the report that tells how far a long run is, on a terminal.
///
/// It stands on the line below the cursor, which stays where the report goes on; before anything is
/// written, it is wiped.
final class TestProgress: Sendable {
  private struct State {
    var done = 0
    var tests = 0
    var wrong = 0
    var running: [String] = []
  }

  private let state = Mutex(State())
  private let fileCount: Int
  private let columns: Int
  private let start: ContinuousClock.Instant

  /// The time after which a run is long.
  private static let patience = Duration.seconds(1)

  /// The time between two pictures.
  static let interval = Duration.milliseconds(200)

  /// Wipes the line.
  static let wipe = "\u{1B}[J"

  /// Begins a run.
  init(fileCount: Int, columns: Int, start: ContinuousClock.Instant) {
    (self.fileCount, self.columns, self.start) = (fileCount, columns, start)
  }

  /// Notes what has happened.
  func note(_ event: SpecEvent) {
    state.withLock { state in
      switch event {
      case .began(let file): state.running.append(file)
      case .ended(let result):
        state.tests += 1
        state.wrong += result.isWrong ? 1 : 0
      case .finished(let file, _, _):
        state.done += 1
        state.running.removeAll { $0 == file }
      }
    }
  }

  /// The bytes that draw the line, or nothing when it is too early.
  func picture(at now: ContinuousClock.Instant) -> String {
    state.withLock { state in
      guard start.duration(to: now) >= Self.patience else { return "" }
      return Self.drawn(line(state, now), columns: columns)
    }
  }

  private func line(_ state: State, _ now: ContinuousClock.Instant) -> String {
    let seconds = start.duration(to: now).components.seconds
    var parts = [
      "\(state.done) of \(fileCount) files", state.tests == 1 ? "1 test" : "\(state.tests) tests",
    ]
    if state.wrong > 0 { parts.append("\(state.wrong) wrong") }
    parts.append("\(seconds) s")
    if let file = state.running.first { parts.append(file.printable) }
    return parts.joined(separator: " · ")
  }

  /// The line below the cursor: one line down, drawn, and back.
  private static func drawn(_ line: String, columns: Int) -> String {
    let text = String(line.prefix(max(0, columns - 1)))
    return "\u{1B}D\u{1B}[A\u{1B}7\u{1B}D\r\u{1B}[2m\(text)\u{1B}[0m\u{1B}[K\u{1B}8"
  }
}
#endif
