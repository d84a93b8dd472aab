/// A plain value that is passed with a link: an `extra`, a screen's property, an action's answer.
///
/// Programs and scripts share values. Objects without a plain form, such as functions of a script,
/// are passed as a ``Value/ObjectReference``.
public enum Value: Hashable, Sendable {
  /// Nothing.
  case null
  /// A Boolean.
  case bool(Bool)
  /// An integer.
  case int(Int64)
  /// A floating-point number.
  case double(Double)
  /// Text.
  case text(String)
  /// A list, a record, or both.
  case table(ValueTable)
  /// An opaque object of its owner.
  case reference(Value.ObjectReference)
}

extension Value {
  /// Whether the value is ``null``.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The text, or `nil` for other kinds.
  public var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The integer, or `nil` for other kinds.
  public var int: Int? { int64.flatMap { Int(exactly: $0) } }

  package var int64: Int64? {
    guard case .int(let integer) = self else { return nil }
    return integer
  }

  /// The integer or floating-point number, or `nil` for other kinds.
  public var double: Double? {
    switch self {
    case .int(let integer): Double(integer)
    case .double(let number): number
    default: nil
    }
  }

  /// The Boolean, or `nil` for other kinds.
  public var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  /// The table, or `nil` for other kinds.
  public var table: ValueTable? {
    guard case .table(let table) = self else { return nil }
    return table
  }

  /// The object of a reference, if it has the requested type.
  public func object<Object>(_ type: Object.Type = Object.self) -> Object? {
    guard case .reference(let reference) = self else { return nil }
    return reference.object as? Object
  }
}

extension Value {
  /// Makes an integer: `.int(items.count)`.
  ///
  /// - Parameter value: The number.
  /// - Returns: The value.
  @_disfavoredOverload
  public static func int(_ value: Int) -> Value { .int(Int64(value)) }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes a text.
  public init(stringLiteral value: String) { self = .text(value) }

  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .int(value) }

  /// Makes a floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Makes a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes ``null``.
  public init(nilLiteral: ()) { self = .null }

  /// Makes a list.
  public init(arrayLiteral elements: Value...) { self = .table(ValueTable(list: elements)) }

  /// Makes a record.
  ///
  /// For duplicate keys, the later value is used.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .table(ValueTable(fields: Dictionary(elements, uniquingKeysWith: { $1 })))
  }
}
