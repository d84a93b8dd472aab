import LuaRuntime
import Moonroute
import RoutePatterns

extension Value {
  /// Whether the value takes memory outside its inline storage.
  var isLarge: Bool {
    switch self {
    case .null, .bool, .int, .double, .reference: false
    case .text(let text): text.utf8.count >= 16
    case .table: true
    }
  }

  /// Roughly, the memory that the value takes outside its inline storage.
  var hostBytes: Int {
    switch self {
    case .null, .bool, .int, .double, .reference: 0
    case .text(let text): text.hostBytes
    case .table(let table): table.hostBytes
    }
  }
}

extension ResourceContent {
  var hostBytes: Int {
    if case .constant(let value) = self { value.hostBytes } else { 0 }
  }
}

extension ValueTable {
  var hostBytes: Int {
    var bytes = 64 + items.count * MemoryLayout<Value>.stride
    for item in items { bytes += item.hostBytes }
    for (name, value) in fields { bytes += Self.fieldBytes(name, value) }
    return bytes
  }

  /// Roughly, the memory of a field: a dictionary has room for half as many again.
  static func fieldBytes(_ name: String, _ value: Value) -> Int {
    let place = MemoryLayout<String>.stride + MemoryLayout<Value>.stride
    return place * 3 / 2 + name.hostBytes + value.hostBytes
  }
}

extension LuaValue {
  var hostBytes: Int {
    switch self {
    case .string(let text): text.hostBytes
    case .bytes(let bytes): 32 + bytes.count
    case .table(let table): table.hostBytes
    case .function, .reference, .record: 128
    default: 0
    }
  }
}

extension LuaTable {
  fileprivate var hostBytes: Int {
    var bytes = 64 + (array.count + 2 * fields.count) * MemoryLayout<Value>.stride
    for value in array { bytes += value.hostBytes }
    fields.withUnsafeBufferPointer { fields in
      for place in fields.indices {
        bytes += fields[place].key.hostBytes + fields[place].value.hostBytes
      }
    }
    return bytes
  }
}

extension LuaKey {
  fileprivate var hostBytes: Int {
    switch self {
    case .string(let text): text.hostBytes
    case .bytes(let bytes): 32 + bytes.count
    case .integer, .number, .boolean: 0
    }
  }
}

extension LuaCall {
  var hostBytes: Int {
    byteCount < 128 ? 0 : arguments.reduce(0) { $0 + $1.hostBytes }
  }
}

extension String {
  /// The smallest size of a text that is checked against the limit.
  static let largeBytes = 1 << 10

  var isLarge: Bool { utf8.count >= Self.largeBytes }

  /// The memory that the text takes outside its inline storage: none while it is short.
  var hostBytes: Int { utf8.count < 16 ? 0 : 32 + utf8.count }
}

extension Location {
  /// Roughly, the memory of the location: its text, and the text of its parts.
  var hostBytes: Int { 256 + 2 * byteCount }
}
