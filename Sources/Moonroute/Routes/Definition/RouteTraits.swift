import RoutePatterns

struct RouteTraits: Equatable, Sendable {
  /// Tags for restricted opens, in the order of the definition.
  var tags: [String] = []

  /// The priority: higher wins.
  var priority = 0

  var meta = ValueTable()

  var isCaseSensitive = true

  /// Whether redirects away from the route keep the query.
  var keepsQuery = false

  /// The types of the expected query items, by name; children do not inherit them.
  var query: [String: String] = [:]

  /// Whether ``query`` is declared, even if empty: functions of the route read no other items.
  var declaresQuery = false

  /// Sample parameters that tools use to try the route.
  var samples: [[String: ParameterValue]] = []

  /// The traits with the inherited tags and metadata of a parent.
  func below(_ parent: RouteTraits) -> RouteTraits {
    var traits = self
    traits.tags = parent.tags + tags.filter { !parent.tags.contains($0) }
    traits.meta = parent.meta
    traits.meta.fields.merge(meta.fields) { $1 }
    if !meta.items.isEmpty { traits.meta.items = meta.items }
    if !parent.samples.isEmpty { traits.samples = samples(below: parent.samples) }
    return traits
  }

  /// The samples of the route, completed with the first sample of the parent; without own samples,
  /// all of the parent's.
  private func samples(below above: [[String: ParameterValue]]) -> [[String: ParameterValue]] {
    guard !samples.isEmpty else { return above }
    return samples.map { $0.merging(above[0]) { own, _ in own } }
  }
}

struct RouteRole: Sendable {
  /// Whether it only shares its properties and is never matched itself.
  var isGroup = false

  var isShell = false

  /// The name of the branch for a shell's own location.
  var initialTab: String?
}
