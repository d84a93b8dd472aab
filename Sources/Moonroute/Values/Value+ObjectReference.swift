extension Value {
  /// An opaque object that is passed through the router.
  ///
  /// Two references are equal if they were made with the same identity and kind.
  public struct ObjectReference: Hashable, Sendable {
    /// The owner's identifier of the object.
    package let id: UInt64

    /// The kind of object, for messages: `function`, `profile`.
    package let kind: String

    /// The object.
    package let object: any Sendable

    /// Wraps an object.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - id: The identifier among objects of the same kind.
    ///   - kind: The kind, for messages.
    package init(_ object: any Sendable, id: UInt64, kind: String) {
      self.object = object
      self.id = id
      self.kind = kind
    }

    /// Compares identity and kind.
    public static func == (left: Value.ObjectReference, right: Value.ObjectReference) -> Bool {
      left.id == right.id && left.kind == right.kind
    }

    /// Hashes identity and kind.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(kind)
    }
  }
}
