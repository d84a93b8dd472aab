package import Moonroute

/// How an open ended, in one vocabulary; each report chooses its own words.
package struct Ending: Hashable, Sendable {
  package enum Status: String, Sendable, CaseIterable {
    case opened
    /// An action ran.
    case handled
    /// A route matches, but its functions did not run.
    case matched
    /// The open failed and opened a fallback.
    case fellBack = "fell_back"
    /// A decision stopped the open.
    case intercepted
    /// The open waits, for example for a person's answer, or exceeds its time limit.
    case waiting
    /// A newer open by the scripts replaced it.
    case cancelled
    case notFound = "not_found"
    /// Redirects form a circle or exceed the limit.
    case loop
    case failed

    /// The status of the outcome, or `nil` without a counterpart.
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

  /// The name or pattern of the first matching route.
  package var requested: String?

  /// The name or pattern of the final route.
  package var reached: String?

  /// The location of the last redirect.
  package var target: String?

  /// The reason for a decision, or the message of an error.
  package var reason: String?

  package var code: RouterError.Code?
  package var site: SourceSite?

  /// Whether the application caused the error, rather than the link.
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

  /// A description that survives changes to an error's text, such as `opened login`.
  package var lastingWords: String {
    [status.ofOutcome?.rawValue, target, reached, code?.rawValue ?? reason]
      .compactMap(\.self).joined(separator: " ")
  }
}
