public import RoutePatterns

/// The decision of a guard, a redirect or a proxy about an open.
public enum Decision: Sendable {
  /// Go on.
  case proceed
  /// End the open as ``Outcome/Status/intercepted``.
  case stop(reason: String? = nil)
  /// Go to another location instead.
  case go(Location)
  /// Go to another location with the items of the present query that it does not have itself.
  case goKeepingQuery(Location)
  /// Go to another location, given as text that starts with `/` or `.` or has a scheme.
  case goTo(String)
  /// Go to a route of that name: see ``go(to:params:query:fragment:)``.
  case goToRoute(RouteTarget)
  /// Go on with a changed location.
  ///
  /// Only proxies may answer this.
  case rewrite(Rewrite)
}

extension Decision {
  /// Go to a route by its name.
  ///
  /// ```swift
  /// Route("/orders", view: "Orders", redirect: { state in
  ///   isLoggedIn ? .proceed : .go(to: "login", query: ["back": state.location.description])
  /// })
  /// ```
  ///
  /// - Parameters:
  ///   - name: The route's name.
  ///   - params: A value for each of its parameters. Default: none.
  ///   - query: Query items in order. Default: none.
  ///   - fragment: The fragment. Default: none.
  /// - Returns: The decision; the open fails when no route has the name or a parameter is wrong.
  public static func go(
    to name: String,
    params: [String: Value] = [:],
    query: KeyValuePairs<String, String> = [:],
    fragment: String? = nil
  ) -> Decision {
    let items = query.map { ($0.key, $0.value) }
    return .goToRoute(RouteTarget(name: name, params: params, query: items, fragment: fragment))
  }
}

/// A route by its name, with the parts of a location.
public struct RouteTarget: Sendable {
  /// The route's name.
  public let name: String

  /// A value for each of its parameters.
  public let params: [String: Value]

  /// Query items in order.
  public let query: [(String, String)]

  /// The fragment.
  public let fragment: String?
}

/// A proxy's answer that goes on with a changed location and skips the remaining proxies.
public struct Rewrite: Sendable {
  /// The location to go on with.
  public var location: Location

  /// Query items laid over those of ``location``.
  public var query: [(String, String)]

  /// The new extra, or `nil` to keep the present one.
  public var extra: Value?

  /// Describes a rewrite.
  ///
  /// - Parameters:
  ///   - location: The location to go on with.
  ///   - query: Items laid over its query. Default: none.
  ///   - extra: The new extra. Default: the present one is kept.
  public init(_ location: Location, query: [(String, String)] = [], extra: Value? = nil) {
    self.location = location
    self.query = query
    self.extra = extra
  }
}
