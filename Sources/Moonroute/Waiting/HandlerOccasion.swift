package import RoutePatterns

/// A handler that an open is about to ask.
package struct HandlerOccasion {
  /// The number of the open.
  package let open: UInt64

  /// The purpose of the handler.
  package let kind: OutcomeStep.Kind

  /// The route, or the pattern of a proxy or guard.
  package let name: String

  /// The text that was asked for.
  package let text: String

  /// The location that the open is at.
  package let location: Location?

  /// The steps so far.
  package let steps: [OutcomeStep]
}

extension Navigation {
  /// Tells that a handler is about to be asked.
  func announce(_ kind: OutcomeStep.Kind, of label: String) {
    guard let willAsk = router.hooks.willAsk else { return }
    willAsk(
      HandlerOccasion(
        open: request.id,
        kind: kind,
        name: label,
        text: text,
        location: trail.location ?? trail.chain.last,
        steps: journal.steps
      )
    )
  }
}
