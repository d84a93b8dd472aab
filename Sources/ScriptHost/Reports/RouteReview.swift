package import Moonroute
import RoutePatterns

/// What can be known of routes that load and still do not do what their author wants.
package struct RouteReview {
  /// The problems, by file and line.
  package private(set) var problems: [ScriptProblem] = []

  /// Looks at every route.
  ///
  /// - Complexity: O(*n*²) for *n* routes.
  package init(of rules: RouterRules) {
    let index = rules.directory.index
    findCovered(in: index)
    problems.sort {
      ($0.site?.file ?? "", $0.site?.line ?? 0) < ($1.site?.file ?? "", $1.site?.line ?? 0)
    }
  }

  /// Finds routes that another one always wins over.
  private mutating func findCovered(in index: RouteIndex) {
    let routes = index.winningRoutes
    let units = routes.map { $0.pattern.units }
    for later in routes.indices {
      let loser = routes[later]
      let winner = routes.indices.prefix(later)
        .first { earlier in
          routes[earlier].coversOrigin(of: loser) && units[earlier].cover(units[later])
        }
      guard let winner else { continue }
      problems.append(
        ScriptProblem(
          .unreachable,
          "'\(loser.label)' is never reached: '\(routes[winner].label)'"
            + (routes[winner].site.map { " (\($0))" } ?? "")
            + " wins for every location. Give it a priority, or remove one of them.",
          at: loser.site,
          severity: .warning
        )
      )
    }
  }
}

extension RouterError.Code {
  /// A route that another one always wins over.
  package static let unreachable = Self(rawValue: "unreachable")
}

extension RouteInfo {
  /// Whether the route is asked, and never declines, wherever another one is.
  fileprivate func coversOrigin(of other: RouteInfo) -> Bool {
    !parts.contains(.action) && scheme == other.scheme && (host == nil || host == other.host)
      && (isCaseSensitive == other.isCaseSensitive || !isCaseSensitive)
  }
}

extension [PatternUnit] {
  /// Whether every location that fits the other parts surely fits these.
  ///
  /// Errs on the side of no.
  fileprivate func cover(_ others: [PatternUnit]) -> Bool {
    var others = others[...]
    for (index, unit) in enumerated() {
      let isLast = index == count - 1
      if unit.isOptional { return Array(self[index...]) == Array(others) }
      if isLast, unit.kind(isLast: true) == .many { return true }
      guard let other = others.popFirst(), !other.isOptional else { return false }
      guard unit.covers(other, isLast: others.isEmpty) else { return false }
    }
    return others.isEmpty
  }
}

extension PatternUnit {
  /// Whether every segment that fits the other part fits this one.
  fileprivate func covers(_ other: PatternUnit, isLast: Bool) -> Bool {
    let theirs = other.kind(isLast: isLast)
    switch kind(isLast: false) {
    case .literal, .mixed: return text == other.text
    case .constrained: return constraint == other.constraint && theirs == .constrained
    case .parameter, .one: return theirs != .many
    case .many, .end: return false
    }
  }

  /// What stands behind the parameter's name.
  private var constraint: Substring {
    text.drop { $0 == ":" }.drop { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
