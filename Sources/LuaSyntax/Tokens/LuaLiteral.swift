package enum LuaLiteral {
  /// The bytes of a quoted string literal; invalid escapes stay unchanged.
  package static func bytes(ofString written: ArraySlice<UInt8>) -> [UInt8] {
    guard let quote = written.first else { return [] }
    if quote == UInt8(ascii: "[") { return longBytes(written) }
    var result: [UInt8] = []
    var rest = written.dropFirst()
    while let byte = rest.popFirst(), byte != quote {
      if byte == UInt8(ascii: "\\") {
        readEscape(&rest, into: &result)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  private static func longBytes(_ written: ArraySlice<UInt8>) -> [UInt8] {
    let level = written.dropFirst().prefix { $0 == UInt8(ascii: "=") }.count
    var body = written.dropFirst(level + 2)
    if body.last == UInt8(ascii: "]"), body.count >= level + 2 { body = body.dropLast(level + 2) }
    skipLineEnd(&body)
    return Array(body)
  }

  @discardableResult
  private static func skipLineEnd(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first, first == 0x0A || first == 0x0D else { return false }
    rest.removeFirst()
    if let next = rest.first, next == 0x0A || next == 0x0D, next != first { rest.removeFirst() }
    return true
  }

  private static let simple: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
    UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11, UInt8(ascii: "\\"): 0x5C,
    UInt8(ascii: "\""): 0x22, UInt8(ascii: "'"): 0x27,
  ]

  private static func readEscape(_ rest: inout ArraySlice<UInt8>, into result: inout [UInt8]) {
    if skipLineEnd(&rest) { return result.append(0x0A) }
    guard let byte = rest.popFirst() else { return }
    if let value = simple[byte] { return result.append(value) }
    switch byte {
    case UInt8(ascii: "x"):
      let digits = rest.prefix(2).prefix(while: LuaLexer.isHexDigit)
      rest = rest.dropFirst(digits.count)
      result.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 << 4 | LuaLexer.hexValue($1) }))
    case UInt8(ascii: "z"): rest = rest.drop(while: LuaLexer.isSpace)
    case UInt8(ascii: "u"):
      let digits = rest.dropFirst().prefix(while: LuaLexer.isHexDigit)
      rest = rest.dropFirst(digits.count + 2)
      let value = digits.reduce(0) { min($0 << 4 | LuaLexer.hexValue($1), 0x7FFF_FFFF) }
      appendEncoded(value, to: &result)
    case 0x30...0x39:
      let digits = [byte] + rest.prefix(2).prefix(while: LuaLexer.isDigit)
      rest = rest.dropFirst(digits.count - 1)
      result.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }))
    default: result += [UInt8(ascii: "\\"), byte]
    }
  }

  /// Appends a code point in Lua's extended UTF-8 of up to six bytes.
  private static func appendEncoded(_ value: Int, to result: inout [UInt8]) {
    guard value >= 0x80 else { return result.append(UInt8(value)) }
    var rest = value
    var bytes: [UInt8] = []
    var first = 0x3F
    repeat {
      bytes.insert(UInt8(0x80 | rest & 0x3F), at: 0)
      rest >>= 6
      first >>= 1
    } while rest > first
    bytes.insert(UInt8(truncatingIfNeeded: ~first << 1 | rest), at: 0)
    result += bytes
  }
}
