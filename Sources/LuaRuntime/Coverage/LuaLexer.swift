/// Cuts a script into its tokens.
///
/// Meant for scripts that Lua has compiled: what is wrong otherwise is a token, too.
package struct LuaLexer {
  /// The kind of a token; its text tells the rest.
  package enum Kind: Sendable {
    case word, number, string, symbol, end
  }

  /// A piece of a script.
  package struct Token: Sendable {
    /// The kind.
    package var kind = Kind.end
    /// The offset of its first byte.
    package var start = 0
    /// The offset behind its last byte.
    package var end = 0
    /// The line of its first byte, counted from 1.
    package var line = 1
  }

  private let text: [UInt8]
  private var at = 0
  private var line = 1

  /// Begins in front of the first token.
  package init(_ text: [UInt8]) { self.text = text }

  /// The next token; at the end one of no length, as often as it is asked for.
  package mutating func next() -> Token {
    skipSpace()
    var token = Token(start: at, end: at, line: line)
    guard let byte = peek() else { return token }
    if Self.isWordStart(byte) {
      token.kind = .word
      skip { Self.isWordStart($0) || Self.isDigit($0) }
    } else if Self.isDigit(byte) || byte == UInt8(ascii: ".") && peek(1).map(Self.isDigit) == true {
      token.kind = .number
      skipNumber()
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      token.kind = .string
      skipQuoted(byte)
    } else if let level = longBracketLevel() {
      token.kind = .string
      skipLong(level)
    } else {
      token.kind = .symbol
      at += symbolLength(byte)
    }
    token.end = at
    return token
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    at + distance < text.count ? text[at + distance] : nil
  }

  private mutating func advance() {
    if peek() == UInt8(ascii: "\n") { line += 1 }
    at += 1
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while let byte = peek(), condition(byte) { advance() }
  }

  private mutating func skipSpace() {
    while let byte = peek() {
      if byte <= 0x20 {
        advance()
      } else if byte == UInt8(ascii: "-"), peek(1) == byte {
        at += 2
        if let level = longBracketLevel() {
          skipLong(level)
        } else {
          skip { $0 != UInt8(ascii: "\n") }
        }
      } else {
        return
      }
    }
  }

  private mutating func skipNumber() {
    let isHex = peek() == UInt8(ascii: "0") && peek(1).map { $0 | 0x20 } == UInt8(ascii: "x")
    let exponent = UInt8(ascii: isHex ? "p" : "e")
    while let byte = peek() {
      guard Self.isWordStart(byte) || Self.isDigit(byte) || byte == UInt8(ascii: ".") else {
        return
      }
      at += 1
      let isSign = peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-")
      if byte | 0x20 == exponent, isSign { at += 1 }
    }
  }

  private mutating func skipQuoted(_ quote: UInt8) {
    advance()
    while let byte = peek(), byte != quote {
      if byte == UInt8(ascii: "\\") { advance() }
      advance()
    }
    advance()
  }

  /// The number of `=` in a long bracket that begins here, or `nil` when none does.
  private func longBracketLevel() -> Int? {
    guard peek() == UInt8(ascii: "[") else { return nil }
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    return peek(1 + level) == UInt8(ascii: "[") ? level : nil
  }

  private mutating func skipLong(_ level: Int) {
    at += level + 2
    while let byte = peek() {
      if byte == UInt8(ascii: "]"), endsLong(level) {
        at += level + 2
        return
      }
      advance()
    }
  }

  private func endsLong(_ level: Int) -> Bool {
    for distance in 0..<level where peek(1 + distance) != UInt8(ascii: "=") { return false }
    return peek(1 + level) == UInt8(ascii: "]")
  }

  private func symbolLength(_ byte: UInt8) -> Int {
    let next = peek(1)
    switch byte {
    case UInt8(ascii: "."):
      guard next == byte else { return 1 }
      return peek(2) == byte ? 3 : 2
    case UInt8(ascii: ":"), UInt8(ascii: "/"): return next == byte ? 2 : 1
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      return next == byte || next == UInt8(ascii: "=") ? 2 : 1
    case UInt8(ascii: "="), UInt8(ascii: "~"): return next == UInt8(ascii: "=") ? 2 : 1
    default: return 1
    }
  }

  private static func isWordStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
