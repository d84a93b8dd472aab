/// Why an open goes no further.
enum OpenFailure: Error {
  /// A decision stopped it.
  case intercepted(reason: String?)
  /// No route fits.
  case notFound(RouterError)
  /// Something is wrong.
  case failed(RouterError)
  /// A newer open took its place.
  case cancelled

  var status: Outcome.Status {
    switch self {
    case .intercepted: .intercepted
    case .notFound: .notFound
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }

  /// The error the outcome gets.
  var error: RouterError? {
    switch self {
    case .intercepted, .cancelled: nil
    case .notFound(let error), .failed(let error): error
    }
  }

  /// The words of a step about it.
  var words: String {
    switch self {
    case .intercepted(let reason): reason.map { "stop: \($0)" } ?? "stop"
    case .notFound: "nothing fits"
    case .failed(let error): "failed: \(error.message)"
    case .cancelled: "cancelled"
    }
  }
}
