/// The events of a test, in order.
@MainActor final class Log {
  var lines: [String] = []

  func add(_ line: String) { lines.append(line) }
}
