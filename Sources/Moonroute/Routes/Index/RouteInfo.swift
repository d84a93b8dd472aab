public import RoutePatterns

/// A registered route, as it may be read from any thread.
public final class RouteInfo: Sendable {
  /// The position in registration order, counted from 0.
  public let id: Int

  /// The name, or `nil`.
  public let name: String?

  /// The complete pattern, the parents' parts included.
  public let pattern: RoutePattern

  /// The items that the route wants in the query, by their names.
  public let query: [QueryParameter]

  /// Whether the route declares its query, so that its functions read no other items.
  package var declaresQuery: Bool { traits.declaresQuery }

  /// The scheme the route is bound to, or `nil` for every scheme.
  public let scheme: String?

  /// The host the route is bound to, or `nil` for every host.
  public let host: HostPattern?

  /// The author's priority.
  ///
  /// Default: 0.
  public var priority: Int { traits.priority }

  /// Whether literal text is compared as written.
  public var isCaseSensitive: Bool { traits.isCaseSensitive }

  /// The tags, the parents' included, in the order written.
  public var tags: [String] { traits.tags }

  /// The author's notes about the route, the parents' fields included.
  public var meta: Table { traits.meta }

  /// Parameters with which tools try the route, those of the routes above included.
  public var samples: [[String: ParameterValue]] { traits.samples }

  /// The route above, or `nil` at the top.
  public let parent: RouteInfo?

  /// Which kinds of work the route has.
  public let parts: RouteParts

  /// The name of the animator written on the route, or `nil`; `function` for a chosen one.
  public let animatorName: String?

  /// Whether redirects to other locations keep the query.
  public var keepsQuery: Bool { traits.keepsQuery }

  /// Where the route is written.
  public let site: SourceSite?

  /// The author's notes on the route, those it shares with its parents included.
  let traits: RouteTraits

  /// The branches of tabs that the routes directly below are, if they are.
  let shell: Shell?

  /// The way to take the route back, and all others of the same definition.
  public let registration: Registration

  /// Collects what is known of a route.
  init(
    id: Int,
    route: borrowing Route,
    pattern: RoutePattern,
    query: [QueryParameter] = [],
    host: HostPattern? = nil,
    parent: RouteInfo?,
    parts: RouteParts,
    registration: Registration = Registration()
  ) {
    self.id = id
    self.registration = registration
    self.name = route.name
    self.pattern = pattern
    self.query = query
    self.scheme = pattern.scheme ?? route.scheme?.lowercased() ?? parent?.scheme
    self.host = pattern.host ?? host ?? parent?.host
    self.parent = parent
    self.parts = parts
    self.animatorName = route.animator?.name
    self.site = route.place
    self.shell = Shell(route)
    self.traits = parent.map { route.traits.below($0.traits) } ?? route.traits
  }

  /// The route and those above it, the root first.
  public var branch: [RouteInfo] { above + [self] }

  /// The routes above it, the root first.
  var above: [RouteInfo] {
    var above: [RouteInfo] = []
    var next = parent
    while let info = next {
      above.append(info)
      next = info.parent
    }
    above.reverse()
    return above
  }

  /// Whether the route still counts: it was not cancelled, and its owner, if any, lives.
  public var isActive: Bool { registration.isActive }

  /// The name, or the pattern of a route without one.
  public var label: String { name ?? pattern.text }
}

/// Which kinds of work a route has.
public struct RouteParts: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The route shows a screen.
  public static let view = Self(rawValue: 1)
  /// The route runs an action.
  public static let action = Self(rawValue: 2)
  /// The route decides, and may lead elsewhere.
  public static let redirect = Self(rawValue: 4)
}
