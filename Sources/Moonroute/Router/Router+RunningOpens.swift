extension Router {
  /// The handler that a running open is calling, if handlers are recorded.
  package func handlerOccasion(of open: UInt64) -> HandlerOccasion? { inFlight[open]?.occasion }

  /// Cancels a running open with the opens inside it; returns `false` if it is over.
  package func cancelOpen(_ open: UInt64) -> Bool {
    guard let request = inFlight[open] else { return false }
    inFlight.cancelAll { $0.isInside(request) }
    return true
  }
}
