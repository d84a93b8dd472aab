#if Observability
public import Logging
public import Metrics
public import Moonroute
public import Tracing

/// Where the opens of an application are logged, counted and traced.
///
/// ```swift
/// await application.instrument(OpenInstruments(logger: Logger(label: "links")))
/// ```
///
/// Each open is a span named `open` with a span inside it for each of its steps; opens that a step
/// begins are inside that open's span. It is one line of the log, and at the level `debug` one more
/// for each step. The counter `moonroute_opens` and the timer `moonroute_open_duration` have the
/// dimensions `status` and `route`.
///
/// A link may carry a password or a name. So logs and spans have the pattern of its route and the
/// names of its query, not its values; the same holds for redirects. In reasons, errors and answers
/// of steps, each word that is a part of a link, or looks like one, is `…`.
public struct OpenInstruments: Sendable {
  /// How much of a location logs and spans have.
  public enum Locations: Sendable {
    /// The pattern of its route, and the names of its query: `/product/:id?token`.
    case patterns
    /// All of it, with every value: for a program whose links carry nothing that is secret.
    case full
  }

  /// The logger.
  public var logger: Logger

  /// The maker of the metrics; `nil`: the one that the program has chosen for all of it.
  public var metrics: (any MetricsFactory)?

  /// The maker of the spans; `nil`: the one that the program has chosen for all of it.
  public var tracer: (any Tracer)?

  /// How much of a location logs and spans have.
  public var locations: Locations

  /// Chooses where opens are logged, counted and traced.
  ///
  /// - Parameters:
  ///   - logger: The logger. Default: one with the label `moonroute`.
  ///   - metrics: What makes the metrics. Default: what the program has chosen for all of it.
  ///   - tracer: What makes the spans. Default: what the program has chosen for all of it.
  ///   - locations: How much of a location logs and spans have. Default: no values.
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

extension Application {
  /// Logs, counts and traces every open, fetch and build from now on.
  ///
  /// - Parameter instruments: Where to. Default: what the program has chosen for all of it.
  public func instrument(_ instruments: OpenInstruments = OpenInstruments()) {
    router.hooks.instruments.append(instruments)
  }
}

extension OpenInstruments: OpenInstrument {
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
      // Without this the closure would belong to no executor.
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
