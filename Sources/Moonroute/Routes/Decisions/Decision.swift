public import RoutePatterns

/// The decision of a guard, a redirect or a proxy about an open.
public enum Decision: Sendable {
  /// Continue.
  case proceed
  /// End the open as ``Outcome/Status/intercepted``.
  case stop(String? = nil)
  /// Redirect to another location.
  case go(Location)
  /// Redirect to another location, and add the current query items that it does not contain.
  case goKeepingQuery(Location)
  /// Redirect to another location, given as text that starts with `/` or `.` or has a scheme.
  case goTo(String)
  /// Redirect to a route by name: see ``go(to:_:query:fragment:)``.
  case goToRoute(RouteTarget)
  /// Continue with a changed location.
  ///
  /// Only proxies may return this.
  case rewrite(Rewrite)
}

extension Decision {
  /// Redirects to a route by name.
  ///
  /// ```swift
  /// LinkRoute("/orders", view: "Orders", redirect: { state in
  ///   isLoggedIn ? .proceed : .go(to: "login", query: ["back": state.location.description])
  /// })
  /// ```
  ///
  /// - Parameters:
  ///   - name: The route's name.
  ///   - params: A value for each of its parameters.
  ///   - query: The query items, in order.
  ///   - fragment: The fragment.
  /// - Returns: The decision. The open fails if the name is unknown or a parameter is invalid.
  public static func go(
    to name: String,
    _ params: [String: Value] = [:],
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

  /// The query items, in order.
  public let query: [(String, String)]

  /// The fragment.
  public let fragment: String?
}

/// A change of the location by a proxy, which also skips the remaining proxies.
public struct Rewrite: Sendable {
  /// The new location.
  public var location: Location

  /// Query items to add to ``location``, replacing items with the same name.
  public var query: [(String, String)]

  /// The new extra, or `nil` to keep the current one.
  public var extra: Value?

  /// Makes a rewrite.
  ///
  /// - Parameters:
  ///   - location: The new location.
  ///   - query: Query items to add to it.
  ///   - extra: The new extra, or `nil` to keep the current one.
  public init(_ location: Location, query: [(String, String)] = [], extra: Value? = nil) {
    self.location = location
    self.query = query
    self.extra = extra
  }
}
