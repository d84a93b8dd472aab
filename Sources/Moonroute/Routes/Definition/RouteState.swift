public import RoutePatterns

/// The state of an open for its handlers.
///
/// It is a value and never changes.
public struct RouteState: Sendable {
  private final class Storage: Sendable {
    let route: RouteInfo
    let match: RouteMatch
    let location: Location
    let extra: Value
    let redirectedFrom: Location?
    let dropped: [String: [String]]
    let source: Screen.ID?
    /// The state for the leaf's own handlers; `nil` if it is this one.
    let target: Storage?
    let lifetimeToken: (any LifetimeToken)?
    let cache = StateCache()

    init(
      route: RouteInfo,
      match: RouteMatch,
      location: Location,
      extra: Value,
      redirectedFrom: Location?,
      dropped: [String: [String]],
      source: Screen.ID?,
      target: Storage?,
      lifetimeToken: (any LifetimeToken)?
    ) {
      self.route = route
      self.match = match
      self.location = location
      self.extra = extra
      self.redirectedFrom = redirectedFrom
      self.dropped = dropped
      self.source = source
      self.target = target
      self.lifetimeToken = lifetimeToken
    }
  }

  private let storage: Storage

  private init(_ storage: Storage) { self.storage = storage }

  /// Makes the state for a matched route's own handlers.
  package init(
    of leaf: RouteInfo,
    match: RouteMatch,
    location: Location,
    extra: Value,
    redirectedFrom: Location?,
    dropped: [String: [String]] = [:],
    source: Screen.ID?,
    lifetimeToken: (any LifetimeToken)? = nil
  ) {
    storage = Storage(
      route: leaf,
      match: match,
      location: location,
      extra: extra,
      redirectedFrom: redirectedFrom,
      dropped: dropped,
      source: source,
      target: nil,
      lifetimeToken: lifetimeToken
    )
  }

  /// Whether the state contains only the route and a plain path.
  package var isPlain: Bool {
    guard case nil = storage.redirectedFrom, storage.dropped.isEmpty else { return false }
    return storage.extra.isNull && storage.location.isPlainPath
  }

  /// The route of the called handler.
  public var route: RouteInfo { storage.route }

  /// The matched route, at the end of the branch.
  package var leaf: RouteInfo {
    if let target = storage.target { target.route } else { storage.route }
  }

  /// The result of matching the location with the pattern.
  package var match: RouteMatch { storage.match }

  /// The opened location.
  public var location: Location { storage.location }

  /// The extra from the caller.
  public var extra: Value { storage.extra }

  /// The first location of the open, after redirects.
  public var redirectedFrom: Location? { storage.redirectedFrom }

  /// The values of the dropped query items, by name, also after redirects.
  ///
  /// See ``RouterConfiguration/droppedQueryNames``.
  public var dropped: [String: [String]] { storage.dropped }

  /// The screen that opened the location.
  public var source: Screen.ID? { storage.source }

  var lifetimeToken: (any LifetimeToken)? { storage.lifetimeToken }

  /// A script host's representation of this state, initially `nil`; shared by copies.
  package var hostForm: (any StateCacheContent)? {
    get { storage.cache.value }
    nonmutating set { storage.cache.value = newValue }
  }

  /// Whether both are copies of one state.
  func isSame(as other: RouteState) -> Bool { storage === other.storage }

  /// The state for the leaf's own handlers.
  public var target: RouteState { storage.target.map(RouteState.init) ?? self }

  /// The state for an ancestor route, or for a guard with its own pattern.
  func seen(by route: RouteInfo, match: RouteMatch) -> RouteState {
    guard route !== self.route else { return self }
    return RouteState(
      Storage(
        route: route,
        match: match,
        location: location,
        extra: extra,
        redirectedFrom: redirectedFrom,
        dropped: dropped,
        source: source,
        target: storage.target ?? storage,
        lifetimeToken: storage.lifetimeToken
      )
    )
  }

  /// The parameters of the path and of the query, with the types that the route declares.
  ///
  /// A parameter of the path replaces a query item of the same name. Undeclared query items
  /// contain their last value as text: see ``LinkRoute/init(_:name:query:fileID:line:)``.
  public var params: LinkParams {
    queryValues.merging(pathParams.mapValues { Value($0) }) { $1 }
  }

  /// The parameters that the route's own pattern captured.
  package var pathParams: [String: ParameterValue] {
    let all = match.params
    guard route !== leaf else { return all }
    let names = Set(route.pattern.parameterNames)
    return all.filter { names.contains($0.key) }
  }

  /// The last value of each query name, without the reserved names.
  public var queryItems: [String: String] {
    var query: [String: String] = [:]
    for item in location.query where !ReservedQuery.names.contains(item.name) {
      query[item.name] = item.value
    }
    return query
  }

  /// The query with the types that the matched route declares.
  package var queryValues: [String: Value] { leaf.queryValues(of: location) }
}

extension Value {
  /// The value of a parameter.
  package init(_ parameter: ParameterValue) {
    switch parameter {
    case .text(let text): self = .text(text)
    case .int(let integer): self = .int(integer)
    case .double(let number): self = .double(number)
    case .bool(let bool): self = .bool(bool)
    case .list(let list): self = .table(ValueTable(list: list.map(Value.text)))
    }
  }
}
