public import RoutePatterns

/// What everybody may know of a resource.
public struct ResourceInfo {
  /// The name, or `nil`.
  public let name: String?

  /// The pattern.
  public let pattern: RoutePattern

  /// Whether its value survives the application.
  public let isPersistent: Bool

  /// Whether a script put it.
  public let isScripted: Bool

  /// What lies behind the pattern.
  public let content: ResourceContent
}
