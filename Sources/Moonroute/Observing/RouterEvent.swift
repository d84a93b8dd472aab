/// An event of a router, for its observers.
public enum RouterEvent: Sendable {
  /// A location is about to be opened.
  case willOpen(text: String, extra: Value)
  /// A screen is on the stage, or an action has run.
  case didOpen(Outcome)
  /// An open failed, found nothing, or was stopped.
  case didFail(Outcome)
  /// An open failed, and something else is shown instead.
  case didFallBack(Outcome)
  /// The stage has changed.
  case didChange(Transition)
  /// Other rules took the place of all that were in force.
  case reloaded(RouteDiff)

  /// The name, as it stands in the locations of the router's own events: `did-open`.
  public var name: String {
    switch self {
    case .willOpen: "will-open"
    case .didOpen: "did-open"
    case .didFail: "did-fail"
    case .didFallBack: "did-fall-back"
    case .didChange: "did-change"
    case .reloaded: "reloaded"
    }
  }

  /// The outcome, for events that have one.
  public var outcome: Outcome? {
    switch self {
    case .didOpen(let outcome), .didFail(let outcome), .didFallBack(let outcome): outcome
    case .willOpen, .didChange, .reloaded: nil
    }
  }

  /// The event of an outcome for observers, or `nil` for an open that a newer one replaced.
  init?(_ outcome: Outcome) {
    switch outcome.status {
    case .opened, .handled: self = .didOpen(outcome)
    case .failed, .notFound, .intercepted: self = .didFail(outcome)
    case .fellBack: self = .didFallBack(outcome)
    case .cancelled: return nil
    }
  }
}
