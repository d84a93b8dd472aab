extension LuaValue: ExpressibleByNilLiteral {
  /// Makes `nil`.
  public init(nilLiteral: ()) { self = .nil }
}

extension LuaValue: ExpressibleByBooleanLiteral {
  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension LuaValue: ExpressibleByIntegerLiteral {
  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension LuaValue: ExpressibleByFloatLiteral {
  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension LuaValue: ExpressibleByStringLiteral {
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension LuaValue: ExpressibleByArrayLiteral {
  /// Makes a list.
  public init(arrayLiteral elements: LuaValue...) { self = .table(LuaTable(elements)) }
}

extension LuaValue: ExpressibleByDictionaryLiteral {
  /// Makes a table of fields.
  public init(dictionaryLiteral elements: (LuaKey, LuaValue)...) {
    self = .table(LuaTable(fields: elements.map { LuaField(key: $0.0, value: $0.1) }))
  }
}

extension LuaValue {
  /// Makes a string of bytes: `.string` if they are UTF-8, else `.bytes`.
  public init(utf8 bytes: some Collection<UInt8>) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self = .string(text)
    } else {
      self = .bytes(Array(bytes))
    }
  }

  /// Makes a string, or `nil` for nil.
  public init(_ text: String?) {
    self = text.map { .string($0) } ?? .nil
  }

  /// Makes an integer.
  public init(_ value: Int) { self = .integer(Int64(value)) }
}
