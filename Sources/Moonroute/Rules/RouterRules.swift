public import RoutePatterns

/// Everything a router follows: routes with what they do, proxies, guards, and what holds for all.
///
/// Rules are built beside the running ones if wanted and then taken over whole. An open that has
/// begun finishes on the rules it began with.
public final class RouterRules {
  // Read or written in one step.
  /// The settings that hold for every open.
  ///
  /// Set it before adding what depends on it: how patterns of a scheme are read, and which of two
  /// equal routes wins.
  @exclusivity(unchecked) public var configuration = RouterConfiguration() {
    didSet {
      directory.configure(configuration.matchSettings)
      stores.events.locationRules = configuration.locationRules
    }
  }

  /// The types that templates may name.
  ///
  /// Define one before the routes that use it. Default: the built-in ones.
  public var types = ParameterTypes.builtIn

  /// The public description of the routes.
  public let directory = RouteDirectory()

  /// Asked when nothing fits.
  ///
  /// Answers where to go, or a screen to show.
  public var unmatched: Handler<RouteState, Substitute?>?

  /// Asked when an open failed.
  ///
  /// Answers where to go, or a screen to show.
  public var onError: Handler<Outcome, Substitute?>?

  // No other code is called while it is read or written.
  /// The warnings about rules that are probably not meant, such as a route that another one hides.
  public private(set) var warnings: [RouterError] = []

  /// The events and resources that come and go with the rules.
  package let stores = StoreScopes()

  /// Asked before matching.
  var proxies = DecisionTable()

  /// Asked for every open whose location fits, before the routes' own.
  var locationGuards = DecisionTable()

  /// Asked for a named route and those below it.
  var namedGuards = NamedDecisions()

  /// The routes of the rules before, as long as more of them are expected.
  // No other code is called while it is read or written.
  @exclusivity(unchecked) var previousRoutes = PreviousRoutes()

  /// The routes and what they do.
  // No other code is called while it is read or written.
  @exclusivity(unchecked) private var registry = RouteRegistry()

  /// Counts what was cancelled.
  let changeCounter: ChangeCounter
  private var cancelledBefore = 0
  // Read or written in one step.
  @exclusivity(unchecked) private var registeredSince = 0

  /// Makes rules that know no route.
  public convenience init() { self.init(changeCounter: ChangeCounter()) }

  private init(changeCounter: ChangeCounter) { self.changeCounter = changeCounter }

  /// The same rules, to be added to without changing these.
  package func copy() -> RouterRules {
    let copy = RouterRules(changeCounter: changeCounter)
    copy.types = types
    copy.unmatched = unmatched
    copy.onError = onError
    copy.proxies = proxies
    copy.locationGuards = locationGuards
    copy.namedGuards = namedGuards
    copy.registry = registry
    copy.warnings = warnings
    copy.cancelledBefore = cancelledBefore
    copy.directory.take(over: directory)
    copy.configuration = configuration
    return copy
  }

  /// Changes what holds for every open.
  ///
  /// - Parameter change: Sets what differs.
  /// - Throws: What `change` throws, or what ``RouterConfiguration/check()`` finds.
  public func configure(
    _ change: (inout RouterConfiguration) throws(RouterError) -> Void
  ) throws(RouterError) {
    var changed = configuration
    try change(&changed)
    try changed.check()
    configuration = changed
  }

  /// Adds a route and those below it, all or none.
  ///
  /// - Parameters:
  ///   - route: The definition.
  ///   - owner: Held weakly; the routes end with it. Of several at one place the newest counts, and
  ///     they may share a name. Default: none.
  /// - Returns: The route as it was registered, with its ``RouteInfo/registration``.
  /// - Throws: Every problem found, in the order of the definition.
  /// - Complexity: O(*n*) for *n* routes in the definition.
  @discardableResult
  public func add(_ route: Route, owner: AnyObject? = nil) throws(RouteProblems) -> RouteInfo {
    tidyUp()
    let registration = Registration(owner: owner, changeCounter: changeCounter)
    var check = DefinitionCheck(rules: self, firstID: registry.nextID, registration: registration)
    let info = check.add(route, below: nil, inherited: RouteInheritance())
    guard let info, check.problems.isEmpty else { throw RouteProblems(all: check.problems) }
    registry.add(check)
    if !check.warnings.isEmpty { warnings += check.warnings }
    for behaviour in check.behaviours { directory.add(behaviour.route) }
    registeredSince += check.behaviours.count
    return info
  }

