import TextTools

/// A key of a table that can be passed to or from Lua.
public enum LuaKey {
  /// A whole number.
  case integer(Int64)
  /// A number with a fraction.
  case number(Double)
  /// Text.
  case string(String)
  /// A string with bytes that are not UTF-8.
  case bytes([UInt8])
  /// `true` or `false`.
  case boolean(Bool)

  init?(_ value: LuaValue) {
    switch value {
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .bytes(let value): self = .bytes(value)
    case .boolean(let value): self = .boolean(value)
    default: return nil
    }
  }

  /// The key as a value.
  public var value: LuaValue {
    switch self {
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .string(let value): .string(value)
    case .bytes(let value): .bytes(value)
    case .boolean(let value): .boolean(value)
    }
  }

  /// The text, if the key is text.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  private var kind: Int {
    switch self {
    case .integer, .number: 0
    case .string, .bytes: 1
    case .boolean: 2
    }
  }

  private var magnitude: Double {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .boolean(let value): value ? 1 : 0
    case .string, .bytes: 0
    }
  }

  private func isBefore(bytesOf other: LuaKey) -> Bool {
    switch (self, other) {
    case (.string(let one), .string(let two)): one.hasBytesBefore(two)
    case (.string(let one), .bytes(let two)): one.utf8.lexicographicallyPrecedes(two)
    case (.bytes(let one), .string(let two)): one.lexicographicallyPrecedes(two.utf8)
    case (.bytes(let one), .bytes(let two)): one.lexicographicallyPrecedes(two)
    default: false
    }
  }
}

extension LuaKey: Hashable, Comparable {
  /// Compares keys as Lua does: text byte by byte.
  public static func == (one: LuaKey, two: LuaKey) -> Bool {
    switch (one, two) {
    case (.integer(let one), .integer(let two)): one == two
    case (.number(let one), .number(let two)): one == two
    case (.string(let one), .string(let two)): one.hasSameBytes(as: two)
    case (.bytes(let one), .bytes(let two)): one == two
    case (.boolean(let one), .boolean(let two)): one == two
    default: false
    }
  }

  /// Orders numbers before text before booleans, text by its bytes.
  public static func < (one: LuaKey, two: LuaKey) -> Bool {
    if one.kind != two.kind { return one.kind < two.kind }
    switch (one, two) {
    case (.integer(let one), .integer(let two)): return one < two
    case (.string, _), (.bytes, _): return one.isBefore(bytesOf: two)
    default: return one.magnitude < two.magnitude
    }
  }

  /// Hashes the key consistently with `==`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .bytes(let value): for byte in value { hasher.combine(byte) }
    case .boolean(let value): hasher.combine(value)
    }
  }
}

extension LuaKey: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Makes a key of text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a key that is a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}
