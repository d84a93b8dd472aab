import RoutePatterns

/// A decision attached from outside to a pattern or a name.
struct AttachedDecision {
  /// The pattern or name as written.
  let label: String
  /// Asked only in opens restricted to one of them; empty: in every open.
  let tags: [String]
  /// Higher is asked first.
  let priority: Int
  /// Where it is written.
  let site: SourceSite?
  /// What it decides.
  let decision: Route.Redirect
}

/// Decisions by pattern, in the order in which they are asked.
struct DecisionTable {
  /// A decision whose pattern fits a location.
  struct Match {
    let decision: AttachedDecision
    /// The pattern as a route, for the state that the decision sees.
    let route: RouteInfo
    let match: RouteMatch
  }

  private var infos: [RouteInfo] = []
  private var entries: [RouteTable.Entry] = []
  private var decisions: [AttachedDecision] = []
  private var frozen: RouteTable?
  /// The position of each entry in the order in which entries win.
  private var positions: [Int] = []

  /// Adds a decision.
  mutating func add(
    _ template: String,
    _ decision: AttachedDecision,
    rules: LocationRules
  ) throws(RouterError) {
    let pattern: RoutePattern
    do {
      pattern = try RoutePattern(template, rules: rules)
    } catch {
      throw RouterError(.badPattern, error.description, at: decision.site)
    }
    if case .fixed(let target) = decision.decision,
      let problem = StaticTarget.problem(in: target, of: pattern)
    {
      throw problem.located(at: decision.site)
    }
    var route = Route(path: template)
    route.site = decision.site
    infos.append(
      RouteInfo(id: infos.count, route: route, pattern: pattern, parent: nil, parts: [])
    )
    entries.append(
      RouteTable.Entry(pattern: pattern, priority: decision.priority, isCaseSensitive: true)
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
  ) -> [Match] {
    guard !isEmpty else { return [] }
    let table = table(order)
    let matches = table.matches(location).sorted { positions[$0.entry] < positions[$1.entry] }
    return matches.map {
      Match(decision: decisions[$0.entry], route: infos[$0.entry], match: $0)
    }
  }

  /// Builds the table.
  ///
  /// Namespaces do not count here: what has no scheme fits every scheme.
  private mutating func table(_ order: RouteTable.Order) -> RouteTable {
    if let frozen, frozen.order == order { return frozen }
    let schemes = Set(entries.compactMap(\.scheme))
    let fallback = Dictionary(uniqueKeysWithValues: schemes.map { ($0, true) })
    let table = RouteTable(entries, order: order, fallback: fallback)
    positions = Array(repeating: 0, count: entries.count)
    for (position, entry) in table.winningOrder.enumerated() { positions[entry] = position }
    frozen = table
    return table
  }
}
