#if SQLite
internal import Moonroute

/// The binary encoding of plain values: a tag, then the content, with little-endian numbers.
enum ValueBytes {
  private enum Tag: UInt8 {
    case none, no, yes, integer, number, text, table
  }

  /// The maximum nesting depth of tables.
  private static let depthLimit = 128

  /// Encodes a value, or returns `nil` if it is not plain data or nested too deeply.
  static func bytes(of value: Value) -> [UInt8]? {
    var bytes: [UInt8] = []
    return append(value, to: &bytes, depth: 0) ? bytes : nil
  }

  /// Decodes a value, or returns `nil` if the bytes are invalid.
  static func value(of bytes: [UInt8]) -> Value? {
    var rest = bytes[...]
    guard let value = read(&rest, depth: 0), rest.isEmpty else { return nil }
    return value
  }

  private static func append(_ value: Value, to bytes: inout [UInt8], depth: Int) -> Bool {
    switch value {
    case .null: bytes.append(Tag.none.rawValue)
    case .bool(let bool): bytes.append((bool ? Tag.yes : Tag.no).rawValue)
    case .int(let integer):
      bytes.append(Tag.integer.rawValue)
      append(UInt64(bitPattern: integer), to: &bytes)
    case .double(let number):
      bytes.append(Tag.number.rawValue)
      append(number.bitPattern, to: &bytes)
    case .text(let text):
      bytes.append(Tag.text.rawValue)
      append(text, to: &bytes)
    case .table(let table): return append(table, to: &bytes, depth: depth + 1)
    case .reference: return false
    }
    return true
  }

  private static func append(_ table: ValueTable, to bytes: inout [UInt8], depth: Int) -> Bool {
    guard depth <= depthLimit else { return false }
    bytes.append(Tag.table.rawValue)
    append(UInt64(table.items.count), to: &bytes)
    for item in table.items {
      guard append(item, to: &bytes, depth: depth) else { return false }
    }
    append(UInt64(table.fields.count), to: &bytes)
    for (name, field) in table.fields.sorted(by: { $0.key < $1.key }) {
      append(name, to: &bytes)
      guard append(field, to: &bytes, depth: depth) else { return false }
    }
    return true
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    append(UInt64(text.utf8.count), to: &bytes)
    bytes += text.utf8
  }

  private static func read(_ rest: inout ArraySlice<UInt8>, depth: Int) -> Value? {
    guard let tag = rest.popFirst().flatMap(Tag.init) else { return nil }
    switch tag {
    case .none: return Value.null
    case .no: return false
    case .yes: return true
    case .integer: return readNumber(&rest).map { .int(Int64(bitPattern: $0)) }
    case .number: return readNumber(&rest).map { .double(Double(bitPattern: $0)) }
    case .text: return readText(&rest).map(Value.text)
    case .table: return readTable(&rest, depth: depth + 1).map(Value.table)
    }
  }

  private static func readTable(_ rest: inout ArraySlice<UInt8>, depth: Int) -> ValueTable? {
    guard depth <= depthLimit, let itemCount = readCount(&rest) else { return nil }
    var table = ValueTable()
    for _ in 0..<itemCount {
      guard let item = read(&rest, depth: depth) else { return nil }
      table.items.append(item)
    }
    guard let fieldCount = readCount(&rest) else { return nil }
    for _ in 0..<fieldCount {
      guard let name = readText(&rest), let field = read(&rest, depth: depth) else { return nil }
      table.fields[name] = field
    }
    return table
  }

  private static func readNumber(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    guard rest.count >= 8 else { return nil }
    let number = rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    rest.removeFirst(8)
    return number
  }

  /// The number of elements that take at least one byte each.
  private static func readCount(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let number = readNumber(&rest), number <= UInt64(rest.count) else { return nil }
    return Int(number)
  }

  private static func readText(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let count = readCount(&rest) else { return nil }
    let text = String(validating: rest.prefix(count), as: UTF8.self)
    rest.removeFirst(count)
    return text
  }
}
#endif
