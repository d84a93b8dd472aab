#if Observability
import InMemoryTracing
import Logging
import MetricsTestKit
import Moonroute
import RouterObservability
import Tracing

/// All output of instruments.
struct Signals {
  let tracer = InMemoryTracer()
  let metrics = TestMetrics()
  let lines = LogLines()

  /// Instruments with this output, with the default detail of locations if it is `nil`.
  func instruments(_ locations: RouterInstruments.Locations? = nil) -> RouterInstruments {
    let logger = lines.logger(.trace)
    guard let locations else {
      return RouterInstruments(logger: logger, metrics: metrics, tracer: tracer)
    }
    return RouterInstruments(logger: logger, metrics: metrics, tracer: tracer, locations: locations)
  }

  /// All output that could contain a value of a link, as one text.
  var all: String {
    let logged = lines.all.flatMap { [$0.message] + $0.metadata.map { "\($0.key)=\($0.value)" } }
    var traced: [String] = []
    for span in tracer.finishedSpans {
      traced += [span.operationName, span.status?.message ?? ""]
      traced += span.errors.map { "\($0.error)" }
      span.attributes.forEach { name, value in traced.append("\(name)=\(value)") }
      for event in span.events {
        traced.append(event.name)
        event.attributes.forEach { name, value in traced.append("\(name)=\(value)") }
      }
    }
    let labels =
      metrics.counters.map { ($0.label, $0.dimensions) }
      + metrics.timers.map { ($0.label, $0.dimensions) }
    let counted = labels.flatMap { [$0.0] + $0.1.map { "\($0.0)=\($0.1)" } }
    return (logged + traced + counted).joined(separator: "\n")
  }
}
#endif
