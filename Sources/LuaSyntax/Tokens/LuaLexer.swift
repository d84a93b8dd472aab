/// Splits any bytes into tokens, as Lua 5.4 does: it records mistakes and continues.
package struct LuaLexer {
  package private(set) var problems: [LuaSyntaxProblem] = []

  let text: UnsafeBufferPointer<UInt8>
  var at = 0
  private var line = 1
  private let keywords = KeywordTable.shared

  private init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// Returns the tokens of a text, the last one of kind ``LuaToken/Kind/end``.
  package static func tokens(
    of text: [UInt8]
  ) -> (tokens: [LuaToken], problems: [LuaSyntaxProblem]) {
    text.withUnsafeBufferPointer { bytes in
      var lexer = LuaLexer(bytes)
      var tokens: [LuaToken] = []
      tokens.reserveCapacity(bytes.count / 4 + 1)
      repeat {
        tokens.append(lexer.next())
      } while tokens.last?.kind != .end && lexer.problems.count < LuaSyntaxProblem.limit
      if tokens.last?.kind != .end {
        tokens.append(LuaToken(start: lexer.at, end: lexer.at, line: lexer.line))
      }
      return (tokens, lexer.problems)
    }
  }

  private mutating func next() -> LuaToken {
    skipSpace()
    let start = LuaToken(start: at, end: at, line: line)
    guard let byte = peek() else { return start }
    if Self.isWordStart(byte) {
      at += 1
      while let next = peek(), Self.isWord(next) { at += 1 }
      return start.ending(keywords.kind(of: text[start.start..<at]), at: at)
    }
    if Self.isDigit(byte) || byte == UInt8(ascii: ".") && peek(1).map(Self.isDigit) == true {
      readNumber()
      return start.ending(.number, at: at)
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      readQuoted(byte)
      return start.ending(.string, at: at)
    }
    if byte == UInt8(ascii: "["), let level = longBracketLevel() {
      if !skipLong(level) { note(.unfinishedString, from: start.start) }
      return start.ending(.string, at: at)
    }
    let (kind, length) = symbol(byte)
    at += length
    if kind == .invalid { noteInvalid(from: start.start) }
    return start.ending(kind, at: at)
  }

  mutating func note(_ reason: LuaSyntaxProblem.Reason, from start: Int) {
    // One string may contain any number of invalid escapes.
    guard problems.count < LuaSyntaxProblem.limit else { return }
    problems.append(LuaSyntaxProblem(reason, start: start, end: at))
  }

  private mutating func noteInvalid(from start: Int) {
    // All bytes of one character form one mistake.
    while let byte = peek(), byte & 0xC0 == 0x80 { at += 1 }
    if text[start] == UInt8(ascii: "[") {
      while peek() == UInt8(ascii: "=") { at += 1 }
      return note(.badLongBracket, from: start)
    }
    note(.unexpected, from: start)
  }

  func peek(_ distance: Int = 0) -> UInt8? {
    at + distance < text.count ? text[at + distance] : nil
  }

  /// Advances past a byte; `\r\n` and `\n\r` are one line break.
  mutating func advance() {
    let byte = text[at]
    at += 1
    guard byte == 0x0A || byte == 0x0D else { return }
    line += 1
    if let next = peek(), next == 0x0A || next == 0x0D, next != byte { at += 1 }
  }

  private mutating func skipSpace() {
    while let byte = peek() {
      if byte == 0x20 || byte == 0x09 {
        at += 1
      } else if Self.isSpace(byte) {
        advance()
      } else if byte == UInt8(ascii: "-"), peek(1) == byte {
        skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() {
    let start = at
    at += 2
    if peek() == UInt8(ascii: "["), let level = longBracketLevel() {
      if !skipLong(level) { note(.unfinishedComment, from: start) }
      return
    }
    while let byte = peek(), byte != 0x0A, byte != 0x0D { at += 1 }
  }

  /// The number of `=` in a long bracket that begins here, or `nil`.
  private func longBracketLevel() -> Int? {
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    return peek(1 + level) == UInt8(ascii: "[") ? level : nil
  }

  /// Skips a long bracket; returns false if it is unfinished.
  private mutating func skipLong(_ level: Int) -> Bool {
    at += level + 2
    while let byte = peek() {
      if byte == UInt8(ascii: "]"), endsLong(level) {
        at += level + 2
        return true
      }
      advance()
    }
    return false
  }

  private func endsLong(_ level: Int) -> Bool {
    var distance = 1
    while distance <= level {
      guard peek(distance) == UInt8(ascii: "=") else { return false }
      distance += 1
    }
    return peek(1 + level) == UInt8(ascii: "]")
  }

  private func symbol(_ byte: UInt8) -> (LuaToken.Kind, Int) {
    let next = peek(1)
    switch byte {
    case UInt8(ascii: "+"): return (.plus, 1)
    case UInt8(ascii: "-"): return (.minus, 1)
    case UInt8(ascii: "*"): return (.star, 1)
    case UInt8(ascii: "/"): return next == byte ? (.floorSlash, 2) : (.slash, 1)
    case UInt8(ascii: "%"): return (.percent, 1)
    case UInt8(ascii: "^"): return (.caret, 1)
    case UInt8(ascii: "#"): return (.hash, 1)
    case UInt8(ascii: "&"): return (.ampersand, 1)
    case UInt8(ascii: "|"): return (.bar, 1)
    case UInt8(ascii: "~"): return next == UInt8(ascii: "=") ? (.unequal, 2) : (.tilde, 1)
    case UInt8(ascii: "="): return next == byte ? (.equal, 2) : (.assign, 1)
    case UInt8(ascii: "<"):
      return next == byte
        ? (.shiftLeft, 2) : next == UInt8(ascii: "=") ? (.lessOrEqual, 2) : (.less, 1)
    case UInt8(ascii: ">"):
      return next == byte
        ? (.shiftRight, 2) : next == UInt8(ascii: "=") ? (.greaterOrEqual, 2) : (.greater, 1)
    default: return bracketOrDot(byte, next)
    }
  }

  private func bracketOrDot(_ byte: UInt8, _ next: UInt8?) -> (LuaToken.Kind, Int) {
    switch byte {
    case UInt8(ascii: "("): (.leftParenthesis, 1)
    case UInt8(ascii: ")"): (.rightParenthesis, 1)
    case UInt8(ascii: "{"): (.leftBrace, 1)
    case UInt8(ascii: "}"): (.rightBrace, 1)
    // `[=` without a second bracket is a separate mistake.
    case UInt8(ascii: "["): next == UInt8(ascii: "=") ? (.invalid, 1) : (.leftBracket, 1)
    case UInt8(ascii: "]"): (.rightBracket, 1)
    case UInt8(ascii: ":"): next == byte ? (.doubleColon, 2) : (.colon, 1)
    case UInt8(ascii: ";"): (.semicolon, 1)
    case UInt8(ascii: ","): (.comma, 1)
    case UInt8(ascii: "."):
      next != byte ? (.dot, 1) : peek(2) == byte ? (.dots, 3) : (.concat, 2)
    default: (.invalid, 1)
    }
  }

  static func isWordStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20)
  }

  package static func isWord(_ byte: UInt8) -> Bool { isWordStart(byte) || isDigit(byte) }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
