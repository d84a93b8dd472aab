package import RoutePatterns
import Synchronization

final class RouteLayer: Sendable {
  /// The routes, in registration order.
  let routes: [RouteInfo]

  let table: RouteTable

  /// The routes for the entries of ``table``.
  let entries: [RouteInfo]

  let schemes: Set<String>

  let hosts: [RouteOrigin: [RouteInfo]]

  private let hasOwned: Bool

  /// The routes by name, the newest last.
  private let names: [String: RoutesByKey]

  private let places = Mutex<Set<RoutePlace>?>(nil)

  /// Shares the table of `previous`, with the same settings, if the routes are identical.
  ///
  /// - Complexity: O(*n* log *n*) for *n* routes.
  init(_ routes: [RouteInfo], settings: MatchSettings, previous: RouteLayer? = nil) {
    self.routes = routes
    names = RoutesByKey.byName(routes)
    entries = routes.filter { !$0.parts.isEmpty }
    schemes = Set(entries.compactMap(\.scheme))
    hosts = RouteOrigin.hosts(of: entries)
    hasOwned = entries.contains(where: \.registration.isOwned)
    if let previous, Self.areSame(entries, previous.entries) {
      table = previous.table
      return
    }
    table = RouteTable(
      entries.map(RouteTable.Entry.init),
      order: settings.order,
      fallback: settings.fallback,
      rules: settings.rules
    )
  }

  private static func areSame(_ routes: [RouteInfo], _ others: [RouteInfo]) -> Bool {
    guard routes.count == others.count else { return false }
    return zip(routes, others)
      .allSatisfy { route, other in
        route.pattern.isSame(as: other.pattern) && route.priority == other.priority
          && route.isCaseSensitive == other.isCaseSensitive && route.scheme == other.scheme
          && route.host == other.host && !route.registration.isOwned
          && !other.registration.isOwned
      }
  }

  /// Whether an added route has a new scheme, which affects the order of other routes.
  func lacksScheme(of added: RouteInfo) -> Bool {
    added.scheme.map { !schemes.contains($0) } ?? false
  }

  /// Whether an added route shares a place with another and either has an owner, which affects the
  /// order of other routes.
  func hasPlace(of added: RouteInfo) -> Bool {
    guard hasOwned || added.registration.isOwned else { return false }
    return places.withLock { places in
      let known = places ?? Set(entries.map(RoutePlace.init))
      places = known
      return known.contains(RoutePlace(added))
    }
  }

  func route(named name: String) -> RouteInfo? { names[name]?.newestActive }

  var activeNames: some Sequence<String> {
    names.lazy.filter { $0.value.newestActive != nil }.map(\.key)
  }
}

extension RouteTable.Entry {
  package init(_ route: RouteInfo) {
    self.init(
      pattern: route.pattern,
      scheme: route.scheme,
      host: route.host,
      priority: route.priority,
      isCaseSensitive: route.isCaseSensitive,
      isOwned: route.registration.isOwned
    )
  }
}
