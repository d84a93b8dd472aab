#if Observability
public import Logging
public import Metrics
public import Moonroute
public import Tracing

/// The logger, the metrics and the tracer for the opens of an application.
///
/// ```swift
/// await application.instrument(RouterInstruments(logger: Logger(label: "links")))
/// ```
///
/// Each open is a span named `open` that contains a span for each of its steps; an open that a step
/// starts is inside the outer open's span. Each open writes one log line, and one more for each
/// step at the level `debug`. The counter `moonroute_opens` and the timer `moonroute_open_duration`
/// have the dimensions `status` and `route`.
///
/// A link may contain a password or a name. Logs and spans therefore contain the pattern of its
/// route and the names of its query items, without values; the same applies to redirects. In
/// reasons, errors and results of steps, each word that is part of a link, or looks like one, is
/// `…`.
public struct RouterInstruments: Sendable {
  /// The detail of locations in logs and spans.
  public enum Locations: Sendable {
    /// The pattern of the route, and the names of the query items: `/product/:id?token`.
    case patterns
    /// The whole location with every value, for a program without secrets in its links.
    case full
  }

  /// The logger.
  public var logger: Logger

  /// The metrics factory, or `nil` for the program's global one.
  public var metrics: (any MetricsFactory)?

  /// The tracer, or `nil` for the program's global one.
  public var tracer: (any Tracer)?

  /// The detail of locations in logs and spans.
  public var locations: Locations

  /// Creates instruments.
  ///
  /// - Parameters:
  ///   - logger: The logger. Default: one with the label `moonroute`.
  ///   - metrics: The metrics factory. Default: the program's global one.
  ///   - tracer: The tracer. Default: the program's global one.
  ///   - locations: The detail of locations in logs and spans. Default: ``Locations/patterns``.
  public init(
    logger: Logger = Logger(label: "moonroute"),
    metrics: (any MetricsFactory)? = nil,
    tracer: (any Tracer)? = nil,
    locations: Locations = .patterns
  ) {
    self.locations = locations
    self.logger = logger
    self.metrics = metrics
    self.tracer = tracer
  }
}

extension LinkRouter {
  /// Logs, counts and traces every open, fetch and build from now on.
  ///
  /// - Parameter instruments: The instruments. Default: the program's global ones.
  public func instrument(_ instruments: RouterInstruments = RouterInstruments()) {
    router.hooks.instruments.append(instruments)
  }
}

extension RouterInstruments: OpenInstrument {
  /// Runs an open in a span, then counts and logs it.
  package func around(
    _ open: InstrumentedOpen,
    isolation: isolated (any Actor)?,
    _ run: () async -> Outcome
  ) async -> Outcome {
    guard open.purpose.isOpen else { return await run() }
    let tracer = tracer ?? InstrumentationSystem.tracer
    let start = DefaultTracerClock.now.nanosecondsSinceEpoch
    let span: any Span = tracer.startSpan(
      "open",
      context: ServiceContext.current ?? .topLevel,
      ofKind: .internal,
      at: StepInstant(nanosecondsSinceEpoch: start)
    )
    let clock = ContinuousClock()
    let began = clock.now
    let outcome = await ServiceContext.withValue(span.context) {
      // Without this, the closure would be nonisolated.
      _ = isolation
      return await run()
    }
    let duration = clock.now - began
    let words = OpenWords(open, outcome, locations)
    traceSteps(of: outcome, in: words, from: start, inside: span, by: tracer)
    end(span, open, outcome, in: words)
    count(outcome, duration)
    log(open, outcome, duration, in: words)
    return outcome
  }
}
#endif
