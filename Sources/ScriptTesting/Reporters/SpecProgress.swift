import RoutePatterns
import TextTools

/// The progress of a run in one line.
package struct SpecProgress: Sendable {
  private let fileCount: Int
  private var doneCount = 0
  private var testCount = 0
  private var wrongCount = 0
  private var running: [String] = []

  /// Starts with the number of files.
  package init(fileCount: Int) { self.fileCount = fileCount }

  /// Updates the progress with an event.
  package mutating func note(_ event: SpecEvent) {
    switch event {
    case .began(let file): running.append(file)
    case .ended(let result):
      testCount += 1
      wrongCount += result.hasFailed ? 1 : 0
    case .finished(let file, _, _):
      doneCount += 1
      running.removeAll { $0 == file }
    }
  }

  /// Formats the line.
  ///
  /// - Parameters:
  ///   - duration: The time since the run began.
  ///   - columns: The width of the terminal; the line is shorter.
  /// - Returns: The line without control characters.
  package func line(after duration: Duration, columns: Int) -> String {
    var parts = ["\(doneCount) of \(fileCount) files", counted(testCount, "test")]
    if wrongCount > 0 { parts.append("\(wrongCount) wrong") }
    parts.append("\(duration.components.seconds) s")
    if let file = running.first { parts.append(file.printable) }
    return String(parts.joined(separator: " · ").prefix(max(0, columns - 1)))
  }
}
