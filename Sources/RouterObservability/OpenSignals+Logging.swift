#if Observability
public import Logging
import Metrics
import Moonroute

extension OpenSignals {
  func count(_ outcome: Outcome, _ duration: Duration) {
    let factory = metrics ?? MetricsSystem.factory
    let dimensions = [
      ("status", outcome.status.rawValue), ("route", outcome.route?.label ?? ""),
    ]
    Counter(label: "moonroute_opens", dimensions: dimensions, factory: factory).increment()
    Metrics.Timer(label: "moonroute_open_duration", dimensions: dimensions, factory: factory)
      .recordNanoseconds(Int64(clamping: duration.wholeNanoseconds))
  }

  func log(_ open: InstrumentedOpen, _ outcome: Outcome, _ duration: Duration, in words: OpenWords)
  {
    let link: Logger.MetadataValue = "\(open.number)"
    var metadata: Logger.Metadata = [
      "link": link, "status": "\(outcome.status.rawValue)", "location": "\(words.link(outcome))",
      "microseconds": "\(duration.wholeNanoseconds / 1_000)",
    ]
    if let parent = open.parent { metadata["inside"] = "\(parent)" }
    if let route = outcome.route { metadata["route"] = "\(route.label)" }
    if let reason = outcome.reason { metadata["reason"] = "\(words.text(reason))" }
    if let error = outcome.error { metadata["error"] = "\(words.words(error))" }
    logger.log(level: outcome.level, "\(open.purpose.rawValue)", metadata: metadata)
    for step in outcome.steps {
      var metadata: Logger.Metadata = ["link": link, "answer": "\(words.answer(of: step))"]
      if let name = step.name { metadata["name"] = "\(name)" }
      logger.debug("\(step.kind.rawValue)", metadata: metadata)
    }
  }
}

extension Logger.MetadataProvider {
  /// Adds the number of the opened link as `link` to all log messages during an open: those of the
  /// program, of its guards, and of the functions that it offers to scripts.
  ///
  /// ```swift
  /// LoggingSystem.bootstrap(StreamLogHandler.standardOutput, metadataProvider: .openedLink)
  /// ```
  public static let openedLink = Logger.MetadataProvider {
    OpenContext.current.map { ["link": "\($0.id)"] } ?? [:]
  }
}

extension Outcome {
  fileprivate var level: Logger.Level {
    switch status {
    case .opened, .handled: .info
    case .intercepted, .notFound, .fellBack: .notice
    case .failed: .error
    case .cancelled: .debug
    }
  }
}
#endif
