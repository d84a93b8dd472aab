extension LuaLexer {
  // MARK: Numbers

  mutating func readNumber() {
    let start = at
    let isHex = peek() == UInt8(ascii: "0") && peek(1).map { $0 | 0x20 } == UInt8(ascii: "x")
    if isHex { at += 2 }
    let exponent = UInt8(ascii: isHex ? "p" : "e")
    while let byte = peek() {
      if byte | 0x20 == exponent {
        at += 1
        if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { at += 1 }
      } else if Self.isHexDigit(byte) || byte == UInt8(ascii: ".") {
        at += 1
      } else {
        break
      }
    }
    // A letter directly after a number is part of the token and makes it malformed.
    if let byte = peek(), Self.isWordStart(byte) { at += 1 }
    if !Self.isNumber(text[start..<at], isHex: isHex) { note(.malformedNumber, from: start) }
  }

  private static func isNumber(_ text: Slice<UnsafeBufferPointer<UInt8>>, isHex: Bool) -> Bool {
    var rest = isHex ? text.dropFirst(2) : text
    let isDigit = isHex ? isHexDigit : Self.isDigit
    func skipDigits(_ condition: (UInt8) -> Bool) -> Int {
      let count = rest.count
      rest = rest.drop { condition($0) }
      return count - rest.count
    }
    var count = skipDigits(isDigit)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      count += skipDigits(isDigit)
    }
    guard count > 0 else { return false }
    guard let letter = rest.first else { return true }
    guard letter | 0x20 == UInt8(ascii: isHex ? "p" : "e") else { return false }
    rest = rest.dropFirst()
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
      rest = rest.dropFirst()
    }
    return skipDigits(Self.isDigit) > 0 && rest.isEmpty
  }

  // MARK: Strings

  mutating func readQuoted(_ quote: UInt8) {
    let start = at
    at += 1
    while let byte = peek() {
      if byte == quote {
        at += 1
        return
      }
      if byte == 0x0A || byte == 0x0D { break }
      if byte == UInt8(ascii: "\\") {
        readEscape()
      } else {
        at += 1
      }
    }
    note(.unfinishedString, from: start)
  }

  private mutating func readEscape() {
    let start = at
    at += 1
    guard let byte = peek() else { return }
    switch byte {
    case UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "v"), UInt8(ascii: "\\"),
      UInt8(ascii: "\""), UInt8(ascii: "'"):
      at += 1
    case 0x0A, 0x0D: advance()
    case UInt8(ascii: "x"):
      at += 1
      for _ in 0..<2 {
        guard let digit = peek(), Self.isHexDigit(digit) else {
          return note(.badEscape, from: start)
        }
        at += 1
      }
    case UInt8(ascii: "z"):
      at += 1
      while let space = peek(), Self.isSpace(space) { advance() }
    case UInt8(ascii: "u"): readUnicodeEscape(from: start)
    case 0x30...0x39:
      var value = 0
      var count = 0
      while count < 3, let digit = peek(), Self.isDigit(digit) {
        value = value * 10 + Int(digit - 0x30)
        count += 1
        at += 1
      }
      if value > 255 { note(.badEscape, from: start) }
    default:
      // The problem covers the whole character.
      at += 1
      while let next = peek(), next & 0xC0 == 0x80 { at += 1 }
      note(.badEscape, from: start)
    }
  }

  private mutating func readUnicodeEscape(from start: Int) {
    at += 1
    guard peek() == UInt8(ascii: "{") else { return note(.badEscape, from: start) }
    at += 1
    var value = 0
    var count = 0
    while let digit = peek(), Self.isHexDigit(digit) {
      value = min(value << 4 | Self.hexValue(digit), 1 << 40)
      count += 1
      at += 1
    }
    guard count > 0, value < 1 << 31, peek() == UInt8(ascii: "}") else {
      return note(.badEscape, from: start)
    }
    at += 1
  }

  static func hexValue(_ digit: UInt8) -> Int {
    isDigit(digit) ? Int(digit) - 0x30 : Int(digit | 0x20) - 0x61 + 10
  }
}
