extension JSON {
  /// The value of a field of an object, or `null`: without such a field, and for any other value.
  ///
  /// Of two equal names the later wins.
  package subscript(_ name: String) -> JSON {
    guard case .object(let fields) = self else { return .null }
    return fields.last { $0.name == name }?.value ?? .null
  }

  /// The text, or `nil` for any other value.
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

  /// Whether it is `true` or `false`, or `nil` for any other value.
  package var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  /// The items of a list; none for any other value.
  package var items: [JSON] {
    guard case .list(let items) = self else { return [] }
    return items
  }

  /// An object of those fields whose value is not `null`, for protocols that tell the two apart.
  package static func present(_ fields: (String, JSON)...) -> JSON {
    .object(fields.filter { $0.1 != .null }.map { Field($0.0, $0.1) })
  }

  /// A whole number.
  package static func int(_ int: Int) -> JSON { .integer(Int64(int)) }
}
