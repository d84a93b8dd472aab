public import RoutePatterns

/// The open as a handler that takes part in it sees it.
///
/// A value: kept across a wait it never changes.
public struct RouteState: Sendable {
  /// Everything there is to see; shared by copies.
  private final class Storage: Sendable {
    let route: RouteInfo
    let match: RouteMatch
    let location: Location
    let extra: Value
    let redirectedFrom: Location?
    let source: Screen.ID?
    /// The state that the leaf's own handlers see; `nil`: this one.
    let target: Storage?
    let lifetimeToken: (any LifetimeToken)?
    let cache = StateCache()

    init(
      route: RouteInfo,
      match: RouteMatch,
      location: Location,
      extra: Value,
      redirectedFrom: Location?,
      source: Screen.ID?,
      target: Storage?,
      lifetimeToken: (any LifetimeToken)?
    ) {
      self.route = route
      self.match = match
      self.location = location
      self.extra = extra
      self.redirectedFrom = redirectedFrom
      self.source = source
      self.target = target
      self.lifetimeToken = lifetimeToken
    }
  }

  private let storage: Storage

  private init(_ storage: Storage) { self.storage = storage }

  /// Makes the state that a matched route's own handlers see.
  package init(
    of leaf: RouteInfo,
    match: RouteMatch,
    location: Location,
    extra: Value,
    redirectedFrom: Location?,
    source: Screen.ID?,
    lifetimeToken: (any LifetimeToken)? = nil
  ) {
    storage = Storage(
      route: leaf,
      match: match,
      location: location,
      extra: extra,
      redirectedFrom: redirectedFrom,
      source: source,
      target: nil,
      lifetimeToken: lifetimeToken
    )
  }

  /// Whether there is nothing to see but the route and a plain path.
  package var isPlain: Bool {
    guard case nil = storage.redirectedFrom else { return false }
    return storage.extra.isNone && storage.location.isPlainPath
  }

  /// The route whose handler is asked.
  public var route: RouteInfo { storage.route }

  /// The route that the location matched, at the end of the branch.
  public var leaf: RouteInfo {
    if let target = storage.target { target.route } else { storage.route }
  }

  /// The location and what the pattern captured of it.
  public var match: RouteMatch { storage.match }

  /// The location that is being opened.
  public var location: Location { storage.location }

  /// The value that the caller passed along.
  public var extra: Value { storage.extra }

  /// The first location of the open, when redirects led here.
  public var redirectedFrom: Location? { storage.redirectedFrom }

  /// The screen that the open starts from.
  public var source: Screen.ID? { storage.source }

  /// The token that lives as long as the state does.
  var lifetimeToken: (any LifetimeToken)? { storage.lifetimeToken }

  /// The form that a script host made of this state, or `nil` at first; shared by copies.
  package var hostForm: (any StateCacheContent)? {
    get { storage.cache.value }
    nonmutating set { storage.cache.value = newValue }
  }

  /// The state as the leaf's own handlers see it.
  public var target: RouteState { storage.target.map(RouteState.init) ?? self }

  /// The state as a route above sees it, or as a guard with a pattern of its own does.
  func seen(by route: RouteInfo, match: RouteMatch) -> RouteState {
    guard route !== self.route else { return self }
    return RouteState(
      Storage(
        route: route,
        match: match,
        location: location,
        extra: extra,
        redirectedFrom: redirectedFrom,
        source: source,
        target: storage.target ?? storage,
        lifetimeToken: storage.lifetimeToken
      )
    )
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

  /// The query as the matched route declares it: see ``Route/query``.
  ///
  /// A key that it does not declare is text: the last value of each name.
  public var queryValues: [String: Value] { leaf.queryValues(of: location) }

  /// Query, parameters and the extra's fields in one table; of equal names the last kind wins.
  public var all: [String: Value] {
    var all = queryValues
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
    case .list(let list): self = .table(Table(list: list.map(Value.text)))
    }
  }
}
