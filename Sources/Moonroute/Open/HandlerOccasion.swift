package import RoutePatterns

/// The handler that an open is calling, or called last.
package struct HandlerOccasion {
  let open: Open

  package let kind: OutcomeStep.Kind

  /// The name of the route, or the pattern of a proxy or guard.
  package let name: String

  package var text: String { open.text }

  package var location: Location? { open.trail.location ?? open.trail.chain.last }

  package var steps: [OutcomeStep] { open.steps }
}

extension Open {
  /// The handler that the open is calling, or called last, if handlers are recorded.
  var occasion: HandlerOccasion? {
    lastAsked.map { HandlerOccasion(open: self, kind: $0.kind, name: $0.label) }
  }
}

extension Router {
  /// The handler that the open of the current task is calling, if handlers are recorded.
  package var handlerOccasion: HandlerOccasion? {
    currentOpen?.occasion
  }
}
