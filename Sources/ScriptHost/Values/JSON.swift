/// A JSON value whose objects keep the order of their fields, so that the same value always prints
/// the same text.
public indirect enum JSON: Sendable, Equatable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number; one that is not finite prints as `null`.
  case number(Double)
  /// Text.
  case text(String)
  /// A list.
  case list([JSON])
  /// Fields in the order in which they print.
  case object([Field])

  /// One field of an object.
  public struct Field: Sendable, Equatable {
    /// The name.
    public let name: String
    /// The value.
    public let value: JSON

    /// Makes a field.
    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// Text, or `null` without one.
  public static func optional(_ text: String?) -> JSON { text.map(JSON.text) ?? .null }

  /// An object of some fields.
  public static func fields(_ fields: (String, JSON)...) -> JSON {
    .object(fields.map { Field($0.0, $0.1) })
  }

  /// The value on one line.
  public var line: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .number(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
    case .text(let text): Self.write(text, to: &bytes)
    case .list(let items):
      Self.write(items, between: "[]", to: &bytes) { $0.write(to: &$1) }
    case .object(let fields):
      Self.write(fields, between: "{}", to: &bytes) { field, bytes in
        Self.write(field.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        field.value.write(to: &bytes)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item],
    between brackets: StaticString,
    to bytes: inout [UInt8],
    _ body: (Item, inout [UInt8]) -> Void
  ) {
    bytes.append(brackets.utf8Start[0])
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      body(item, &bytes)
    }
    bytes.append(brackets.utf8Start[1])
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
