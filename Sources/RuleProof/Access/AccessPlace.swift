package import Moonroute

/// A location of a route at which people are tried.
package struct AccessPlace: Sendable, Equatable {
  /// The number of the route.
  package let route: Int

  /// The name of the route, or `nil`.
  package let name: String?

  /// The pattern of the route, as written.
  package let pattern: String

  /// The location; `nil` where none is known that the route wins.
  package let location: String?

  /// Where the route is written.
  package let site: SourceSite?

  package init(of route: RouteInfo, at location: String?) {
    self.route = route.id
    name = route.name
    pattern = route.pattern.text
    self.location = location
    site = route.site
  }

  /// The name of the route, or its pattern.
  package var label: String { name ?? pattern }
}

extension AccessPlace {
  /// The locations of all routes that can be opened, in the order of registration: those of samples,
  /// else one for each route.
  ///
  /// A route without a location is there once, too.
  ///
  /// - Parameter rules: The routes.
  /// - Returns: The locations.
  /// - Complexity: As looking up some locations for each route.
  package static func all(of rules: RouterRules) -> [AccessPlace] {
    let index = rules.directory.index
    return index.winningRoutes.sorted { $0.id < $1.id }
      .flatMap { route in
        let samples = SampleLocations(of: route, in: index, rules: rules)
        var texts: [String] = []
        for location in samples.chosen where !texts.contains(location.description) {
          texts.append(location.description)
        }
        guard !texts.isEmpty else { return [AccessPlace(of: route, at: nil)] }
        return texts.map { AccessPlace(of: route, at: $0) }
      }
  }
}
