public import RoutePatterns

/// The decision of a guard or a redirect about an open.
///
/// ```swift
/// LinkRoute("/orders").view("Orders").guarded { state in
///   isLoggedIn ? .proceed : .go(to: "login", query: ["back": state.location.description])
/// }
/// ```
public struct Decision: Sendable {
  package enum Kind: Sendable {
    case proceed
    case stop(String?)
    case open(LinkForm, keepsQuery: Bool)
    case go(RouteTarget)
    case rewrite(Rewrite)
  }

  package let kind: Kind

  /// Continue.
  public static let proceed = Decision(kind: .proceed)

  /// End the open as ``Outcome/Status/intercepted``.
  ///
  /// - Parameter reason: The reason, as human-readable text.
  /// - Returns: The decision.
  public static func stop(_ reason: String? = nil) -> Decision { Decision(kind: .stop(reason)) }

  /// Redirect to another link.
  ///
  /// - Parameters:
  ///   - link: The link; the open fails if it is invalid.
  ///   - keepsQuery: Whether to add the current query items that the link does not contain.
  /// - Returns: The decision.
  public static func open(
    _ link: some LinkConvertible,
    keepingQuery keepsQuery: Bool = false
  )
    -> Decision
  {
    Decision(kind: .open(LinkForm(link), keepsQuery: keepsQuery))
  }

  /// Redirect to a route by name.
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
    let target = RouteTarget(name: name, params: params, query: items, fragment: fragment)
    return Decision(kind: .go(target))
  }

  /// Continue with another location, and skip the remaining rewriters.
  ///
  /// Only rewriters may return this.
  ///
  /// - Parameters:
  ///   - location: The new location.
  ///   - query: Query items to add to it, replacing items with the same name.
  ///   - extra: The new extra, or `nil` to keep the current one.
  /// - Returns: The decision.
  public static func rewrite(
    to location: Location,
    query: KeyValuePairs<String, String> = [:],
    extra: Value? = nil
  ) -> Decision {
    let items = query.map { ($0.key, $0.value) }
    return Decision(kind: .rewrite(Rewrite(location, query: items, extra: extra)))
  }
}

extension Decision {
  package static func rewrite(_ rewrite: Rewrite) -> Decision { Decision(kind: .rewrite(rewrite)) }
}

/// The decision of a screen about its own removal.
public enum ExitDecision: Hashable, Sendable {
  /// The screen may be removed.
  case proceed
  /// The screen stays; the caller receives the reason.
  case stop(String? = nil)
}

/// A route by its name, with the parts of a location.
package struct RouteTarget: Sendable {
  package let name: String

  /// A value for each of its parameters.
  package let params: [String: Value]

  /// The query items, in order.
  package let query: [(String, String)]

  package let fragment: String?

  package init(
    name: String,
    params: [String: Value],
    query: [(String, String)],
    fragment: String?
  ) {
    (self.name, self.params, self.query, self.fragment) = (name, params, query, fragment)
  }
}

/// A change of the location, which also skips the remaining rewriters.
package struct Rewrite: Sendable {
  package var location: Location

  /// Query items to add to ``location``, replacing items with the same name.
  package var query: [(String, String)]

  /// The new extra, or `nil` to keep the current one.
  package var extra: Value?

  package init(_ location: Location, query: [(String, String)] = [], extra: Value? = nil) {
    self.location = location
    self.query = query
    self.extra = extra
  }
}
