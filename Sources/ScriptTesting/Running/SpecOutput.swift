import Synchronization

/// The lines printed since the last test: up to 1 MiB, and the number of omitted lines.
final class SpecOutput: Sendable {
  private struct Printed {
    var lines: [String] = []
    var bytes = 0
    var leftOut = 0
  }

  private static let byteLimit = 1 << 20
  private let printed = Mutex(Printed())

  func add(_ line: String) {
    printed.withLock { printed in
      guard printed.leftOut == 0, line.utf8.count <= Self.byteLimit - printed.bytes else {
        printed.leftOut += 1
        return
      }
      printed.lines.append(line)
      printed.bytes += line.utf8.count + 1
    }
  }

  func take() -> [String] {
    printed.withLock { printed in
      defer { printed = Printed() }
      return printed.leftOut == 0
        ? printed.lines : printed.lines + ["(\(printed.leftOut) lines left out)"]
    }
  }
}
