package import RoutePatterns

extension OutcomeStep {
  /// The parts of a step that are recorded only when steps are measured.
  final class Detail: Sendable {
    let location: Location?
    let decision: StepDecision?

    init(at location: Location?, _ decision: StepDecision?) {
      (self.location, self.decision) = (location, decision)
    }
  }

  /// The location of the open, if it measures its steps; `nil` for a text that is not a location.
  package var location: Location? { detail?.location }

  /// The answer of the decision, if the open measures its steps; `nil` if none was called or it
  /// threw.
  package var decision: StepDecision? { detail?.decision }
}

/// The effect of a proxy, a guard, a redirect or a leave guard.
package enum StepDecision: Sendable, Equatable {
  /// The open continues, also because it is already at the target.
  case goOn
  /// The open ends, with an optional reason.
  case stop(reason: String?)
  /// A proxy changes the location without a redirect.
  case rewrite(Location)
  /// The open is redirected.
  case goTo(Location)
}

/// A position inside an open that measures its steps.
package struct OpenPlace: Hashable, Sendable {
  package let open: UInt64

  /// The index of the current step: the number of finished steps.
  package let step: Int
}
