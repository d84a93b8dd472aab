package import Moonroute
import RoutePatterns

/// What can be known of routes that load and still do not do what their author wants.
package struct RouteReview {
  /// The problems, by file and line.
  package private(set) var problems: [ScriptProblem] = []

  private let rules: RouterRules
  private let index: RouteIndex

  /// Looks at every route.
  ///
  /// - Complexity: O(*n*²) for *n* routes.
  package init(of rules: RouterRules) {
    self.rules = rules
    index = rules.directory.index
    findCovered()
    findTargets()
    problems.sort {
      ($0.site?.file ?? "", $0.site?.line ?? 0) < ($1.site?.file ?? "", $1.site?.line ?? 0)
    }
  }

  private mutating func warn(_ code: RouterError.Code, _ message: String, at route: RouteInfo) {
    problems.append(ScriptProblem(code, message, at: route.site, severity: .warning))
  }

  /// Finds routes that another one always wins over.
  private mutating func findCovered() {
    let routes = index.winningRoutes
    let units = routes.map { $0.pattern.units }
    for later in routes.indices {
      let winner = routes.indices.prefix(later)
        .first { earlier in
          routes[earlier].coversOrigin(of: routes[later]) && units[earlier].cover(units[later])
        }
      guard let winner else { continue }
      warn(
        .unreachable,
        "'\(routes[later].label)' is never reached: '\(routes[winner].label)'"
          + (routes[winner].site.map { " (\($0))" } ?? "")
          + " wins for every location. Give it a priority, or remove one of them.",
        at: routes[later]
      )
    }
  }

  /// Finds fixed redirects that lead nowhere, or back to where they came from.
  private mutating func findTargets() {
    var inCircles: Set<Location> = []
    for route in index.winningRoutes where route.parts.contains(.redirect) {
      let samples = SampleLocations(
        of: route,
        in: index,
        rules: rules.configuration.locationRules
      )
      for written in deadEnds(of: route, samples: samples.locations) {
        let message = "'\(route.label)' redirects to '\(written)', which no route fits."
        warn(.deadEnd, message + " Add one, or lead elsewhere.", at: route)
      }
      guard let sample = samples.locations.first, !inCircles.contains(sample),
        let circle = circle(from: sample)
      else { continue }
      inCircles.formUnion(circle)
      let way = circle.map(\.description).joined(separator: " → ")
      let message = "'\(route.label)' redirects in a circle: \(way). Let one of them go on."
      warn(.redirectLoop, message, at: route)
    }
  }

  /// The fixed targets of a route that lead nowhere from every sample.
  private func deadEnds(of route: RouteInfo, samples: [Location]) -> [String] {
    var dead: [String] = []
    for (number, sample) in samples.enumerated() {
      guard let match = index.match(sample)?.match else { return [] }
      let targets = rules.fixedTargets(of: route, match: match, at: sample)
        .filter { target in
          guard let location = target.location else { return true }
          return index.match(location) == nil && !rules.isProxied(location)
        }
        .map(\.written)
      dead = number == 0 ? targets : dead.filter(targets.contains)
    }
    return dead
  }

  /// The way from a location back to itself, or `nil` when there is none.
  private func circle(from start: Location) -> [Location]? {
    var way = [start]
    while way.count <= 20, let location = way.last, !rules.isProxied(location),
      let (route, match) = index.match(location),
      let next = rules.certainTarget(of: route, match: match, at: location)
    {
      way.append(next)
      if next == start { return way }
      if way.dropLast().contains(next) { return nil }
    }
    return nil
  }
}

extension RouterError.Code {
  /// A route that another one always wins over.
  static let unreachable = Self(rawValue: "unreachable")
  /// A redirect to a location that no route fits.
  static let deadEnd = Self(rawValue: "dead_end")
}

extension RouteInfo {
  /// Whether the route is asked, and never declines, wherever another one is.
  fileprivate func coversOrigin(of other: RouteInfo) -> Bool {
    !parts.contains(.action) && scheme == other.scheme && (host == nil || host == other.host)
      && (isCaseSensitive == other.isCaseSensitive || !isCaseSensitive)
      && other.tags.allSatisfy(tags.contains)
  }
}
