/// Where the values of persistent resources lie when the application does not run.
///
/// A call that returns has done its work for good: what was saved is there after the process was
/// killed.
public protocol ResourceStorage {
  /// Reads a value.
  ///
  /// - Parameter key: The text of the resource's pattern.
  /// - Returns: The value, or `nil` when there is none.
  /// - Throws: Why it cannot be read.
  func value(for key: String) throws -> Value?

  /// Writes a value in place of the one before.
  ///
  /// - Parameters:
  ///   - value: Plain data.
  ///   - key: The text of the resource's pattern.
  /// - Throws: Why it cannot be written; the value before stays.
  func save(_ value: Value, for key: String) throws

  /// Removes a value, if there is one.
  ///
  /// - Parameter key: The text of the resource's pattern.
  /// - Throws: Why it cannot be removed.
  func remove(_ key: String) throws

  /// Answers whether a value may be written so that all values together take no more than some
  /// bytes.
  ///
  /// It is asked before what scripts store is written. One that takes no more than the value in its
  /// place always may.
  ///
  /// - Parameters:
  ///   - value: Plain data.
  ///   - key: The text of the resource's pattern.
  ///   - byteLimit: What all values may take.
  /// - Returns: Whether there is room. A storage that does not say has room.
  /// - Throws: Why that is not known.
  func hasRoom(for value: Value, at key: String, within byteLimit: Int) throws -> Bool
}

extension ResourceStorage {
  /// Says that there is room.
  public func hasRoom(for value: Value, at key: String, within byteLimit: Int) throws -> Bool {
    true
  }
}

extension Value {
  /// Whether the value is data through and through, without functions and objects.
  package var isPlain: Bool {
    switch self {
    case .none, .bool, .integer, .number, .text: true
    case .table(let table):
      table.items.allSatisfy(\.isPlain) && table.fields.values.allSatisfy(\.isPlain)
    case .reference: false
    }
  }
}
