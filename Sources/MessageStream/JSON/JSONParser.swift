/// Parses JSON text (RFC 8259).
package struct JSONParser {
  /// The mistake in a text, and its position.
  package struct SyntaxError: Error, CustomStringConvertible {
    /// A description of the expected text.
    let expected: String
    /// The position of the byte, counted from 1.
    let place: Int

    package var description: String { "invalid JSON: expected \(expected) at byte \(place)" }
  }

  /// The maximum nesting depth, which is that of script values.
  private static let depthLimit = 64

  /// The number of values between two checks for cancellation.
  private static let checkCount = 256

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private var valueCount = 0
  private let isStopped: () -> Bool
  private let depthLimit: Int
  private let isStrict: Bool

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - text: The text; only white space may follow the value.
  ///   - isStopped: Returns whether to cancel; called from time to time. Default: never cancel.
  /// - Returns: The value. If a name occurs twice in an object, the later value wins.
  /// - Throws: ``SyntaxError`` with the position.
  package static func parse(
    _ text: String,
    isStopped: @escaping () -> Bool = { false }
  ) throws(SyntaxError) -> JSON {
    try parse(Array(text.utf8), isStopped: isStopped)
  }

  /// Parses bytes and repairs invalid UTF-8.
  package static func parse(
    _ bytes: [UInt8],
    isStopped: @escaping () -> Bool = { false }
  ) throws(SyntaxError) -> JSON {
    var parser = JSONParser(bytes, depthLimit: depthLimit, isStrict: false, isStopped)
    return try parser.whole()
  }

  /// Parses bytes that every reader understands in the same way.
  ///
  /// Numbers are whole and at most 2⁵³ from 0, no object has a name twice, and texts are valid UTF-8
  /// without control characters.
  package static func parseStrictly(_ bytes: [UInt8], depth: Int) throws(SyntaxError) -> JSON {
    var parser = JSONParser(bytes, depthLimit: depth, isStrict: true) { false }
    return try parser.whole()
  }

  private init(
    _ bytes: [UInt8],
    depthLimit: Int,
    isStrict: Bool,
    _ isStopped: @escaping () -> Bool
  ) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    self.isStrict = isStrict
    self.isStopped = isStopped
  }

  private mutating func whole() throws(SyntaxError) -> JSON {
    let value = try value()
    skipSpace()
    guard position == bytes.count else { throw problem("the end") }
    return value
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func problem(_ expected: String) -> SyntaxError {
    SyntaxError(expected: expected, place: position + 1)
  }

  private mutating func skipSpace() {
    while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  private mutating func value() throws(SyntaxError) -> JSON {
    skipSpace()
    valueCount += 1
    if valueCount % Self.checkCount == 0, isStopped() { throw problem("less") }
    switch byte {
    case UInt8(ascii: "{"): return .object(try fields())
    case UInt8(ascii: "["): return .list(try items())
    case UInt8(ascii: "\""): return .text(try text())
    default:
      if take("true") { return .bool(true) }
      if take("false") { return .bool(false) }
      if take("null") { return .null }
      return try number()
    }
  }

  /// Enters a list or an object.
  private mutating func enter() throws(SyntaxError) {
    guard depth < depthLimit else {
      throw problem("at most \(depthLimit) levels of lists and objects")
    }
    position += 1
    depth += 1
  }

  private mutating func items() throws(SyntaxError) -> [JSON] {
    try enter()
    defer { depth -= 1 }
    skipSpace()
    if take("]") { return [] }
    var items: [JSON] = []
    repeat {
      items.append(try value())
      skipSpace()
    } while take(",")
    guard take("]") else { throw problem("',' or ']'") }
    return items
  }

  private mutating func fields() throws(SyntaxError) -> [JSON.Field] {
    try enter()
    defer { depth -= 1 }
    skipSpace()
    if take("}") { return [] }
    var fields: [JSON.Field] = []
    var names: Set<String> = []
    repeat {
      skipSpace()
      guard byte == UInt8(ascii: "\"") else { throw problem("a name in quotes") }
      let name = try text()
      if isStrict, !names.insert(name).inserted { throw problem("each name only once") }
      skipSpace()
      guard take(":") else { throw problem("':'") }
      fields.append(JSON.Field(name, try value()))
      skipSpace()
    } while take(",")
    guard take("}") else { throw problem("',' or '}'") }
    return fields
  }

  private mutating func number() throws(SyntaxError) -> JSON {
    let start = position
    _ = take("-")
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[position - whole] != UInt8(ascii: "0") else {
      throw problem("a value")
    }
    var isWhole = true
    if take(".") {
      isWhole = false
      guard digits() > 0 else { throw problem("a digit") }
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      guard digits() > 0 else { throw problem("a digit") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let integer = Int64(text), !isStrict || Self.isExact(integer) && text != "-0" {
      return .integer(integer)
    }
    if isStrict {
      position = start
      throw problem("a whole number of at most 2^53")
    }
    return .number(Double(text) ?? 0)
  }

  /// Whether a reader with floating-point numbers keeps the integer.
  private static func isExact(_ integer: Int64) -> Bool {
    (-1 << 53...1 << 53).contains(integer)
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte, (0x30...0x39).contains(byte) { position += 1 }
    return position - start
  }

  private mutating func text() throws(SyntaxError) -> String {
    position += 1
    var output: [UInt8] = []
    while let byte {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return try text(of: output)
      case UInt8(ascii: "\\"): try escape(into: &output)
      case 0..<0x20: throw problem("an escape instead of a control character")
      default: output.append(byte)
      }
    }
    throw problem("'\"'")
  }

  private func text(of output: [UInt8]) throws(SyntaxError) -> String {
    guard isStrict else { return String(decoding: output, as: UTF8.self) }
    guard !output.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw problem("a text without control characters")
    }
    guard let text = String(validating: output, as: UTF8.self) else { throw problem("UTF-8") }
    return text
  }

  private mutating func escape(into output: inout [UInt8]) throws(SyntaxError) {
    guard let byte else { throw problem("an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(byte)
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0C)
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "u"): output += String(Character(try unicode())).utf8
    default: throw problem("an escape")
    }
  }

  private mutating func unicode() throws(SyntaxError) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let next = position
    if (0xD800..<0xDC00).contains(first), take("\\u") {
      let second = try unit()
      if (0xDC00..<0xE000).contains(second) {
        let code = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        if let scalar = Unicode.Scalar(code) { return scalar }
      }
    }
    position = next
    if isStrict { throw problem("both halves of a surrogate pair") }
    return "\u{FFFD}"
  }

  private mutating func unit() throws(SyntaxError) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, !digits.contains(UInt8(ascii: "+")), !digits.contains(0x2D),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw problem("four hexadecimal digits") }
    position += 4
    return code
  }
}

extension JSON {
  package init(reading text: String) throws { self = try JSONParser.parse(text) }
}
