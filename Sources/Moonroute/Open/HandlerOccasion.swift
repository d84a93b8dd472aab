package import RoutePatterns

/// The handler that an open asks, or was the last to ask.
package struct HandlerOccasion {
  let navigation: Navigation

  /// The purpose of the handler.
  package let kind: OutcomeStep.Kind

  /// The route, or the pattern of a proxy or guard.
  package let name: String

  /// The text that was asked for.
  package var text: String { navigation.text }

  /// The location that the open is at.
  package var location: Location? { navigation.trail.location ?? navigation.trail.chain.last }

  package var steps: [OutcomeStep] { navigation.journal.steps }
}

extension Router {
  /// The handler that the open asks that the current task is a step of, if handlers are noted.
  package var handlerOccasion: HandlerOccasion? {
    currentRequest.flatMap { inFlight.occasions[$0.id] }
  }
}
