/// A value of Lua, outside of Lua.
///
/// Tables are copies; functions, objects and references point into the state they came from.
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
  /// A string whose bytes are not UTF-8.
  case bytes([UInt8])
  /// A copy of a table.
  case table(LuaTable)
  /// A function, of a script or of the host.
  case function(LuaFunction)
  /// An object of the host.
  case object(LuaObject)
  /// An error value `{ code, message, file, line }`.
  indirect case error(LuaError)
  /// To Lua: a read-only record. From Lua it comes back as a reference with its mark.
  case record(LuaRecord)
  /// A value that is not copied: a coroutine, or a table below the depth that was asked for.
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

  /// Whether Lua takes this as true: all but `nil` and `false`.
  public var isTruthy: Bool {
    switch self {
    case .nil, .boolean(false): false
    default: true
    }
  }

  /// The boolean, or nil for another type.
  public var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The whole number, or nil for anything else.
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
