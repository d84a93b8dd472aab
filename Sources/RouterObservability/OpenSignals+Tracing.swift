#if Observability
import Moonroute
import Tracing

/// A point in time relative to a measured one.
struct StepInstant: TracerInstant {
  let nanosecondsSinceEpoch: UInt64

  static func < (left: StepInstant, right: StepInstant) -> Bool {
    left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch
  }
}

extension OpenSignals {
  /// Creates a span for each step, in sequence with the measured durations.
  func traceSteps(
    of outcome: Outcome,
    in words: OpenWords,
    from start: UInt64,
    inside span: any Span,
    by tracer: any Tracer
  ) {
    var time = start
    for step in outcome.steps {
      let end = time + (step.duration?.wholeNanoseconds ?? 0)
      let inner: any Span = tracer.startSpan(
        step.kind.rawValue,
        context: span.context,
        ofKind: .internal,
        at: StepInstant(nanosecondsSinceEpoch: time)
      )
      inner.updateAttributes { attributes in
        attributes["moonroute.answer"] = words.answer(of: step)
        if let name = step.name { attributes["moonroute.name"] = name }
        if let site = step.site { attributes["code.location"] = site.description }
      }
      inner.end(at: StepInstant(nanosecondsSinceEpoch: end))
      time = end
    }
  }

  func end(_ span: any Span, _ open: InstrumentedOpen, _ outcome: Outcome, in words: OpenWords) {
    span.updateAttributes { attributes in
      attributes["moonroute.link"] = Int64(clamping: open.number)
      attributes["moonroute.location"] = words.link(outcome)
      attributes["moonroute.status"] = outcome.status.rawValue
      if let route = outcome.route { attributes["moonroute.route"] = route.label }
      if let reason = outcome.reason { attributes["moonroute.reason"] = words.text(reason) }
    }
    if let error = outcome.error {
      span.recordError(words.error(error))
      if !outcome.isSuccess {
        span.setStatus(SpanStatus(code: .error, message: words.text(error.message)))
      }
    }
    span.end()
  }
}

extension Duration {
  /// The whole nanoseconds; 0 for a negative duration.
  var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    let (whole, isTooLong) = UInt64(clamping: seconds)
      .multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? .max >> 1 : whole + UInt64(clamping: attoseconds / 1_000_000_000)
  }
}
#endif
