package import RoutePatterns

/// The rules of a router: routes with their behaviour, proxies, guards and settings.
///
/// New rules can be built while the old ones are active, and then replace them as a whole. A
/// pending open keeps its rules until it ends.
package final class RouterRules {
  // Each access is a single step.
  /// The settings of all opens.
  ///
  /// Set it before adding patterns, because it affects how they are parsed and which of two equal
  /// routes wins.
  @exclusivity(unchecked) package var configuration = RouterConfiguration() {
    didSet {
      directory.configure(configuration.matchSettings)
      stores.events.locationRules = configuration.locationRules
    }
  }

  /// The available parameter types, initially the built-in ones.
  ///
  /// Define a type before the routes that use it.
  package var types = ParameterTypes.builtIn

  /// The registered routes, for any thread.
  package let directory = RouteDirectory()

  /// Called if no route matches.
  ///
  /// It returns a location to open or a screen to show.
  package var unmatched: Handler<RouteState, Substitute?>?

  /// Called after an open failed.
  ///
  /// It returns a location to open or a screen to show.
  package var onError: Handler<Outcome, Substitute?>?

  // No other code is called during an access.
  /// The routes that are registered when a location or a name first needs them.
  @exclusivity(unchecked) var lateRoutes = LateTable()

  // No other code is called during an access.
  /// The warnings about probable mistakes, such as a route that hides another one.
  package private(set) var warnings: [RouterError] = []

  package let stores = StoreScopes()

  /// Decisions that are called before matching.
  var proxies = DecisionTable()

  /// Guards that are called for all matching locations, before the routes' own redirects.
  var locationGuards = DecisionTable()

  /// Guards that are called for a named route and its descendants.
  var namedGuards = NamedDecisions()

  /// The routes of the previous rules, while further similar routes are expected.
  // No other code is called during an access.
  @exclusivity(unchecked) var previousRoutes = PreviousRoutes()

  @exclusivity(unchecked) private var registry = RouteRegistry()

  let changeCounter: ChangeCounter
  private var cancelledBefore = 0
  // Each access is a single step.
  @exclusivity(unchecked) private var registeredSince = 0

  /// Makes rules without routes.
  package convenience init() { self.init(changeCounter: ChangeCounter()) }

  private init(changeCounter: ChangeCounter) { self.changeCounter = changeCounter }

  /// A copy for additions that do not change these rules.
  package func copy() -> RouterRules {
    let copy = RouterRules(changeCounter: changeCounter)
    copy.types = types
    copy.unmatched = unmatched
    copy.onError = onError
    copy.proxies = proxies
    copy.locationGuards = locationGuards
    copy.namedGuards = namedGuards
    copy.registry = registry
    copy.lateRoutes = lateRoutes
    copy.warnings = warnings
    copy.cancelledBefore = cancelledBefore
    copy.directory.take(over: directory)
    copy.configuration = configuration
    return copy
  }

  /// Changes the settings.
  ///
  /// - Parameter change: Modifies the settings.
  /// - Throws: The error of `change`, or of ``RouterConfiguration/check()``.
  package func configure(
    _ change: (inout RouterConfiguration) throws(RouterError) -> Void
  ) throws(RouterError) {
    var changed = configuration
    try change(&changed)
    try changed.check()
    configuration = changed
  }

  /// Adds a route and its descendants, either all or none.
  ///
  /// - Parameters:
  ///   - route: The definition.
  ///   - owner: An object, held weakly, that ends the routes when it is deallocated. Several owned
  ///     routes may share a place and a name; the newest one is used.
  /// - Returns: The registered route, with its ``RouteInfo/registration``.
  /// - Throws: All problems, in the order of the definition.
  /// - Complexity: O(*n*) for *n* routes in the definition.
  @discardableResult
  package func add(_ route: LinkRoute, owner: AnyObject? = nil) throws(RouteProblems) -> RouteInfo {
    tidyUp()
    return try add(route, Registration(owner: owner, changeCounter: changeCounter), late: nil)
  }

  /// Adds the routes of a part of late routes, either all or none.
  package func add(_ route: LinkRoute, of late: LateRoutes) throws(RouteProblems) {
    try add(route, late.registration, late: late.order)
  }

  @discardableResult
  private func add(
    _ route: LinkRoute,
    _ registration: Registration,
    late: RouteOrder?
  ) throws(RouteProblems) -> RouteInfo {
    var check = DefinitionCheck(
      rules: self,
      firstID: registry.nextID,
      registration: registration,
      late: late
    )
    let info = check.add(route, below: nil, inherited: RouteInheritance())
    guard let info, check.problems.isEmpty else { throw RouteProblems(problems: check.problems) }
    registry.add(check)
    if !check.warnings.isEmpty { warnings += check.warnings }
    for behaviour in check.behaviours { directory.add(behaviour.route) }
    registeredSince += check.behaviours.count
    return info
  }

  /// Adds several routes.
  ///
  /// - Throws: All problems of all routes; routes without a problem are added.
  package func add(contentsOf routes: [LinkRoute]) throws(RouteProblems) {
    var problems: [RouterError] = []
    for route in routes {
      do { try add(route) } catch { problems += error.problems }
    }
    guard problems.isEmpty else { throw RouteProblems(problems: problems) }
  }

  /// Expects routes similar to those of other rules, and reuses identical parts.
  package func follow(_ other: RouterRules) {
    registry.reserve(other.registry.count)
    let index = other.directory.index
    previousRoutes = PreviousRoutes(index.routes.filter { $0.id >= registry.nextID })
    directory.follow(index)
  }

  func endFollowing() { previousRoutes = PreviousRoutes() }

  /// The order of the next late routes: after all routes that are registered now.
  func nextLateOrder() -> RouteOrder {
    RouteOrder(id: registry.nextID, late: lateRoutes.all.count)
  }

  package var routeCount: Int { registry.activeCount }

  package var routeNames: [String] { registry.names }

  /// The behaviour of a route, or `nil` for a route of other rules.
  func behaviour(of route: RouteInfo) -> RouteBehaviour? { registry.behaviour(of: route) }

  /// A route's own redirects, in calling order.
  package func redirects(of route: RouteInfo) -> [LinkRoute.Redirect] {
    behaviour(of: route)?.redirects ?? []
  }

  /// The style in which a route presents its screen over another one.
  ///
  /// It is `nil` if the route has another animator, or a function that chooses one.
  package func presentationStyle(of route: RouteInfo) -> PresentationStyle? {
    guard case .fixed(let animator)? = behaviour(of: route)?.animator,
      case .present(let style, _) = animator.effect
    else { return nil }
    return style
  }

  func route(named name: String) -> RouteInfo? { registry.route(named: name) }

  func routes(at place: RoutePlace) -> [RouteInfo] { registry.routes(at: place) }

  func guards(of route: RouteInfo) -> [AttachedDecision] {
    route.name.map { namedGuards[$0] } ?? []
  }

  func onExit(of route: RouteInfo) -> Handler<ScreenExit, ExitDecision>? {
    behaviour(nowOf: route)?.onExit
  }

  /// The behaviour of a route, or of its successor after the rules were replaced.
  func behaviour(nowOf route: RouteInfo) -> RouteBehaviour? {
    successor(of: route).flatMap { registry.behaviour(of: $0) }
  }

  /// The route itself, or its successor after the rules were replaced: the route with the same
  /// name, or an unnamed route with the same pattern.
  func successor(of route: RouteInfo) -> RouteInfo? {
    if registry.behaviour(of: route) != nil { return route }
    if let name = route.name { return registry.route(named: name) }
    return registry.routes(at: RoutePlace(route)).first { $0.name == nil }
  }

  /// - Complexity: O(1) on average for each registration and each cancellation.
  func tidyUp() {
    let count = registry.count
    let cancelled = changeCounter.count - cancelledBefore
    if cancelled > count / 2 || registeredSince > max(32, count / 2) { sweep() }
  }

  /// The deinitializers of objects that removed closures captured may run arbitrary code, so they
  /// run after the tables are complete.
  ///
  /// - Complexity: O(*n*) for *n* registrations.
  package func sweep() {
    cancelledBefore = changeCounter.count
    registeredSince = 0
    let before = (proxies, locationGuards, namedGuards, lateRoutes, registry)
    lateRoutes.tidyUp()
    proxies.tidyUp()
    locationGuards.tidyUp()
    namedGuards.tidyUp()
    if registry.tidyUp() { directory.tidyUp() }
    withExtendedLifetime(before) {}
  }

  func noteRegistered() { registeredSince += 1 }
}

/// All problems of a definition.
public struct RouteProblems: Error, CustomStringConvertible {
  /// The problems, in the order of the definition; at least one.
  public let problems: [RouterError]

  /// The problems, one per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// A replacement for a location or screen that cannot be shown.
package enum Substitute: Sendable {
  /// A location to open.
  case location(Location)
  /// A location as text, or the name of a route.
  case text(String)
  /// A screen to show.
  case screen(Screen)
}
