extension JSON {
  /// `null` if the field is missing or this is not an object; the last of several fields wins.
  package subscript(_ name: String) -> JSON {
    guard case .object(let fields) = self else { return .null }
    return fields.last { $0.name == name }?.value ?? .null
  }

  package var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The whole number, or `nil` for any other value; `2.0` counts as whole.
  package var int: Int? {
    switch self {
    case .integer(let integer): Int(exactly: integer)
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  /// The number, or `nil` for any other value.
  package var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  package var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  /// The items of a list; none for any other value.
  package var items: [JSON] {
    guard case .list(let items) = self else { return [] }
    return items
  }

  /// Creates an object without the fields that are `null`, for protocols that distinguish the two.
  package static func present(_ fields: (String, JSON)...) -> JSON {
    .object(fields.filter { $0.1 != .null }.map { Field($0.0, $0.1) })
  }

  package static func int(_ int: Int) -> JSON { .integer(Int64(int)) }
}
