/// A plain value that travels with a link: an `extra`, a screen's property, an action's answer.
///
/// Values are what a program and its scripts have in common. Anything without a plain form, such as
/// a function of a script, travels as a ``Reference``.
public enum Value: Hashable, Sendable {
  /// Nothing.
  case none
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case number(Double)
  /// Text.
  case text(String)
  /// A list, a record, or both at once.
  case table(Table)
  /// Something only its owner understands.
  case reference(Reference)
}

extension Value {
  /// Whether the value is ``none``.
  public var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// The text, or `nil` for any other kind.
  public var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The whole number, or `nil` for any other kind.
  public var integer: Int64? {
    guard case .integer(let integer) = self else { return nil }
    return integer
  }

  /// The number, whole or not, or `nil` for any other kind.
  public var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// The truth value, or `nil` for any other kind.
  public var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  /// The table, or `nil` for any other kind.
  public var table: Table? {
    guard case .table(let table) = self else { return nil }
    return table
  }

  /// The object behind a reference, when it is of the type asked for.
  public func object<Object>(as type: Object.Type = Object.self) -> Object? {
    guard case .reference(let reference) = self else { return nil }
    return reference.object as? Object
  }
}

extension Value {
  /// A whole number of the usual type: `.integer(items.count)`.
  ///
  /// - Parameter value: The number.
  /// - Returns: The value.
  @_disfavoredOverload
  public static func integer(_ value: Int) -> Value { .integer(Int64(value)) }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes a text.
  public init(stringLiteral value: String) { self = .text(value) }

  /// Makes a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Makes a floating-point number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes nothing.
  public init(nilLiteral: ()) { self = .none }

  /// Makes a list.
  public init(arrayLiteral elements: Value...) { self = .table(Table(list: elements)) }

  /// Makes a record.
  ///
  /// Of two equal keys the later one wins.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .table(Table(fields: Dictionary(elements, uniquingKeysWith: { $1 })))
  }
}
