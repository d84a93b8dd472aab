extension LocationQuery {
  /// A name and a value.
  public struct Item: Hashable, Sendable {
    /// The name, decoded.
    public var name: String

    /// The value, decoded; empty if there is none.
    public var value: String

    /// Makes an item.
    ///
    /// - Parameters:
    ///   - name: The name, not escaped.
    ///   - value: The value, not escaped; empty by default.
    public init(_ name: String, _ value: String = "") {
      self.name = name
      self.value = value
    }
  }
}
