#if Observability
public import Logging
public import Metrics
public import Moonroute
public import Tracing

extension RouterInstruments {
  /// The detail of locations in logs and spans.
  public enum Locations: Sendable {
    /// The pattern of the route, and the names of the query items: `/product/:id<int>?token`.
    case patterns
    /// The whole location with every value, for a program without secrets in its links.
    case full
  }

  /// Logs, counts and traces every open, fetch and build.
  ///
  /// ```swift
  /// let instruments = RouterInstruments(logger: Logger(label: "links"))
  /// let router = try LinkRouter(options: RouterOptions(instruments: instruments))
  /// ```
  ///
  /// Each open is a span named `open` that contains a span for each of its steps. If a step starts
  /// another open, its span is inside the outer open's span. Each open writes one log line, and one
  /// more for each step at the level `debug`. The counter `moonroute_opens` and the timer
  /// `moonroute_open_duration` have the dimensions `status` and `route`.
  ///
  /// A link may contain a password or a name. Logs and spans therefore contain the pattern of its
  /// route and the names of its query items, without values; the same applies to redirects. In
  /// reasons, errors and results of steps, `…` replaces each word that is part of a link or looks
  /// like one.
  ///
  /// - Parameters:
  ///   - logger: The logger.
  ///   - metrics: The metrics factory. Default: the program's global one.
  ///   - tracer: The tracer. Default: the program's global one.
  ///   - locations: The detail of locations in logs and spans. Default: ``Locations/patterns``.
  public init(
    logger: Logger,
    metrics: (any MetricsFactory)? = nil,
    tracer: (any Tracer)? = nil,
    locations: Locations = .patterns
  ) {
    self.init(
      OpenSignals(logger: logger, metrics: metrics, tracer: tracer, locations: locations)
    )
  }
}

/// The logger, the metrics and the tracer of a router.
struct OpenSignals {
  let logger: Logger
  let metrics: (any MetricsFactory)?
  let tracer: (any Tracer)?
  let locations: RouterInstruments.Locations
}

extension OpenSignals: OpenInstrument {
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
#else
public import Moonroute

extension RouterInstruments {
  /// Unavailable without the trait `Observability`.
  @available(
    *,
    unavailable,
    message: "Add the trait to the dependency on moonroute: traits: [\"Observability\"]."
  )
  public init(logger: some Any) { self.init() }
}
#endif
