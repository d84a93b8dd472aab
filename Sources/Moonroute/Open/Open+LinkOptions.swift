import RoutePatterns

extension Open {
  /// The value of a reserved query name, if the configuration allows it for the location.
  ///
  /// The keys of foreign links are not effective either after a redirect has kept or copied them.
  func linkOption(_ name: String, of location: Location) -> String? {
    guard location.hasQuery, let value = location.query.last(name) else { return nil }
    switch rules.configuration.linkOptions {
    case .all: return value
    case .none: return nil
    case .internalOnly:
      guard index.isInternal(location) else { return nil }
      let isFromOthers = trail.all.contains { passed in
        passed.query.contains { $0.name == name && $0.value == value } && !index.isInternal(passed)
      }
      return isFromOthers ? nil : value
    }
  }
}
