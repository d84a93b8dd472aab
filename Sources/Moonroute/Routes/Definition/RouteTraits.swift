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

  /// The same with the tags and notes of the route above.
  func below(_ parent: RouteTraits) -> RouteTraits {
    var traits = self
    traits.tags = parent.tags + tags.filter { !parent.tags.contains($0) }
    traits.meta = parent.meta
    traits.meta.fields.merge(meta.fields) { $1 }
    if !meta.items.isEmpty { traits.meta.items = meta.items }
    return traits
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
