public import RoutePatterns

/// A registered route, for any thread.
public final class RouteInfo: Sendable {
  /// The position in registration order, starting at 0.
  package let id: Int

  /// The place among all routes, which differs from the registration order for late routes.
  let order: RouteOrder

  /// The name, or `nil`.
  public let name: String?

  /// The complete pattern, including those of the parents.
  public let pattern: RoutePattern

  /// The declared query items, sorted by name.
  package let query: [QueryParameter]

  /// Whether the route declares its query, so that its functions read no other items.
  package var declaresQuery: Bool { traits.declaresQuery }

  /// The scheme of the route, or `nil` for every scheme.
  package let scheme: String?

  /// The host of the route, or `nil` for every host.
  package let host: HostPattern?

  /// The priority; the default is 0.
  package var priority: Int { traits.priority }

  /// Whether literal text is case-sensitive.
  package var isCaseSensitive: Bool { traits.isCaseSensitive }

  /// The tags, including inherited ones, in the order of the definition.
  public var tags: [String] { traits.tags }

  /// Additional information about the route, including inherited fields.
  public var meta: ValueTable { traits.meta }

  /// Sample parameters that tools use to open the route, including inherited ones.
  package var samples: [[String: ParameterValue]] { traits.samples }

  /// The parent route, or `nil`.
  public let parent: RouteInfo?

  /// The kinds of work that the route does.
  package let parts: RouteParts

  /// The name of the route's own animator, or `nil`; `function` if a function chooses it.
  package let animatorName: String?

  /// Whether redirects by this route keep the query.
  package var keepsQuery: Bool { traits.keepsQuery }

  /// The source position of the route.
  public let site: SourceSite?

  /// The properties of the route, including inherited ones.
  let traits: RouteTraits

  /// The branches, if the route is a shell of tabs.
  let shell: Shell?

  /// The registration of the route and of all others in the same definition.
  package let registration: Registration

  init(
    id: Int,
    route: borrowing LinkRoute,
    pattern: RoutePattern,
    query: [QueryParameter] = [],
    host: HostPattern? = nil,
    parent: RouteInfo?,
    parts: RouteParts,
    registration: Registration = Registration(),
    order: RouteOrder? = nil
  ) {
    self.id = id
    self.order = order ?? RouteOrder(id: id)
    self.registration = registration
    self.name = route.name
    self.pattern = pattern
    self.query = query
    self.scheme = pattern.scheme ?? route.scheme?.lowercased() ?? parent?.scheme
    self.host = pattern.host ?? host ?? parent?.host
    self.parent = parent
    self.parts = parts
    self.animatorName = route.animator?.name
    self.site = route.site
    self.shell = Shell(route)
    self.traits = parent.map { route.traits.below($0.traits) } ?? route.traits
  }

  /// The route with its ancestors, the root first.
  package var branch: [RouteInfo] { above + [self] }

  /// The ancestors, the root first.
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

  /// Whether the route is active: it is not cancelled, and its owner, if any, still exists.
  package var isActive: Bool { registration.isActive }

  /// The name, or the pattern of an unnamed route.
  public var label: String { name ?? pattern.text }
}

/// The place of a route among all routes: late routes have the place of their declaration.
struct RouteOrder: Comparable, Sendable {
  let id: Int
  /// The number of the late routes among all late routes; they precede the route with the same id.
  var late = Int.max

  static func < (left: RouteOrder, right: RouteOrder) -> Bool {
    (left.id, left.late) < (right.id, right.late)
  }
}

/// The kinds of work that a route does.
package struct RouteParts: OptionSet, Hashable, Sendable {
  /// The raw bits.
  package let rawValue: UInt8

  /// Makes a set from its raw bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The route shows a screen.
  package static let view = Self(rawValue: 1)
  /// The route runs an action.
  package static let action = Self(rawValue: 2)
  /// The route decides, and may redirect.
  package static let redirect = Self(rawValue: 4)
}
