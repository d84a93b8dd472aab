/// The kind of name that a function expects as an argument.
enum NameSlot: Hashable {
  case route, routeOrPattern, event, resource, tag, module, location, view, animator, redirect

  /// The slots of functions, each with the index of its argument, or `nil` for all arguments.
  private static let calls: [String: [(place: Int?, slot: NameSlot)]] = [
    "router.to": [(0, .route)], "router.pop_to": [(0, .route)], "router.select": [(0, .route)],
    "router.guard": [(0, .routeOrPattern), (1, .redirect)],
    "router.proxy": [(0, .location), (1, .redirect)],
    "router.tagged": [(nil, .tag)],
    "router.open": [(0, .location)], "router.push": [(0, .location)],
    "router.present": [(0, .location)], "router.replace": [(0, .location)],
    "router.go": [(0, .location)], "router.ask": [(0, .location)],
    "router.fetch": [(0, .location)], "router.build": [(0, .location)],
    "router.match": [(0, .location)], "router.can_open": [(0, .location)],
    "router.reset": [(0, .location)], "router.own": [(0, .location)],
    "router.location": [(0, .location)],
    "events.emit": [(0, .event)], "events.on": [(0, .event)], "events.next": [(0, .event)],
    "events.last": [(0, .event)], "events.forget": [(0, .event)],
    "resources.get": [(0, .resource)], "resources.update": [(0, .resource)],
    "resources.delete": [(0, .resource)], "resources.has": [(0, .resource)],
    "require": [(0, .module)], "router.mount": [(0, .location), (1, .module)],
    "assert.opened": [(1, .route)], "assert.fell_back": [(1, .route)],
  ]

  /// The kind of name that a function expects as an argument, or `nil`.
  static func of(_ function: String, argument: Int) -> NameSlot? {
    calls[function]?.first { $0.place == nil || $0.place == argument }?.slot
  }

  /// The functions that define a route with a table.
  static let definitions: Set<String> = [
    "router.route", "router.group", "router.shell", "router.mount",
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
