package import Moonroute
package import RoutePatterns

/// The ending of a link: how, where, and why.
package struct LinkFate: Hashable, Sendable {
  /// The ways in which a link ends.
  package enum Status: String, Sendable, CaseIterable {
    /// A screen is shown.
    case opened
    /// An action ran.
    case handled
    /// A route fits; what it does was not tried.
    case matched
    /// It failed, and something else is shown instead.
    case fellBack = "fell_back"
    /// A decision stopped it.
    case intercepted
    /// It has not ended: it waits, such as for the answer of a person, or takes longer than it may.
    case waiting
    /// A newer open of the scripts took its place.
    case cancelled
    /// No route fits.
    case notFound = "not_found"
    /// Redirects lead in a circle, or on and on.
    case loop
    /// Something is wrong with the application.
    case failed
  }

  /// How it ends.
  package let status: Status

  /// The name or the pattern of the route that it asked for; `nil` where none fits.
  package let route: String?

  /// The route at which it ended, where it is another one.
  package let target: String?

  /// Why it ended so: the reason of a decision, or what went wrong.
  package let reason: String?

  /// Whether the link leads nowhere: nothing fits it, even if a page says so, or it cannot end well.
  package var isDead: Bool {
    switch status {
    case .notFound, .loop, .failed: true
    case .fellBack: isUnknown || isBroken
    default: false
    }
  }

  /// Whether a script broke the open, and something else is shown instead.
  package let isBroken: Bool

  /// Whether no route fits it, even if something else is shown.
  package let isUnknown: Bool

  init(
    _ status: Status,
    route: String? = nil,
    target: String? = nil,
    reason: String? = nil,
    isUnknown: Bool = false,
    isBroken: Bool = false
  ) {
    (self.status, self.route, self.target, self.reason) = (status, route, target, reason)
    (self.isUnknown, self.isBroken) = (isUnknown, isBroken)
  }

  /// The fate that an open tells.
  init(_ outcome: Outcome) {
    let match = outcome.steps.first { $0.kind == .match }
    let asked = match == nil ? outcome.route?.label : match?.name
    let error = outcome.error
    let status: Status =
      switch outcome.status {
      case .opened: .opened
      case .handled: .handled
      case .intercepted: .intercepted
      case .cancelled: .cancelled
      case .fellBack: .fellBack
      case .notFound: .notFound
      case .failed: [.redirectLoop, .redirectLimit].contains(error?.code) ? .loop : .failed
      }
    let place = error?.site.map { "\($0): " } ?? ""
    // The message of a link that nothing fits repeats the link, and would make a kind of each.
    let isUnknown = error?.code == .notFound && match?.name == nil
    let isLimit = error?.code == .matchLimit
    let words =
      isUnknown
      ? "no route fits" : isLimit ? Self.limitWords : error.map { place + $0.message }
    let problem = isUnknown && status == .notFound ? nil : words
    self.init(
      status,
      route: asked,
      target: outcome.route.map(\.label).flatMap { $0 == asked ? nil : $0 },
      reason: outcome.reason ?? problem,
      isUnknown: isUnknown,
      isBroken: outcome.status == .fellBack && outcome.fault != nil
    )
  }

  private static let limitWords = "it takes too many steps to look up"

  /// The fate that the table of routes alone tells.
  package init(_ text: String, in index: RouteIndex, rules: LocationRules) {
    do throws(LocationError) {
      let location = try Location(parsing: text, rules: rules)
      var matches = index.matches(location)
      guard let (route, _) = matches.next() else {
        if matches.isCutShort {
          self.init(.failed, reason: Self.limitWords)
        } else {
          self.init(.notFound, isUnknown: true)
        }
        return
      }
      let problem = route.query.isEmpty ? nil : route.queryProblem(of: location)
      self.init(
        problem == nil ? .matched : .failed,
        route: route.label,
        reason: problem?.message
      )
    } catch {
      self.init(.failed, reason: error.description)
    }
  }

  /// The fate without the reason, which may be another one for each link.
  var withoutReason: LinkFate {
    LinkFate(status, route: route, target: target, isUnknown: isUnknown, isBroken: isBroken)
  }

  /// The fate on one line, such as `opened login, asked for account: please log in`.
  package var words: String {
    let end = target ?? route
    let asked = target == nil ? nil : route.map { ", asked for \($0)" }
    return status.rawValue + (end.map { " \($0)" } ?? "") + (asked ?? "")
      + (reason.map { ": \($0)" } ?? "")
  }
}
