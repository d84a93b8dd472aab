struct LinkFaultError: Error {}

extension RouterError {
  /// Returns the same error as a fault of the opened link, for example of its query.
  var ofLink: RouterError {
    RouterError(code, message, at: site, nearest: nearest, underlying: LinkFaultError())
  }

  /// Whether the program is at fault, rather than the link.
  fileprivate var isFault: Bool {
    switch code {
    case .badLocation, .notFound, .intercepted, .cancelled: false
    // A call in a script has a source position.
    case .missingParameter, .unknownParameter, .wrongType:
      site != nil && !(underlying is LinkFaultError)
    default: true
    }
  }
}

extension Outcome {
  /// The error that an author of the program has to fix, even if a substitute is shown; `nil`
  /// without an error or if only the link is at fault.
  package var fault: RouterError? { error.flatMap { $0.isFault ? $0 : nil } }

  /// The name or pattern of the route that the open reached or last tried; `nil` if no route
  /// matches.
  package var routeLabel: String? {
    route?.label ?? steps.last { $0.kind == .match && $0.site != nil }?.name
  }
}

extension Outcome {
  /// The outcome of an open whose link could not be made.
  static func failed(_ error: RouterError, text: String) -> Outcome {
    Outcome(OutcomeFields(status: .failed, text: text, error: error))
  }
}
