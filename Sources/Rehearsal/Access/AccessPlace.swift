package import Moonroute

/// A route and a location at which people are tried.
package struct AccessPlace: Sendable, Equatable {
  package let route: Int
  package let name: String?
  package let pattern: String

  /// The location; `nil` if no location is known that the route wins.
  package let location: String?
  package let site: SourceSite?

  package init(of route: RouteInfo, at location: String?) {
    self.route = route.id
    name = route.name
    pattern = route.pattern.text
    self.location = location
    site = route.site
  }

  /// The same place at another location.
  package init(_ place: AccessPlace, at location: String?) {
    (route, name, pattern, site) = (place.route, place.name, place.pattern, place.site)
    self.location = location
  }

  package var label: String { name ?? pattern }
}

extension AccessPlace {
  /// The locations of all routes that can be opened, in order of registration: the samples of each
  /// route, or one location otherwise; a route without a known location has one entry.
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
