package import RoutePatterns

/// The handler that an open is calling, or called last.
package struct HandlerOccasion {
  let navigation: Navigation

  package let kind: OutcomeStep.Kind

  /// The name of the route, or the pattern of a proxy or guard.
  package let name: String

  package var text: String { navigation.text }

  package var location: Location? { navigation.trail.location ?? navigation.trail.chain.last }

  package var steps: [OutcomeStep] { navigation.journal.steps }
}

extension Router {
  /// The handler that the open of the current task is calling, if handlers are recorded.
  package var handlerOccasion: HandlerOccasion? {
    currentRequest.flatMap { inFlight.occasions[$0.id] }
  }
}
