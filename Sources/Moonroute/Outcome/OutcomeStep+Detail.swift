package import RoutePatterns

extension OutcomeStep {
  /// The parts of a step that are kept only where steps are measured.
  final class Detail: Sendable {
    let location: Location?
    let decision: StepDecision?

    init(at location: Location?, _ decision: StepDecision?) {
      (self.location, self.decision) = (location, decision)
    }
  }

  /// The location that the open was at, when the open was to measure its steps; `nil` for a text
  /// that is no location.
  package var location: Location? { detail?.location }

  /// The answer of the decision that was asked, when the open was to measure its steps; `nil` where
  /// none was asked, or where it erred.
  package var decision: StepDecision? { detail?.decision }
}

/// The answer of a proxy, a guard, a redirect or a leave guard, as what the open made of it.
package enum StepDecision: Sendable, Equatable {
  /// The open goes on; of a target, too, that it is at already.
  case goOn
  /// The open ends, and why if it was said.
  case stop(reason: String?)
  /// A proxy has the open go on as if another location had been opened.
  case rewrite(Location)
  /// The open goes elsewhere.
  case goTo(Location)
}

/// A place inside an open that measures its steps.
package struct OpenPlace: Hashable, Sendable {
  /// The number of the open.
  package let open: UInt64

  /// The index of the step under way: the number of those done before it.
  package let step: Int
}
