public import RoutePatterns

/// What a handler sees of the open it takes part in.
///
/// A value: kept across a wait it never changes.
public struct RouteState: Sendable {
  /// The route whose handler is asked.
  public let route: RouteInfo

  /// The route that the location matched, at the end of the branch.
  public let leaf: RouteInfo

  /// The location and what the pattern captured of it.
  public let match: RouteMatch

  /// The location that is being opened.
  public let location: Location

  /// What the caller passed along.
  public let extra: Value

  /// The first location of the open, when redirects led here.
  public let redirectedFrom: Location?

  /// The screen that the open starts from.
  public let source: Screen.ID?

  /// A place where a script host keeps what it made for this state.
  package let memo: StateMemo

  /// What the leaf's own handlers see beside the rest: its match and its place.
  private let leafMatch: RouteMatch
  private let leafMemo: StateMemo

  /// Makes the state that a matched route's own handlers see.
  init(
    of leaf: RouteInfo,
    match: RouteMatch,
    location: Location,
    extra: Value,
    redirectedFrom: Location?,
    source: Screen.ID?
  ) {
    let memo = StateMemo()
    route = leaf
    self.leaf = leaf
    self.match = match
    self.location = location
    self.extra = extra
    self.redirectedFrom = redirectedFrom
    self.source = source
    self.memo = memo
    leafMatch = match
    leafMemo = memo
  }

  /// The same open as somebody else's handlers see it.
  private init(_ other: RouteState, route: RouteInfo, match: RouteMatch, memo: StateMemo) {
    self.route = route
    leaf = other.leaf
    self.match = match
    location = other.location
    extra = other.extra
    redirectedFrom = other.redirectedFrom
    source = other.source
    self.memo = memo
    leafMatch = other.leafMatch
    leafMemo = other.leafMemo
  }

  /// The state as a route above sees it, or as a guard with a pattern of its own does.
  func seen(by route: RouteInfo, match: RouteMatch) -> RouteState {
    route === self.route
      ? self : RouteState(self, route: route, match: match, memo: StateMemo())
  }

  /// The state as the leaf's own handlers see it.
  public var target: RouteState {
    route === leaf ? self : RouteState(self, route: leaf, match: leafMatch, memo: leafMemo)
  }

  /// The parameters that the route's own pattern captured.
  public var params: [String: ParameterValue] {
    let all = match.params.dictionary
    guard route !== leaf else { return all }
    let names = Set(route.pattern.parameterNames)
    return all.filter { names.contains($0.key) }
  }

  /// The last value of each query name, the reserved names left out.
  public var query: [String: String] {
    var query: [String: String] = [:]
    for item in location.query where !ReservedQuery.names.contains(item.name) {
      query[item.name] = item.value
    }
    return query
  }

  /// Query, parameters and the extra's fields in one table; of equal names the last kind wins.
  public var all: [String: Value] {
    var all = query.mapValues(Value.text)
    all.merge(params.mapValues(Value.init)) { $1 }
    if case .table(let table) = extra { all.merge(table.fields) { $1 } }
    return all
  }
}

extension Value {
  /// The value of a parameter.
  public init(_ parameter: ParameterValue) {
    switch parameter {
    case .text(let text): self = .text(text)
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self = .number(number)
    case .bool(let bool): self = .bool(bool)
    case .list(let list): self = .table(Table(items: list.map(Value.text)))
    }
  }
}
