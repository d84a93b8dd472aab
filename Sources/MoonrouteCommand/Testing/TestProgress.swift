#if Command
import ScriptTesting
import Synchronization

/// A line below the report that tells how far a long run is, on a terminal.
///
/// It stands on the line below the cursor, which stays where the report goes on; before anything is
/// written, it is wiped.
final class TestProgress: Sendable {
  private let progress: Mutex<SpecProgress>
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
    progress = Mutex(SpecProgress(fileCount: fileCount))
    (self.columns, self.start) = (columns, start)
  }

  /// Notes what has happened.
  func note(_ event: SpecEvent) { progress.withLock { $0.note(event) } }

  /// The bytes that draw the line, or nothing when it is too early.
  func picture(at now: ContinuousClock.Instant) -> String {
    let duration = start.duration(to: now)
    guard duration >= Self.patience else { return "" }
    return Self.drawn(progress.withLock { $0.line(after: duration, columns: columns) })
  }

  /// The line below the cursor: one line down, drawn, and back.
  static func drawn(_ text: String) -> String {
    "\u{1B}D\u{1B}[A\u{1B}7\u{1B}D\r\u{1B}[2m\(text)\u{1B}[0m\u{1B}[K\u{1B}8"
  }
}
#endif
