#if Command
import ScriptTesting
import Synchronization

/// A progress line below the report on a terminal, for long runs.
///
/// It appears below the cursor, and is erased before anything else is written.
final class TestProgress: Sendable {
  private let progress: Mutex<SpecProgress>
  private let columns: Int
  private let start: ContinuousClock.Instant

  /// The time after which a run counts as long.
  private static let patience = Duration.seconds(1)

  /// The time between two updates.
  static let interval = Duration.milliseconds(200)

  static let wipe = "\u{1B}[J"

  init(fileCount: Int, columns: Int, start: ContinuousClock.Instant) {
    progress = Mutex(SpecProgress(fileCount: fileCount))
    (self.columns, self.start) = (columns, start)
  }

  func note(_ event: SpecEvent) { progress.withLock { $0.note(event) } }

  /// The bytes that draw the line, or an empty text if it is too early.
  func picture(at now: ContinuousClock.Instant) -> String {
    let duration = start.duration(to: now)
    guard duration >= Self.patience else { return "" }
    return Self.drawn(progress.withLock { $0.line(after: duration, columns: columns) })
  }

  static func drawn(_ text: String) -> String {
    "\u{1B}D\u{1B}[A\u{1B}7\u{1B}D\r\u{1B}[2m\(text)\u{1B}[0m\u{1B}[K\u{1B}8"
  }
}
#endif
