import RoutePatterns

/// A decision attached from outside to a pattern or a name.
struct AttachedDecision {
  /// The pattern or name as written.
  let label: String
  /// Asked only in opens restricted to one of them; empty: in every open.
  let tags: [String]
  /// Where it is written.
  let site: SourceSite?
  /// What it decides.
  let decision: Route.Redirect
}

/// Decisions by pattern, in the order in which they are asked.
struct DecisionTable {
  private var infos: [RouteInfo] = []
  private var entries: [RouteTable.Entry] = []
  private var decisions: [AttachedDecision] = []
  private var frozen: RouteTable?
  /// The position of each entry in the order in which entries win.
  private var positions: [Int] = []

  /// Adds a decision.
  mutating func add(
    _ template: String,
    priority: Int,
    _ decision: AttachedDecision
  ) throws(RouterError) {
    let pattern: RoutePattern
    do {
      pattern = try RoutePattern(template)
    } catch {
      throw RouterError(.badPattern, error.description, at: decision.site)
    }
    var route = Route(path: template)
    route.site = decision.site
    infos.append(
      RouteInfo(id: infos.count, route: route, pattern: pattern, parent: nil, parts: [])
    )
    entries.append(
      RouteTable.Entry(pattern: pattern, priority: priority, isCaseSensitive: true)
    )
    decisions.append(decision)
    frozen = nil
  }

  /// Whether there is nothing to ask.
  var isEmpty: Bool { decisions.isEmpty }

  /// The decisions whose pattern fits, first to last.
  mutating func decisions(
    for location: Location,
    order: RouteTable.Order
  ) -> [(decision: AttachedDecision, route: RouteInfo, match: RouteMatch)] {
    guard !isEmpty else { return [] }
    let table = frozen ?? freeze(order)
    let matches = table.matches(location).sorted { positions[$0.entry] < positions[$1.entry] }
    return matches.map { (decisions[$0.entry], infos[$0.entry], $0) }
  }

  /// Builds the table.
  ///
  /// Namespaces do not count here: what has no scheme fits every scheme.
  private mutating func freeze(_ order: RouteTable.Order) -> RouteTable {
    let schemes = Set(entries.compactMap(\.scheme))
    let fallback = Dictionary(uniqueKeysWithValues: schemes.map { ($0, true) })
    let table = RouteTable(entries, order: order, fallback: fallback)
    positions = Array(repeating: 0, count: entries.count)
    for (position, entry) in table.winningOrder.enumerated() { positions[entry] = position }
    frozen = table
    return table
  }
}
