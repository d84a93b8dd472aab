internal import CLua

/// Reads the values that C wrote.
///
/// A buffer that ends early (C had no memory to write it) reads as `nil`s and sets ``isShort``.
struct LuaReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private(set) var isShort = false
  private let state: LuaState

  /// Whether reading takes so long that it must end with the script; the values are then not used.
  private let endsWithScript: Bool

  /// The smallest size in bytes at which reading may end with the script.
  static let longCount = Int(CLUA_LONG_LIST)

  var rest: clua_Bytes {
    let rest = bytes[offset...]
    return clua_Bytes(
      bytes: UnsafeRawBufferPointer(rebasing: rest).baseAddress?
        .assumingMemoryBound(to: UInt8.self),
      length: rest.count
    )
  }

  init(_ bytes: clua_Bytes, of state: LuaState, isCall: Bool = false) {
    self.bytes = UnsafeRawBufferPointer(start: bytes.bytes, count: bytes.length)
    self.state = state
    endsWithScript = isCall && bytes.length >= Self.longCount
  }

  mutating func list() -> [LuaValue] {
    let count = Int(take(UInt32.self) ?? 0)
    guard count > 0 else { return [] }
    var values: [LuaValue] = []
    values.reserveCapacity(count)
    for _ in 0..<count where !isShort { values.append(value()) }
    return values
  }

  mutating func value() -> LuaValue {
    guard let tag = take(UInt8.self) else { return .nil }
    switch clua_Tag(rawValue: UInt32(tag)) {
    case CLUA_FALSE: return .boolean(false)
    case CLUA_TRUE: return .boolean(true)
    case CLUA_INTEGER: return .integer(take(Int64.self) ?? 0)
    case CLUA_NUMBER: return .number(take(Double.self) ?? 0)
    case CLUA_STRING: return string()
    case CLUA_TABLE: return .table(table())
    case CLUA_LIST:
      var list = table()
      list.isList = true
      return .table(list)
    case CLUA_FUNCTION:
      return .function(LuaFunction(stateHandle: state.stateHandle, number: take(Int32.self) ?? 0))
    case CLUA_ERROR: return .error(error())
    case CLUA_OBJECT:
      _ = take(UInt32.self)
      return state.object(take(UInt64.self) ?? .max)
    case CLUA_RECORD:
      let tag = take(UInt64.self) ?? 0
      let number = take(Int32.self) ?? 0
      return .reference(
        LuaReference(stateHandle: state.stateHandle, number: number, typeName: "userdata", tag: tag)
      )
    case CLUA_REFERENCE: return reference()
    default: return .nil
    }
  }

  private mutating func take<Number: BitwiseCopyable>(_ type: Number.Type) -> Number? {
    guard bytes.count - offset >= MemoryLayout<Number>.size else {
      isShort = true
      return nil
    }
    defer { offset += MemoryLayout<Number>.size }
    return bytes.loadUnaligned(fromByteOffset: offset, as: type)
  }

  private mutating func string() -> LuaValue {
    let length = Int(take(UInt32.self) ?? 0)
    guard bytes.count - offset >= length else {
      isShort = true
      return .nil
    }
    defer { offset += length }
    let text = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
    // Nearly all text is ASCII, which needs no further check.
    return text.isASCII ? .string(String(decoding: text, as: UTF8.self)) : LuaValue(utf8: text)
  }

  private mutating func table() -> LuaTable {
    let length = Int(take(UInt32.self) ?? 0)
    let count = Int(take(UInt32.self) ?? 0)
    if endsWithScript, state.isStopped { isShort = true }
    var array: [LuaValue] = []
    var fields: [LuaField] = []
    // Each value takes at least a byte, so a false count reserves no more than was written.
    array.reserveCapacity(min(length, bytes.count - offset))
    fields.reserveCapacity(min(count, bytes.count - offset))
    for _ in 0..<length where !isShort { array.append(value()) }
    for _ in 0..<count where !isShort {
      let key = key()
      let value = value()
      if let key { fields.append(LuaField(key: key, value: value)) }
    }
    LuaTable.sort(&fields)
    return LuaTable(array, sorted: fields)
  }

  private mutating func key() -> LuaKey? {
    if let name = shortName() { return .string(name) }
    return LuaKey(value())
  }

  /// A text of at most eight bytes that was read before as a key: mostly the names of fields.
  private mutating func shortName() -> String? {
    let start = offset + 5
    guard bytes.count - start >= 8, bytes[offset] == UInt8(truncatingIfNeeded: CLUA_STRING.rawValue)
    else { return nil }
    let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 1, as: UInt32.self))
    guard length > 0, length <= 8 else { return nil }
    let word = UInt64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
    )
    guard let name = state.names.name(word, length: length) else { return nil }
    offset = start + length
    return name
  }

  private mutating func error() -> LuaError {
    let code = value().string ?? "script_error"
    let message = value().string ?? "error"
    let file = value().string
    let line = value().integer
    var position: LuaPosition?
    if let file, let line { position = LuaPosition(file: file, line: Int(clamping: line)) }
    return LuaError(LuaErrorCode(rawValue: code), message, position: position)
  }

  private mutating func reference() -> LuaValue {
    let type = Int(take(UInt8.self) ?? 0)
    let number = take(Int32.self) ?? 0
    let names = [
      "nil", "boolean", "userdata", "number", "string", "table", "function", "userdata", "thread",
    ]
    let name = type < names.count ? names[type] : "userdata"
    return .reference(LuaReference(stateHandle: state.stateHandle, number: number, typeName: name))
  }
}

extension UnsafeRawBufferPointer {
  /// Whether no byte is above 127.
  fileprivate var isASCII: Bool {
    var place = 0
    while place + 8 <= count {
      guard loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      else { return false }
      place += 8
    }
    while place < count {
      guard self[place] < 0x80 else { return false }
      place += 1
    }
    return true
  }
}
