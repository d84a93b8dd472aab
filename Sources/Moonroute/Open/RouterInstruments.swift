/// Observers of opens, such as a log or a tracer; the product `RouterObservability` makes them.
public struct RouterInstruments: Sendable {
  package var all: [any OpenInstrument]

  /// Observes nothing.
  public init() { all = [] }

  package init(_ instrument: any OpenInstrument) { all = [instrument] }

  /// The observers of both, the left ones outermost.
  public static func + (outer: RouterInstruments, inner: RouterInstruments) -> RouterInstruments {
    var joined = outer
    joined.all += inner.all
    return joined
  }
}
