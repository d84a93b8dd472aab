import Synchronization

/// What the scripts printed and nobody has taken yet.
final class SpecOutput: Sendable {
  private let lines = Mutex<[String]>([])

  /// Adds what was printed at once.
  func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// Answers what was printed, and forgets it.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
