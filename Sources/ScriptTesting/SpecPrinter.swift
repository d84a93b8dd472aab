import Synchronization

/// Formats the events of a run with a reporter and writes the text.
public final class SpecPrinter: Sendable {
  private let reporter: Mutex<any SpecReporter>
  private let write: @Sendable (String) -> Void

  /// Creates a printer.
  ///
  /// - Parameters:
  ///   - reporter: Formats the events.
  ///   - write: Writes a text.
  public init(
    _ reporter: sending any SpecReporter,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.reporter = Mutex(reporter)
    self.write = write
  }

  /// Reports the beginning of a run.
  public func begin(_ run: SpecRunInfo) { report { $0.begin(run) } }

  /// Reports an event.
  public func report(_ event: SpecEvent) {
    report { reporter in
      switch event {
      case .began(let file): reporter.begin(file: file)
      case .ended(let result): reporter.add(result)
      case .finished(let file, let results, let duration):
        reporter.end(file: file, results: results, duration: duration)
      }
    }
  }

  /// Reports the end of the run.
  public func end(_ summary: SpecSummary) { report { $0.end(summary) } }

  private func report(_ body: (inout any SpecReporter) -> String) {
    reporter.withLock { reporter in
      let text = body(&reporter)
      if !text.isEmpty { write(text) }
    }
  }
}
