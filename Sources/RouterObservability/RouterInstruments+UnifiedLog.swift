#if canImport(os)
public import Moonroute
public import os

extension RouterInstruments {
  /// Logs every open, fetch and build to Apple's unified log.
  ///
  /// A line has the link's number, the status, the location and the error; locations and errors are
  /// private, because they may contain names of people.
  ///
  /// - Parameter logger: The logger.
  public init(unifiedLog logger: os.Logger) { self.init(AppleLog(logger: logger)) }
}

/// Logs opens to Apple's unified log.
private struct AppleLog: OpenInstrument {
  let logger: os.Logger

  func around(
    _ open: InstrumentedOpen,
    isolation: isolated (any Actor)?,
    _ run: () async -> Outcome
  ) async -> Outcome {
    let outcome = await run()
    guard open.purpose.isOpen else { return outcome }
    let (number, status, text) = (open.number, outcome.status.rawValue, open.text)
    if let error = outcome.error?.description {
      logger.error(
        "link \(number) \(status, privacy: .public): \(text, privacy: .private): \(error)"
      )
    } else {
      logger.log("link \(number) \(status, privacy: .public): \(text, privacy: .private)")
    }
    return outcome
  }
}
#endif
