import Moonroute
import RoutePatterns

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

  private func write(_ entry: LogEntry, failure: ScriptProblem?) {
    var entry = entry
    entry.failure = failure
    guard let limit else { return hand(entry) }
    begin(elapsed().components.seconds)
    let size = entry.wholeMessage.utf8.count
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
    hand(entry)
  }

  private func hand(_ entry: LogEntry) {
    var entry = entry
    (entry.time, entry.place) = (elapsed(), findPlace())
    sink(entry)
  }

  /// Logs the error of a background function.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - occasion: The reason why the function ran, such as `the event '/a/7': `. Default: nothing.
  ///   - shown: The same without values of links, such as `the event '/a/:id': `. Default: the same.
  ///   - links: The links that the error may quote. Default: none that are known.
  ///   - task: Its task. Default: none.
  func write(
    _ error: any Error,
    occasion: String = "",
    shown: String? = nil,
    quoting links: LinkWords = LinkWords(),
    of task: ScriptTask? = nil
  ) {
    let error = error as? RouterError ?? RouterError(.scriptError, "\(error)")
    let whole = occasion + error.message
    noteFailure?(LogEntry(level: .error, message: whole, site: error.site), task)
    write(
      LogEntry(
        level: .error,
        message: (shown ?? occasion) + links.hidden(in: error.message),
        site: error.site
      ),
      failure: ScriptProblem(
        error.code,
        whole,
        at: error.site,
        frame: error.site.flatMap { texts?.frame(at: $0) } ?? "",
        traceback: error.traceback
      )
    )
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
