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
  var keptBytes: Int {
    switch self {
    case .none, .bool, .integer, .number, .reference: 0
    case .text(let text): text.keptBytes
    case .table(let table): table.keptBytes
    }
  }
}

extension ResourceContent {
  /// The memory that the content takes, about.
  var keptBytes: Int {
    if case .constant(let value) = self { value.keptBytes } else { 0 }
  }
}

extension Table {
  /// The memory that the table takes, about.
  var keptBytes: Int {
    var bytes = 64 + items.count * MemoryLayout<Value>.stride
    for item in items { bytes += item.keptBytes }
    for (name, value) in fields { bytes += Self.fieldBytes(name, value) }
    return bytes
  }

  /// The memory that a field takes, about: a dictionary has room for half as many again.
  static func fieldBytes(_ name: String, _ value: Value) -> Int {
    let place = MemoryLayout<String>.stride + MemoryLayout<Value>.stride
    return place * 3 / 2 + name.keptBytes + value.keptBytes
  }
}

extension LuaValue {
  /// The memory that the value takes once the host has it, about.
  var keptBytes: Int {
    switch self {
    case .string(let text): text.keptBytes
    case .bytes(let bytes): 32 + bytes.count
    case .table(let table):
      table.array.reduce(64) { $0 + MemoryLayout<Value>.stride + $1.keptBytes }
        + table.fields.reduce(0) {
          $0 + 2 * MemoryLayout<Value>.stride + $1.key.value.keptBytes + $1.value.keptBytes
        }
    case .function, .reference, .record: 128
    default: 0
    }
  }
}

extension LuaCall {
  /// The memory that the arguments take in the host, about.
  var keptBytes: Int {
    byteCount < 128 ? 0 : arguments.reduce(0) { $0 + $1.keptBytes }
  }
}

extension String {
  /// The memory that the text takes beside itself: none while it is short.
  var keptBytes: Int { utf8.count < 16 ? 0 : 32 + utf8.count }
}

extension Location {
  /// The memory that the location takes, about: its text, and the text of its parts.
  var keptBytes: Int { 256 + 2 * byteCount }
}
