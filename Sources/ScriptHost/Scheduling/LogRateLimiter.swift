import Moonroute

/// The log of one generation: drops a flood of lines, and logs that it did.
final class LogRateLimiter {
  private let sink: @Sendable (LogEntry) -> Void
  private let limit: LogLimit?
  private let elapsed: () -> Duration
  private let texts: ScriptTexts?
  private let findPlace: () -> OpenPlace?
  private var second: Int64 = 0
  private var lines = 0
  private var bytes = 0
  private var leftOut = 0

  /// Receives the errors of background functions and their tasks, for a test runner.
  var noteFailure: ((LogEntry, ScriptTask?) -> Void)?

  /// Limits the lines and bytes per second; `findPlace` returns the current open and its step.
  init(
    to sink: @escaping @Sendable (LogEntry) -> Void,
    limit: LogLimit?,
    elapsed: @escaping () -> Duration,
    texts: ScriptTexts? = nil,
    findPlace: @escaping () -> OpenPlace? = { nil }
  ) {
    self.sink = sink
    self.limit = limit
    self.elapsed = elapsed
    self.texts = texts
    self.findPlace = findPlace
  }

  /// Writes a line, unless the limit of this second is reached.
  func write(_ entry: LogEntry) { write(entry, failure: nil) }

  private func write(_ entry: LogEntry, failure: RouterError?) {
    guard let limit else { return pass(entry, failure) }
    begin(elapsed().components.seconds)
    let size = entry.message.utf8.count
    guard leftOut == 0, lines < limit.lines, size <= limit.bytes - bytes else {
      if leftOut == 0 {
        warn(
          "The log is limited to \(limit) per second. Further lines are dropped.",
          entry
        )
      }
      leftOut += 1
      return
    }
    lines += 1
    bytes += size
    pass(entry, failure)
  }

  private func pass(_ entry: LogEntry, _ failure: RouterError?) {
    var entry = entry
    if let failure {
      entry.failure = ScriptProblem(
        failure.code,
        entry.message,
        at: failure.site,
        frame: failure.site.flatMap { texts?.frame(at: $0) } ?? "",
        traceback: failure.traceback
      )
    }
    hand(entry)
  }

  private func hand(_ entry: LogEntry) {
    var entry = entry
    (entry.time, entry.place) = (elapsed(), findPlace())
    sink(entry)
  }

  /// Logs the error of a background function; its occasion is such as `the event '/a': `.
  func write(_ error: any Error, occasion: String = "", of task: ScriptTask? = nil) {
    let error = error as? RouterError ?? RouterError(.scriptError, "\(error)")
    let message = occasion + error.message
    let entry = LogEntry(level: .error, message: message, site: error.site)
    noteFailure?(entry, task)
    write(entry, failure: error)
  }

  private func begin(_ now: Int64) {
    guard now != second else { return }
    if leftOut > 0 { warn("\(leftOut) lines of the log were dropped.", nil) }
    (second, lines, bytes, leftOut) = (now, 0, 0, 0)
  }

  private func warn(_ message: String, _ entry: LogEntry?) {
    hand(LogEntry(level: .warn, message: message, site: entry?.site))
  }
}
