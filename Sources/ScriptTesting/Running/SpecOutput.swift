import Synchronization

/// What the scripts printed and nobody has taken yet: up to 1 MiB, and how much more there was.
final class SpecOutput: Sendable {
  private struct Kept {
    var lines: [String] = []
    var bytes = 0
    var leftOut = 0
  }

  private static let byteLimit = 1 << 20
  private let kept = Mutex(Kept())

  /// Adds what was printed at once.
  func add(_ line: String) {
    kept.withLock { kept in
      guard kept.leftOut == 0, line.utf8.count <= Self.byteLimit - kept.bytes else {
        kept.leftOut += 1
        return
      }
      kept.lines.append(line)
      kept.bytes += line.utf8.count + 1
    }
  }

  /// Answers what was printed, and forgets it.
  func take() -> [String] {
    kept.withLock { kept in
      defer { kept = Kept() }
      return kept.leftOut == 0 ? kept.lines : kept.lines + ["(\(kept.leftOut) lines left out)"]
    }
  }
}
