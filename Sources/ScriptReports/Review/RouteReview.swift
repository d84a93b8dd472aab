package import Moonroute
import RoutePatterns
package import ScriptHost

/// Warnings about routes that load and still do not do what their author wants.
package struct RouteReview {
  /// The problems, by file and line.
  package private(set) var problems: [ScriptProblem] = []

  let rules: RouterRules
  let index: RouteIndex
  /// The sample locations of the routes, by identity.
  private var samples: [Int: [Location]] = [:]

  /// Looks at every route.
  ///
  /// - Complexity: About as much as a few lookups of each route, and more where many routes fit the
  ///   same locations.
  package init(of rules: RouterRules) {
    self.rules = rules
    index = rules.directory.index
    findOverlaps(except: findCovered())
    findFallbacks()
    findTargets()
    findInitial()
    findMatchLimits()
    problems.sort {
      ($0.site?.file ?? "", $0.site?.line ?? 0, $0.message)
        < ($1.site?.file ?? "", $1.site?.line ?? 0, $1.message)
    }
  }

  /// Some locations that a route wins.
  mutating func samples(of route: RouteInfo) -> [Location] {
    if let known = samples[route.id] { return known }
    let made = SampleLocations(of: route, in: index, rules: rules).locations
    samples[route.id] = made
    return made
  }

  /// Finds routes with a sample that takes too many steps to look up.
  private mutating func findMatchLimits() {
    for route in index.winningRoutes {
      let errors = SampleLocations(of: route, rules: rules).chosen.lazy
        .compactMap { [rules] in rules.matchLimit(at: $0, of: route) }
      guard let error = errors.first else { continue }
      let message = "A sample of '\(route.label)' cannot be opened. \(error.message)"
      warn(error.code, message, at: route.site)
    }
  }

  /// Records a warning.
  mutating func warn(_ code: RouterError.Code, _ message: String, at site: SourceSite?) {
    problems.append(ScriptProblem(code, message, at: site, severity: .warning))
  }
}

extension RouterError.Code {
  /// A route that others always win over.
  static let unreachable = Self(rawValue: "unreachable")
  /// Two routes between which only the order of registration decides.
  static let overlap = Self(rawValue: "overlap")
  /// A route that keeps the locations of its scheme from all routes without one.
  static let fallbackOff = Self(rawValue: "fallback_off")
  /// A redirect to a location that no route fits.
  static let deadEnd = Self(rawValue: "dead_end")
}

extension RouteInfo {
  /// The label and where it is written, for messages.
  var labelWithPlace: String { "'\(label)'" + (site.map { " (\($0))" } ?? "") }
}
