#if LinkService
import NIOHTTP1

#if Observability
import Tracing

/// The trace that the headers of a request continue, for example with `traceparent`.
struct ServiceTrace: Sendable {
  private let context: ServiceContext?

  /// Reads the headers of a request as the program's tracer does.
  init(_ headers: HTTPHeaders, by instrument: any Instrument = InstrumentationSystem.instrument) {
    var context = ServiceContext.topLevel
    instrument.extract(headers, into: &context, using: HeaderExtractor())
    self.context = context.isEmpty ? nil : context
  }

  /// Calls a function whose tasks continue the trace.
  func continued(_ body: () -> Void) {
    guard let context else { return body() }
    ServiceContext.withValue(context, operation: body)
  }
}

private struct HeaderExtractor: Extractor {
  func extract(key: String, from headers: HTTPHeaders) -> String? { headers.first(name: key) }
}
#else
/// Does nothing, because the program has no tracer.
struct ServiceTrace: Sendable {
  init(_ headers: HTTPHeaders) {}

  func continued(_ body: () -> Void) { body() }
}
#endif
#endif
