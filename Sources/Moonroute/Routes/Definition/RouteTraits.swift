import RoutePatterns

/// The author's notes on a route, besides where it lies and what happens there.
struct RouteTraits: Equatable, Sendable {
  /// Tags that restricted opens ask for, in the order written.
  var tags: [String] = []

  /// The author's priority: higher wins.
  var priority = 0

  /// The author's notes about the route.
  var meta = Table()

  /// Whether literal text is compared as written.
  var isCaseSensitive = true

  /// Whether redirects away from the route keep the query.
  var keepsQuery = false

  /// The types of the items wanted in the query, by name; those below do not share them.
  var query: [String: String] = [:]

  /// Whether ``query`` is declared, even as empty: functions of the route then read no other items.
  var declaresQuery = false

  /// Parameters with which tools try the route.
  var samples: [[String: ParameterValue]] = []

  /// The same with the tags and notes of the route above.
  func below(_ parent: RouteTraits) -> RouteTraits {
    var traits = self
    traits.tags = parent.tags + tags.filter { !parent.tags.contains($0) }
    traits.meta = parent.meta
    traits.meta.fields.merge(meta.fields) { $1 }
    if !meta.items.isEmpty { traits.meta.items = meta.items }
    if !parent.samples.isEmpty { traits.samples = samples(below: parent.samples) }
    return traits
  }

  /// The samples of the route with those of the route above: all of these where it has none of its
  /// own, else the first where one of its own leaves something out.
  private func samples(below above: [[String: ParameterValue]]) -> [[String: ParameterValue]] {
    guard !samples.isEmpty else { return above }
    return samples.map { $0.merging(above[0]) { own, _ in own } }
  }
}

/// The properties of a route for those below it, besides that of being their parent.
struct RouteRole: Sendable {
  /// Whether it only shares its fields with them and is never matched itself.
  var isGroup = false

  /// Whether those directly below are branches of tabs.
  var isShell = false

  /// The name of the branch that a shell's own location leads to.
  var initialTab: String?
}
