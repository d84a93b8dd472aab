package import TextTools

/// A value of Lua, outside Lua.
///
/// Tables are copies; functions, objects and references refer to values in their state.
public enum LuaValue {
  /// Nothing.
  case `nil`
  /// `true` or `false`.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number with a fraction.
  case number(Double)
  /// Text. Its bytes are kept exactly, without normalisation.
  case string(String)
  /// A string with bytes that are not UTF-8.
  case bytes([UInt8])
  /// A copy of a table.
  case table(LuaTable)
  /// A function, of a script or of the host.
  case function(LuaFunction)
  /// An object of the host.
  case object(LuaObject)
  /// An error value `{ code, message, file, line }`.
  indirect case error(LuaError)
  /// To Lua: a read-only record. From Lua, a record is a reference with its tag.
  case record(LuaRecord)
  /// A value that is not copied: a coroutine, or a table below the requested depth.
  case reference(LuaReference)
}

extension LuaValue {
  /// The name of the value's type in Lua, such as `table`.
  public var typeName: String {
    switch self {
    case .nil: "nil"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .string, .bytes: "string"
    case .table, .error: "table"
    case .function: "function"
    case .object(let object): object.type.name
    case .record: "userdata"
    case .reference(let reference): reference.typeName
    }
  }

  /// Whether this is `nil`.
  public var isNil: Bool {
    if case .nil = self { true } else { false }
  }

  /// The boolean, or nil for another type.
  public var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The whole number, or nil for any other value.
  ///
  /// A number without a fraction counts.
  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// The number, or nil for another type.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The text, or nil for another type and for bytes that are not UTF-8.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The bytes of a string, or nil for another type.
  public var utf8: [UInt8]? {
    switch self {
    case .string(let value): Array(value.utf8)
    case .bytes(let value): value
    default: nil
    }
  }

  /// The table, or nil for another type.
  public var table: LuaTable? {
    if case .table(let value) = self { value } else { nil }
  }

  /// The function, or nil for another type.
  public var function: LuaFunction? {
    if case .function(let value) = self { value } else { nil }
  }

  /// The host's object, or nil for another type.
  public var object: LuaObject? {
    if case .object(let value) = self { value } else { nil }
  }
}

extension LuaValue: CustomStringConvertible {
  /// The value for people: text unchanged, a table with all its fields in order.
  ///
  /// No script code runs: a table's metatable is not used.
  public var description: String {
    switch self {
    case .string(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    default: if case .other(let words) = luaPart { words } else { luaText }
    }
  }
}

extension LuaValue: LuaWritable {
  /// The value's parts; a table's fields are in the order of their keys.
  package var luaPart: LuaPart<LuaValue> {
    switch self {
    case .nil: .nil
    case .boolean(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .string(let text): .text(text)
    case .bytes(let bytes): .bytes(bytes)
    case .table(let table):
      .table(items: table.array, fields: table.fields.map { ($0.key.value, $0.value) })
    case .function(let function):
      .other(function.definedAt.map { "function: \($0)" } ?? "function")
    case .object(let object): .other(object.type.name)
    case .error(let error): .other("\(error)")
    case .record: .other("record")
    case .reference(let reference): .other(reference.typeName)
    }
  }
}

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
  /// Makes a string of bytes: `.string` if they are UTF-8, otherwise `.bytes`.
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
