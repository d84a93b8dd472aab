/// An error that lies in the link, in the words of another error.
struct LinkFault: Error {}

extension RouterError {
  /// The same error as one of the link that was opened, such as a wrong item in its query.
  var ofLink: RouterError {
    RouterError(code, message, at: site, nearest: nearest, underlying: LinkFault())
  }

  /// Whether the application is at fault, and not the link.
  fileprivate var isFault: Bool {
    switch code {
    case .badLocation, .notFound, .intercepted, .cancelled: false
    // A call in a script has a place.
    case .missingParameter, .unknownParameter, .wrongType:
      site != nil && !(underlying is LinkFault)
    default: true
    }
  }
}

extension Outcome {
  /// The error that an author of the application has to mend, even if something else is shown
  /// instead; `nil` where nothing went wrong, or the link alone is to blame.
  package var fault: RouterError? { error.flatMap { $0.isFault ? $0 : nil } }

  /// The name, or the pattern, of the route that the open reached or last tried; `nil` where no
  /// route fits.
  package var routeLabel: String? {
    route?.label ?? steps.last { $0.kind == .match && $0.site != nil }?.name
  }
}
