enum OpenFailure: Error {
  /// A decision stopped it.
  case intercepted(reason: String?)
  /// No route matches.
  case notFound(RouterError)
  case failed(RouterError)
  /// A newer open replaced it.
  case cancelled

  var status: Outcome.Status {
    switch self {
    case .intercepted: .intercepted
    case .notFound: .notFound
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }

  var error: RouterError? {
    switch self {
    case .intercepted, .cancelled: nil
    case .notFound(let error), .failed(let error): error
    }
  }

  /// The text of the failure's step.
  var words: String {
    switch self {
    case .intercepted(let reason): reason.map { "stop: \($0)" } ?? "stop"
    case .notFound: "no route matches"
    case .failed(let error): "failed: \(error.message)"
    case .cancelled: "cancelled"
    }
  }
}