  /// Adds routes one after the other.
  ///
  /// - Throws: Every problem of every route; the routes without a problem are added.
  public func add(contentsOf routes: [Route]) throws(RouteProblems) {
    var problems: [RouterError] = []
    for route in routes {
      do { try add(route) } catch { problems += error.all }
    }
    guard problems.isEmpty else { throw RouteProblems(all: problems) }
  }

  /// Expects routes much like those of other rules, and takes over what is the same.
  package func follow(_ other: RouterRules) {
    registry.reserve(other.registry.count)
    let index = other.directory.index
    previousRoutes = PreviousRoutes(index.routes.filter { $0.id >= registry.nextID })
    directory.follow(index)
  }

  /// Expects no more routes of that kind.
  func endFollowing() { previousRoutes = PreviousRoutes() }

  /// The number of routes.
  package var routeCount: Int { registry.activeCount }

  /// The names of all routes, sorted.
  package var routeNames: [String] { registry.names }

  /// The behaviour of a route, or `nil` for one of other rules.
  func behaviour(of route: RouteInfo) -> RouteBehaviour? { registry.behaviour(of: route) }

  /// A route's own redirects, in the order in which they are asked.
  package func redirects(of route: RouteInfo) -> [Route.Redirect] {
    behaviour(of: route)?.redirects ?? []
  }

  /// The route of that name, or `nil`.
  func route(named name: String) -> RouteInfo? { registry.route(named: name) }

  /// The routes at a place, in the order of their registration.
  func routes(at place: RoutePlace) -> [RouteInfo] { registry.routes(at: place) }

  /// The guards attached to a route from outside, first to last.
  func guards(of route: RouteInfo) -> [AttachedDecision] {
    route.name.map { namedGuards[$0] } ?? []
  }

  /// The handler asked before a screen of a route is removed.
  func onExit(of route: RouteInfo) -> Handler<Leaving, Bool>? { behaviour(nowOf: route)?.onExit }

  /// The behaviour of a route, or of the one that took its place when rules were replaced.
  func behaviour(nowOf route: RouteInfo) -> RouteBehaviour? {
    successor(of: route).flatMap { registry.behaviour(of: $0) }
  }

  /// The route itself, or the one that took its place when rules were replaced: of the same name, or
  /// of the same pattern without one.
  func successor(of route: RouteInfo) -> RouteInfo? {
    if registry.behaviour(of: route) != nil { return route }
    if let name = route.name { return registry.route(named: name) }
    return registry.routes(at: RoutePlace(route)).first { $0.name == nil }
  }

  /// Forgets what does not count any more, once that is worth the time.
  ///
  /// - Complexity: O(1) on average for each registration and each cancellation.
  func tidyUp() {
    let count = registry.count
    let cancelled = changeCounter.count - cancelledBefore
    if cancelled > count / 2 || registeredSince > max(32, count / 2) { sweep() }
  }

  /// Forgets what does not count any more.
  ///
  /// - Complexity: O(*n*) for *n* registrations.
  package func sweep() {
    cancelledBefore = changeCounter.count
    registeredSince = 0
    proxies.tidyUp()
    locationGuards.tidyUp()
    namedGuards.tidyUp()
    if registry.tidyUp() { directory.tidyUp() }
  }

  /// Counts something registered that is not a route.
  func noteRegistered() { registeredSince += 1 }
}

/// Everything that is wrong with a definition.
public struct RouteProblems: Error, CustomStringConvertible {
  /// The problems in the order of the definition; at least one.
  public let all: [RouterError]

  /// The problems, one a line.
  public var description: String { all.map(\.description).joined(separator: "\n") }
}

/// A location or a screen that is shown in place of something that cannot be.
public enum Substitute: Sendable {
  /// Another location is opened.
  case location(Location)
  /// Another location, given as text, or the name of a route.
  case text(String)
  /// This screen is shown.
  case screen(Screen)
}
