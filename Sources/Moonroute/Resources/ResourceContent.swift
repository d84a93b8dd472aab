public import RoutePatterns

/// The content behind the pattern of a resource.
public enum ResourceContent {
  /// A value that is there.
  case constant(Value)
  /// A value made at each `get`.
  case made(Handler<RouteState, Value>)
  /// A value made at each `get` by a function that its owner keeps in a form of its own.
  case script(Handler<RouteState, Value>, function: Value)

  /// Whether the value is made at each `get`.
  public var isMade: Bool {
    if case .constant = self { false } else { true }
  }

  /// The function that makes the value, if it is made.
  var handler: Handler<RouteState, Value>? {
    switch self {
    case .constant: nil
    case .made(let handler), .script(let handler, _): handler
    }
  }
}

/// A resource, as tools may read it.
public struct ResourceInfo {
  /// The name, or `nil`.
  public let name: String?

  /// The pattern.
  public let pattern: RoutePattern

  /// Whether its value survives the application.
  public let isPersistent: Bool

  /// Whether a script put it.
  public let isScripted: Bool

  /// The content behind the pattern.
  public let content: ResourceContent

  /// The owner in words: `program`, `scripts`, `screen 'Cart'`, or the type of an object.
  package let owner: String

  /// Where it was put, if a script did.
  package let site: SourceSite?
}
