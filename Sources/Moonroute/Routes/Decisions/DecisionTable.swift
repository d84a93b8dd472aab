import RoutePatterns

struct AttachedDecision {
  let planned: PlannedDecision
  let priority: Int
  /// The only scheme of the decision, in addition to the pattern's.
  let scheme: String?
  let site: SourceSite?
  let registration: Registration

  init(
    _ kind: PlannedDecision.Kind,
    _ key: String,
    _ decision: LinkRoute.Redirect,
    tags: [String],
    priority: Int,
    scheme: String?,
    site: SourceSite?,
    registration: Registration
  ) {
    planned = PlannedDecision(kind, key, decision, tags: tags, site: site, registration)
    self.priority = priority
    self.scheme = scheme
    self.site = site
    self.registration = registration
  }

  /// The pattern, or the name of a route.
  var label: String { planned.label }
  var tags: [String] { planned.tags }
  var decision: LinkRoute.Redirect { planned.decide }
}

/// Decisions by pattern, in calling order.
struct DecisionTable {
  struct Match {
    let decision: AttachedDecision
    /// The pattern as a route, for the state of the decision.
    let route: RouteInfo
    let match: RouteMatch
  }

  private struct Item {
    let decision: AttachedDecision
    let route: RouteInfo

    /// Matches a pattern with text tests, ignoring case, because a table tests the exact text.
    func match(
      loosely spelling: LocationSpelling,
      within budget: inout MatchBudget
    ) -> RouteMatch? {
      guard route.pattern.hasTests,
        decision.scheme == nil || decision.scheme == spelling.location.scheme
      else { return nil }
      return route.pattern.match(loosely: spelling, within: &budget)
    }
  }

  /// The matches of the last location, which several routes in turn may match.
  private struct Found {
    let location: Location
    let order: RouteTable.Order
    let matches: [Match]
  }

  private var items: [Item] = [] {
    didSet { (compiled, folded, last) = (nil, nil, nil) }
  }
  private var last: Found?
  private var compiled: RouteTable?
  /// The same table, ignoring case, for the locations of routes that ignore case.
  private var folded: RouteTable?
  /// The winning position of each item.
  private var positions: [Int] = []

  var isEmpty: Bool { items.isEmpty }

  mutating func add(
    _ decision: AttachedDecision,
    types: ParameterTypes,
    rules: LocationRules
  ) throws(RouterError) {
    let pattern: RoutePattern
    do throws(PatternError) {
      pattern = try RoutePattern(decision.label, types: types, rules: rules)
    } catch {
      throw RouterError(error, at: decision.site)
    }
    if case .fixed(let target) = decision.decision,
      let problem = StaticTarget.problem(in: target, of: pattern)
    {
      throw problem.located(at: decision.site)
    }
    var route = LinkRoute(path: decision.label)
    (route.site, route.priority) = (decision.site, decision.priority)
    let info = RouteInfo(
      id: items.count,
      route: route,
      pattern: pattern,
      parent: nil,
      parts: [],
      registration: decision.registration
    )
    items.append(Item(decision: decision, route: info))
  }

  /// Throws `match_limit` if the result may be incomplete.
  mutating func decisions(
    for location: Location,
    order: RouteTable.Order,
    within budget: inout MatchBudget
  ) throws(RouterError) -> [Match] {
    guard !items.isEmpty else { return [] }
    if let last, last.order == order, last.location.hasBytes(of: location) {
      return last.matches.filter(\.decision.registration.isActive)
    }
    var matches = table(order).matches(location)
    var found: [RouteMatch] = []
    while let match = matches.next(within: &budget) { found.append(match) }
    if budget.isSpent { throw .matchLimit(location) }
    let sorted = found.sorted { positions[$0.entry] < positions[$1.entry] }
      .map { Match(decision: items[$0.entry].decision, route: items[$0.entry].route, match: $0) }
    last = Found(location: location, order: order, matches: sorted)
    return sorted.filter(\.decision.registration.isActive)
  }

  /// The decisions with a pattern that matches a location in any spelling that its route accepts as
  /// equivalent, in calling order and without duplicates.
  ///
  /// The location matches the route. Throws `match_limit` if the result may be incomplete.
  mutating func decisions(
    for location: Location,
    entering route: RouteInfo,
    within budget: inout MatchBudget
  ) throws(RouterError) -> [Match] {
    guard !items.isEmpty else { return [] }
    let isFolded = !route.isCaseSensitive
    let spellings = route.pattern
      .spellings(of: location, isCaseSensitive: route.isCaseSensitive, within: &budget)
    if budget.isSpent { throw .matchLimit(location) }
    guard isFolded || spellings.count > 1 else {
      return try decisions(for: location, order: .rank, within: &budget)
    }
    let table = isFolded ? foldedTable() : table(.rank)
    var found: [Int: RouteMatch] = [:]
    for spelling in spellings {
      var matches = table.matches(spelling.location)
      while let match = matches.next(within: &budget) {
        if found[match.entry] == nil { found[match.entry] = match }
      }
      if isFolded {
        for (entry, item) in items.enumerated() where found[entry] == nil {
          found[entry] = item.match(loosely: spelling, within: &budget)
        }
      }
      if budget.isSpent { throw .matchLimit(location) }
    }
    if isFolded { _ = self.table(.rank) }
    return found.filter { items[$0.key].decision.registration.isActive }
      .sorted { positions[$0.key] < positions[$1.key] }
      .map { Match(decision: items[$0].decision, route: items[$0].route, match: $1) }
  }

  /// All active decisions in calling order, each with its pattern as a route.
  mutating func all(order: RouteTable.Order) -> [(decision: AttachedDecision, route: RouteInfo)] {
    guard !items.isEmpty else { return [] }
    return table(order).winningOrder.map { (items[$0].decision, items[$0].route) }
      .filter { $0.decision.registration.isActive }
  }

  /// The decisions with a fixed target, each with its pattern as a route.
  var fixed: [(decision: AttachedDecision, route: RouteInfo)] {
    items.filter { $0.decision.registration.isActive && $0.decision.decision.isFixed }
      .map { ($0.decision, $0.route) }
  }

  mutating func tidyUp() {
    guard items.contains(where: { !$0.decision.registration.isActive }) else { return }
    items.removeAll { !$0.decision.registration.isActive }
  }

  /// A pattern without a scheme matches every scheme here, unlike for routes.
  private mutating func table(_ order: RouteTable.Order) -> RouteTable {
    if let compiled, compiled.order == order { return compiled }
    let entries = entries(isCaseSensitive: true)
    let table = RouteTable(entries, order: order, separatesSchemes: false)
    positions = Array(repeating: 0, count: entries.count)
    for (position, entry) in table.winningOrder.enumerated() { positions[entry] = position }
    compiled = table
    return table
  }

  private mutating func foldedTable() -> RouteTable {
    let table =
      folded ?? RouteTable(entries(isCaseSensitive: false), order: .rank, separatesSchemes: false)
    folded = table
    return table
  }

  private func entries(isCaseSensitive: Bool) -> [RouteTable.Entry] {
    items.map {
      RouteTable.Entry(
        pattern: $0.route.pattern,
        scheme: $0.decision.scheme,
        host: nil,
        priority: $0.decision.priority,
        isCaseSensitive: isCaseSensitive
      )
    }
  }
}
