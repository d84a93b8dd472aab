/// An object that travels through the router without being looked at.
///
/// Two references are equal when they were made with the same identity.
public struct Reference: Hashable, Sendable {
  /// The owner's name for the object.
  public let id: UInt64

  /// The kind of object, for texts: `function`, `profile`.
  public let kind: String

  /// The object.
  public let object: any Sendable

  /// Wraps an object.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - id: What tells it from other objects of the same kind.
  ///   - kind: The kind, for texts.
  public init(_ object: any Sendable, id: UInt64, kind: String) {
    self.object = object
    self.id = id
    self.kind = kind
  }

  /// Compares identity and kind.
  public static func == (left: Reference, right: Reference) -> Bool {
    left.id == right.id && left.kind == right.kind
  }

  /// Hashes identity and kind.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(kind)
  }
}
