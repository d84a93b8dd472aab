/// The canonical form of JSON for signatures, as `jq -jcS` prints it for whole numbers and texts
/// without control characters.
///
/// Names are sorted by their bytes, without white space, and only `"` and `\` are escaped.
package enum CanonicalJSON {
  /// The bytes of a value; a number that is not whole prints as `null`.
  package static func bytes(_ value: JSON) -> [UInt8] {
    var bytes: [UInt8] = []
    write(value, to: &bytes)
    return bytes
  }

  private static func write(_ value: JSON, to bytes: inout [UInt8]) {
    switch value {
    case .null, .number: bytes += "null".utf8
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .integer(let integer): bytes += String(integer).utf8
    case .text(let text): write(text, to: &bytes)
    case .list(let items):
      list(items, "[", "]", to: &bytes) { write($0, to: &$1) }
    case .object(let fields):
      let sorted = fields.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      list(sorted, "{", "}", to: &bytes) { field, bytes in
        write(field.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        write(field.value, to: &bytes)
      }
    }
  }

  private static func list<Item>(
    _ items: [Item],
    _ start: StaticString,
    _ end: StaticString,
    to bytes: inout [UInt8],
    _ write: (Item, inout [UInt8]) -> Void
  ) {
    bytes += start.description.utf8
    for (number, item) in items.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      write(item, &bytes)
    }
    bytes += end.description.utf8
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    bytes.append(quote)
    for byte in text.utf8 {
      if byte == quote || byte == backslash { bytes.append(backslash) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }
}
