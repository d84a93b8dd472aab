/// The kind of name that a function expects as an argument.
enum NameSlot: Hashable {
  case route, routeOrPattern, event, resource, tag, module, location, view, animator, redirect
  /// A location, or the name of a route.
  case target
  /// The name of a route or of a view.
  case routeOrView

  /// The slots that no type describes: modules, patterns and locations that are never a name.
  private static let others: [String: [NameSlot]] = [
    "require": [.module], "router.mount": [.location, .module],
    "router.lazy": [.location, .module],
    "router.guard": [.routeOrPattern, .redirect], "router.proxy": [.location, .redirect],
    "router.own": [.location],
  ]

  /// The kind of name that a function expects as an argument, or `nil`.
  static func of(_ function: String, argument: Int) -> NameSlot? {
    if let slots = others[function] {
      return slots.indices.contains(argument) ? slots[argument] : nil
    }
    return DeclaredTypes.api.type(ofPath: function)?.parameter(argument)?.slot
  }

  /// The functions that define a route with a table.
  static let definitions: Set<String> = [
    "router.route", "router.group", "router.shell", "router.mount", "router.lazy",
  ]

  /// The kind of name that a field of a route's definition expects, or `nil`.
  static func ofField(_ key: String) -> NameSlot? {
    switch key {
    case "view": .view
    case "animator": .animator
    case "redirect": .redirect
    case "tags": .tag
    case "initial": .route
    default: nil
    }
  }
}

extension DeclaredType {
  private static let slots: [(name: String, slot: NameSlot)] = [
    ("router.Target", .target), ("router.RouteName", .route), ("router.Tag", .tag),
    ("events.Name", .event), ("resources.Name", .resource), ("router.ViewName", .view),
    ("router.Location", .location),
  ]

  /// The kind of name that a text of this type is, or `nil`.
  var slot: NameSlot? {
    let slot = Self.slots.first { names.contains($0.name) }?.slot
    return slot == .route && names.contains("router.ViewName") ? .routeOrView : slot
  }
}
