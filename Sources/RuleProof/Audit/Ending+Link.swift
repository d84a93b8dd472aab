package import Moonroute
package import Rehearsal
package import RoutePatterns

extension Ending {
  /// Looks up a link in the route table without calling functions.
  package init(_ link: String, in index: RouteIndex, rules: LocationRules) {
    do throws(LocationError) {
      let location = try Location(parsing: link, rules: rules)
      var matches = index.matches(location)
      guard let (route, _) = matches.next() else {
        self =
          matches.isCutShort
          ? Ending(.failed, code: .matchLimit) : Ending(.notFound, code: .notFound)
        return
      }
      let problem = route.query.isEmpty ? nil : route.queryProblem(of: location)
      self.init(
        problem == nil ? .matched : .failed,
        requested: route.label,
        reason: problem?.message
      )
    } catch {
      self.init(.failed, reason: error.description)
    }
  }

  /// Whether no route matches the link, even if a fallback opens.
  var isUnknown: Bool { code == .notFound && requested == nil }

  /// Whether a script error stopped the open and a fallback opened.
  var isBroken: Bool { status == .fellBack && isFault }

  /// Whether no route matches the link, even if a page handles that, or the open failed.
  var isDead: Bool {
    switch status {
    case .notFound, .loop, .failed: true
    case .fellBack: isUnknown || isBroken
    default: false
    }
  }

  /// Whether a route opened.
  var isGood: Bool { [.opened, .handled, .matched].contains(status) }

  /// Whether the link leads nowhere, even if another page is shown, or never ends.
  var isLost: Bool { isDead || status == .waiting }

  /// The final route, if it differs from the requested one.
  var otherRoute: String? { reached == requested ? nil : reached }

  /// The ending without details that differ within a kind: an unmatched link's error quotes it.
  package var kind: Ending {
    var kind = self
    (kind.target, kind.site, kind.reached) = (nil, nil, reached ?? requested)
    if isUnknown {
      kind.reason = status == .notFound ? nil : "no route matches"
    } else if code == .matchLimit {
      kind.reason = "it takes too many steps to look up"
    } else {
      kind.reason = reason.map { (site.map { "\($0): " } ?? "") + $0 }
    }
    return kind
  }

  /// The kind without its reason, which may differ for each link.
  var withoutReason: Ending {
    var ending = self
    ending.reason = nil
    if !isUnknown { ending.code = nil }
    return ending
  }

  /// A kind on one line, such as `opened login, asked for account: please log in`.
  var words: String {
    let end = otherRoute ?? requested
    let asked = otherRoute == nil ? nil : requested.map { ", asked for \($0)" }
    return status.rawValue + (end.map { " \($0)" } ?? "") + (asked ?? "")
      + (reason.map { ": \($0)" } ?? "")
  }
}
