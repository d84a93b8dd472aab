package import Moonroute
import RoutePatterns
package import ScriptHost

/// Warnings about routes that load, but do not work as intended.
package struct RouteReview {
  package private(set) var problems: [ScriptProblem] = []

  let rules: RouterRules
  let index: RouteIndex
  private var samples: [Int: [Location]] = [:]

  /// Takes a few look-ups of each route, and more if many routes match the same locations.
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

  mutating func samples(of route: RouteInfo) -> [Location] {
    if let known = samples[route.id] { return known }
    let made = SampleLocations(of: route, in: index, rules: rules).locations
    samples[route.id] = made
    return made
  }

  /// Finds routes with a sample that exceeds the budget of a look-up.
  private mutating func findMatchLimits() {
    for route in index.winningRoutes {
      let errors = SampleLocations(of: route, rules: rules).chosen.lazy
        .compactMap { [rules] in rules.matchLimit(at: $0, of: route) }
      guard let error = errors.first else { continue }
      let message = "A sample of '\(route.label)' cannot be opened. \(error.message)"
      warn(error.code, message, at: route.site)
    }
  }

  mutating func warn(_ code: RouterError.Code, _ message: String, at site: SourceSite?) {
    problems.append(ScriptProblem(code, message, at: site, severity: .warning))
  }
}

extension RouterError.Code {
  /// A route that always loses to others.
  static let unreachable = Self(rawValue: "unreachable")
  /// Two routes that only the order of registration decides.
  static let overlap = Self(rawValue: "overlap")
  /// A route that hides all routes without a scheme from the locations of its scheme.
  static let fallbackOff = Self(rawValue: "fallback_off")
  /// A redirect to a location without a route.
  static let deadEnd = Self(rawValue: "dead_end")
}

extension RouteInfo {
  /// The label and the position in the scripts, for messages.
  var labelWithPlace: String { "'\(label)'" + (site.map { " (\($0))" } ?? "") }
}
