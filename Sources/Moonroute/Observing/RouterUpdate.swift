/// An event of a router, for its observers.
public enum RouterUpdate: Sendable {
  /// A location is about to be opened.
  case willOpen(text: String, extra: Value)
  /// A screen was shown, or an action has run.
  case didOpen(Outcome)
  /// An open failed, matched nothing, or was stopped.
  case didFail(Outcome)
  /// An open failed, and a fallback is shown instead.
  case didFallBack(Outcome)
  /// The stage has changed.
  case didChange(StageTransition)
  /// New rules replaced the previous ones.
  case reloaded(RouteDiff)
  /// A module of `router.lazy` was loaded, with the values of its parameters.
  case partLoaded(module: String, params: [String: String], time: Duration)

  /// The name in the locations of the router's own events, such as `did-open`.
  package var name: String {
    switch self {
    case .willOpen: "will-open"
    case .didOpen: "did-open"
    case .didFail: "did-fail"
    case .didFallBack: "did-fall-back"
    case .didChange: "did-change"
    case .reloaded: "reloaded"
    case .partLoaded: "part-loaded"
    }
  }

  /// The outcome, for events that have one.
  package var outcome: Outcome? {
    switch self {
    case .didOpen(let outcome), .didFail(let outcome), .didFallBack(let outcome): outcome
    case .willOpen, .didChange, .reloaded, .partLoaded: nil
    }
  }

  /// The event for an outcome, or `nil` if a newer open replaced this one.
  init?(_ outcome: Outcome) {
    switch outcome.status {
    case .opened, .handled: self = .didOpen(outcome)
    case .failed, .notFound, .intercepted: self = .didFail(outcome)
    case .fellBack: self = .didFallBack(outcome)
    case .cancelled: return nil
    }
  }
}
