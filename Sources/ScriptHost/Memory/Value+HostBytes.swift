import LuaRuntime
import Moonroute
import RoutePatterns

extension Value {
  /// Whether the value takes memory beside itself.
  var isLarge: Bool {
    switch self {
    case .none, .bool, .integer, .number, .reference: false
    case .text(let text): text.utf8.count >= 16
    case .table: true
    }
  }

  /// The memory that the value takes beside itself, about.
  var hostBytes: Int {
    switch self {
    case .none, .bool, .integer, .number, .reference: 0
    case .text(let text): text.hostBytes
    case .table(let table): table.hostBytes
    }
  }
}

extension ResourceContent {
  /// The memory that the content takes, about.
  var hostBytes: Int {
    if case .constant(let value) = self { value.hostBytes } else { 0 }
  }
}

extension Table {
  /// The memory that the table takes, about.
  var hostBytes: Int {
    var bytes = 64 + items.count * MemoryLayout<Value>.stride
    for item in items { bytes += item.hostBytes }
    for (name, value) in fields { bytes += Self.fieldBytes(name, value) }
    return bytes
  }

  /// The memory that a field takes, about: a dictionary has room for half as many again.
  static func fieldBytes(_ name: String, _ value: Value) -> Int {
    let place = MemoryLayout<String>.stride + MemoryLayout<Value>.stride
    return place * 3 / 2 + name.hostBytes + value.hostBytes
  }
}

extension LuaValue {
  /// The memory that the value takes once the host has it, about.
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
  /// The memory that the table takes once the host has it, about.
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
  /// The memory that the key takes once the host has it, about.
  fileprivate var hostBytes: Int {
    switch self {
    case .string(let text): text.hostBytes
    case .bytes(let bytes): 32 + bytes.count
    case .integer, .number, .boolean: 0
    }
  }
}

extension LuaCall {
  /// The memory that the arguments take in the host, about.
  var hostBytes: Int {
    byteCount < 128 ? 0 : arguments.reduce(0) { $0 + $1.hostBytes }
  }
}

extension String {
  /// The bytes from which on a text is checked against the limit.
  static let largeBytes = 1 << 10

  /// Whether the text is that large.
  var isLarge: Bool { utf8.count >= Self.largeBytes }

  /// The memory that the text takes beside itself: none while it is short.
  var hostBytes: Int { utf8.count < 16 ? 0 : 32 + utf8.count }
}

extension Location {
  /// The memory that the location takes, about: its text, and the text of its parts.
  var hostBytes: Int { 256 + 2 * byteCount }
}
