/// The storage of persistent resources while the program is not running.
///
/// A write must be durable when the call returns: a saved value survives a crash of the process.
public protocol ResourceStorage: Sendable {
  /// Reads a value.
  ///
  /// - Parameter key: The text of the resource's pattern.
  /// - Returns: The value, or `nil` if none is stored.
  /// - Throws: The reason why the value cannot be read.
  func value(for key: String) throws -> Value?

  /// Writes a value in place of the previous one.
  ///
  /// - Parameters:
  ///   - value: Plain data.
  ///   - key: The text of the resource's pattern.
  /// - Throws: The reason why the value cannot be written; the previous value stays.
  func save(_ value: Value, for key: String) throws

  /// Removes a value, if it exists.
  ///
  /// - Parameter key: The text of the resource's pattern.
  /// - Throws: The reason why the value cannot be removed.
  func remove(_ key: String) throws

  /// Returns whether writing a value would keep the total size of all values within a limit.
  ///
  /// The store calls it before it writes a value from a script. A value that is not larger than the
  /// stored one must always be accepted.
  ///
  /// - Parameters:
  ///   - value: Plain data.
  ///   - key: The text of the resource's pattern.
  ///   - byteLimit: The maximum size of all values.
  /// - Returns: Whether the value fits. The default implementation returns `true`.
  /// - Throws: The reason why the size is unknown.
  func hasRoom(for value: Value, at key: String, within byteLimit: Int) throws -> Bool
}

extension ResourceStorage {
  /// Returns `true`.
  public func hasRoom(for value: Value, at key: String, within byteLimit: Int) throws -> Bool {
    true
  }
}

extension Value {
  /// Whether the value consists only of data, without functions and objects.
  package var isPlain: Bool {
    switch self {
    case .null, .bool, .int, .double, .text: true
    case .table(let table):
      table.items.allSatisfy(\.isPlain) && table.fields.values.allSatisfy(\.isPlain)
    case .reference: false
    }
  }
}
