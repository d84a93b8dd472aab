package import Moonroute

/// How an open ended, in one vocabulary for tables, lists of links and recorded acts.
///
/// A report chooses its own words for it.
package struct Ending: Hashable, Sendable {
  package enum Status: String, Sendable, CaseIterable {
    /// A screen is shown.
    case opened
    /// An action ran.
    case handled
    /// A route matches; its functions were not called.
    case matched
    /// The open failed, and something else is shown instead.
    case fellBack = "fell_back"
    /// A decision stopped the open.
    case intercepted
    /// The open waits, such as for the answer of a person, or takes longer than it may.
    case waiting
    /// A newer open of the scripts took its place.
    case cancelled
    /// No route matches.
    case notFound = "not_found"
    /// Redirects form a circle, or exceed the limit.
    case loop
    /// The application failed.
    case failed

    /// The status of the outcome; `nil` if there is none.
    package var ofOutcome: Outcome.Status? {
      self == .loop ? .failed : Outcome.Status(rawValue: rawValue)
    }

    fileprivate init(_ outcome: Outcome) {
      self =
        switch outcome.status {
        case .opened: .opened
        case .handled: .handled
        case .intercepted: .intercepted
        case .cancelled: .cancelled
        case .fellBack: .fellBack
        case .notFound: .notFound
        case .failed:
          [.redirectLoop, .redirectLimit].contains(outcome.error?.code) ? .loop : .failed
        }
    }
  }

  package let status: Status

  /// The name or the pattern of the first route that matched.
  package var requested: String?

  /// The name or the pattern of the route at the end.
  package var reached: String?

  /// The location of the last redirect.
  package var target: String?

  /// The reason of a decision, or the message of an error.
  package var reason: String?

  /// The code and the place of an error.
  package var code: RouterError.Code?
  package var site: SourceSite?

  /// Whether the application caused the error, not the link.
  package private(set) var isFault = false

  package init(
    _ status: Status,
    requested: String? = nil,
    reason: String? = nil,
    code: RouterError.Code? = nil
  ) {
    (self.status, self.requested, self.reason, self.code) = (status, requested, reason, code)
  }

  package init(_ outcome: Outcome) {
    let match = outcome.steps.first { $0.kind == .match }
    status = Status(outcome)
    requested = match == nil ? outcome.route?.label : match?.name
    reached = outcome.route?.label
    target = outcome.redirects.last?.description
    reason = outcome.reason ?? outcome.error?.message
    (code, site) = (outcome.error?.code, outcome.error?.site)
    isFault = outcome.fault != nil
  }

  /// The ending in words that stay when the text of an error changes, such as `opened login`.
  package var lastingWords: String {
    [status.ofOutcome?.rawValue, target, reached, code?.rawValue ?? reason]
      .compactMap(\.self).joined(separator: " ")
  }
}
