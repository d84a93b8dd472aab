public import RoutePatterns

/// Everything a router follows: routes with what they do, proxies, guards, and what holds for all.
///
/// Rules are built beside the running ones if wanted and then taken over whole. An open that has
/// begun finishes on the rules it began with.
public final class RouterRules {
  /// What holds for every open.
  ///
  /// Set it before adding what depends on it: how patterns of a scheme are read, and which of two
  /// equal routes wins.
  public var configuration = RouterConfiguration() {
    didSet { directory.configure(configuration.matchSettings) }
  }

  /// What everybody may know of the routes.
  public let directory = RouteDirectory()

  /// Asked when nothing fits.
  ///
  /// Answers where to go, or a screen to show.
  public var unmatched: Handler<RouteState, Substitute?>?

  /// Asked when an open failed.
  ///
  /// Answers where to go, or a screen to show.
  public var onError: Handler<Outcome, Substitute?>?

  /// Asked before matching.
  var proxies = DecisionTable()

  /// Asked for every open whose location fits, before the routes' own.
  var locationGuards = DecisionTable()

  /// Asked for a named route and those below it.
  private(set) var namedGuards: [String: [AttachedDecision]] = [:]

  /// What can be but is probably not meant, such as a route that another one hides.
  public private(set) var warnings: [RouterError] = []

  private var behaviours: [RouteBehaviour] = []
  private var names: [String: RouteInfo] = [:]
  private var places: [RoutePlace: [RouteInfo]] = [:]

  /// Makes rules that know no route.
  public init() {}

  /// The same rules, to be added to without changing these.
  package func copy() -> RouterRules {
    let copy = RouterRules()
    copy.configuration = configuration
    copy.unmatched = unmatched
    copy.onError = onError
    copy.proxies = proxies
    copy.locationGuards = locationGuards
    copy.namedGuards = namedGuards
    copy.behaviours = behaviours
    copy.names = names
    copy.places = places
    copy.warnings = warnings
    copy.directory.take(over: directory)
    return copy
  }

  /// The number of routes.
  public var routeCount: Int { behaviours.count }

  /// What a route does.
  func behaviour(of route: RouteInfo) -> RouteBehaviour { behaviours[route.id] }

  /// Adds a route and those below it, all or none.
  ///
  /// - Returns: The route as it was registered.
  /// - Throws: Every problem found, in the order of the definition.
  /// - Complexity: O(*n*) for *n* routes in the definition.
  @discardableResult
  public func add(_ route: Route) throws(RouteProblems) -> RouteInfo {
    var plan = RoutePlan(rules: self, firstID: behaviours.count)
    let info = plan.add(route, below: nil, inherited: RouteInheritance())
    guard let info, plan.problems.isEmpty else { throw RouteProblems(all: plan.problems) }
    names.merge(plan.names) { $1 }
    places.merge(plan.places) { $0 + $1 }
    warnings += plan.warnings
    behaviours += plan.behaviours
    directory.add(plan.infos)
    return info
  }

  /// Decides what wins among several matches of one priority.
  public func setOrder(_ order: RouteTable.Order) { configuration.order = order }

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

  /// Asks a decision before any location that fits the pattern is matched.
  ///
  /// - Parameters:
  ///   - template: The pattern. Without a scheme it fits every scheme.
  ///   - tags: Asked only in opens restricted to one of them. Default: none, asked in every open.
  ///   - priority: Higher is asked first. Default: 0.
  ///   - site: Where the proxy is written.
  ///   - decision: What it decides.
  /// - Throws: `bad_pattern`.
  public func addProxy(
    _ template: String,
    tags: [String] = [],
    priority: Int = 0,
    site: SourceSite? = nil,
    decision: Route.Redirect
  ) throws(RouterError) {
    try proxies.add(
      template,
      AttachedDecision(
        label: template,
        tags: tags,
        priority: priority,
        site: site,
        decision: decision
      ),
      rules: configuration.locationRules
    )
  }

  /// Asks a decision before a route is entered.
  ///
  /// - Parameters:
  ///   - key: A route's name, for that route and those below it; or a pattern, for every open whose
  ///     location fits.
  ///   - tags: Asked only in opens restricted to one of them. Default: none, asked in every open.
  ///   - priority: Of two patterns, or two guards of one name, the higher is asked first. Default: 0.
  ///   - site: Where the guard is written.
  ///   - decision: What it decides.
  /// - Throws: `bad_pattern` or `unknown_name`.
  public func addGuard(
    _ key: String,
    tags: [String] = [],
    priority: Int = 0,
    site: SourceSite? = nil,
    decision: Route.Redirect
  ) throws(RouterError) {
    let attached = AttachedDecision(
      label: key,
      tags: tags,
      priority: priority,
      site: site,
      decision: decision
    )
    guard !StoreKey.isLocation(key) else {
      return try locationGuards.add(
        key,
        attached,
        rules: configuration.locationRules
      )
    }
    guard names[key] != nil else {
      throw RouterError.unknownName(key, among: names.keys).located(at: site)
    }
    let guards = namedGuards[key] ?? []
    let index = guards.firstIndex { $0.priority < priority } ?? guards.count
    namedGuards[key, default: []].insert(attached, at: index)
  }

  /// The guards attached to a route from outside, first to last.
  func guards(of route: RouteInfo) -> [AttachedDecision] {
    route.name.flatMap { namedGuards[$0] } ?? []
  }

  /// Who asks before a screen of a route is removed.
  ///
  /// A route of rules that were replaced is looked up by its name, or by its pattern without one.
  func onExit(of route: RouteInfo) -> Handler<Leaving, Bool>? {
    if behaviours.indices.contains(route.id), behaviours[route.id].route === route {
      return behaviours[route.id].onExit
    }
    let successor =
      if let name = route.name { names[name] } else {
        places[RoutePlace(route)]?.first { $0.name == nil }
      }
    return successor.flatMap { behaviour(of: $0).onExit }
  }

  /// The route of that name, or `nil`.
  func route(named name: String) -> RouteInfo? { names[name] }

  /// The routes at a place, in the order of their registration.
  func routes(at place: RoutePlace) -> [RouteInfo] { places[place] ?? [] }

  /// The names of all routes, sorted.
  package var routeNames: [String] { names.keys.sorted() }
}

/// Everything that is wrong with a definition.
public struct RouteProblems: Error, CustomStringConvertible {
  /// The problems in the order of the definition; at least one.
  public let all: [RouterError]

  /// The problems, one a line.
  public var description: String { all.map(\.description).joined(separator: "\n") }
}

/// What is shown in place of something that cannot be.
public enum Substitute: Sendable {
  /// Another location is opened.
  case location(Location)
  /// Another location, given as text.
  case text(String)
  /// This screen is shown.
  case screen(Screen)
}
