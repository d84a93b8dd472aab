package import RoutePatterns

/// The content of a resource.
package enum ResourceContent {
  /// A stored value.
  case constant(Value)
  /// A function that makes the value at each `get`.
  case made(Handler<RouteState, Value>)
  /// A function that makes the value at each `get`, with the owner's own representation of it.
  case script(Handler<RouteState, Value>, function: Value)

  /// Whether the value is made at each `get`.
  package var isMade: Bool {
    if case .constant = self { false } else { true }
  }

  var handler: Handler<RouteState, Value>? {
    switch self {
    case .constant: nil
    case .made(let handler), .script(let handler, _): handler
    }
  }
}

/// A resource, for tools.
package struct ResourceInfo {
  /// The name, or `nil`.
  package let name: String?

  /// The pattern.
  package let pattern: RoutePattern

  /// Whether its value is kept when the program ends.
  package let isPersistent: Bool

  /// Whether all hosts of a fleet have it.
  package let isShared: Bool

  /// Whether a script put it.
  package let isScripted: Bool

  /// The content of the resource.
  package let content: ResourceContent

  /// A description of the owner: `program`, `scripts`, `screen 'Cart'`, or the type of an object.
  package let owner: String

  /// The source position of a script's `put`.
  package let site: SourceSite?
}
