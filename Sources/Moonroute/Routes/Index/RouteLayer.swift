package import RoutePatterns
import Synchronization

/// Some of the registered routes, compiled.
final class RouteLayer: Sendable {
  /// The routes in registration order.
  let routes: [RouteInfo]

  /// The table of those routes that can be opened themselves.
  let table: RouteTable

  /// The route behind each entry of ``table``.
  let entries: [RouteInfo]

  /// The schemes that routes are bound to.
  let schemes: Set<String>

  /// The routes that are bound to a host, by it and their scheme.
  let hosts: [RouteOrigin: [RouteInfo]]

  /// Whether any route has an owner.
  private let hasOwned: Bool

  /// The routes by name, the newest last.
  private let names: [String: RoutesByKey]

  /// The places that routes take, once they were asked for.
  private let places = Mutex<Set<RoutePlace>?>(nil)

  /// Compiles routes.
  ///
  /// - Parameters:
  ///   - routes: The routes.
  ///   - settings: What decides beside them.
  ///   - previous: A layer with the same settings, whose table is taken over if it is the same.
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

  /// Whether two lists of routes make the same table.
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

  /// Whether a route that is added brings a scheme, which changes what the others are to each other.
  func lacksScheme(of added: RouteInfo) -> Bool {
    added.scheme.map { !schemes.contains($0) } ?? false
  }

  /// Whether a route that is added shares the place of another and one of both has an owner, which
  /// changes what the others are to each other.
  func hasPlace(of added: RouteInfo) -> Bool {
    guard hasOwned || added.registration.isOwned else { return false }
    return places.withLock { places in
      let known = places ?? Set(entries.map(RoutePlace.init))
      places = known
      return known.contains(RoutePlace(added))
    }
  }

  /// The newest route of that name that counts, or `nil`.
  func route(named name: String) -> RouteInfo? { names[name]?.newestActive }

  /// The names of the routes that count.
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
