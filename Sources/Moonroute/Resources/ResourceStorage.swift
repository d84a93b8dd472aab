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
