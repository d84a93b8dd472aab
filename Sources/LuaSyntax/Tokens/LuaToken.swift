/// A token of a script; between two tokens are only white space and comments.
package struct LuaToken: Hashable, Sendable {
  /// The kind; names, numbers and strings are distinguished by their text.
  package enum Kind: UInt8, Sendable {
    case end, name, number, string
    case and, `break`, `do`, `else`, elseif, endWord, `false`, `for`, function, goto, `if`, `in`
    case local, `nil`, not, or, `repeat`, `return`, then, `true`, until, `while`
    case plus, minus, star, slash, floorSlash, percent, caret, hash, ampersand, tilde, bar
    case shiftLeft, shiftRight, equal, unequal, lessOrEqual, greaterOrEqual, less, greater, assign
    case leftParenthesis, rightParenthesis, leftBrace, rightBrace, leftBracket, rightBracket
    case doubleColon, semicolon, colon, comma, dot, concat, dots
    /// A byte that cannot begin a token.
    case invalid
  }

  package var kind = Kind.end
  private var firstByte: Int32 = 0
  private var endByte: Int32 = 0
  private var lineNumber: Int32 = 1

  package var start: Int { Int(firstByte) }

  /// The offset after its last byte.
  package var end: Int { Int(endByte) }

  /// The line of its first byte, counted from 1.
  package var line: Int { Int(lineNumber) }

  package init(kind: Kind = .end, start: Int = 0, end: Int = 0, line: Int = 1) {
    self.kind = kind
    firstByte = Int32(clamping: start)
    endByte = Int32(clamping: end)
    lineNumber = Int32(clamping: line)
  }

  func ending(_ kind: Kind, at end: Int) -> LuaToken {
    LuaToken(kind: kind, start: start, end: end, line: line)
  }

  package var isKeyword: Bool {
    kind.rawValue >= Kind.and.rawValue && kind.rawValue <= Kind.while.rawValue
  }

  package var isWord: Bool { kind == .name || isKeyword }
}

extension LuaToken.Kind {
  /// The spelling in messages; kinds with many spellings have descriptions.
  package var spelling: String { Self.spellings[Int(rawValue)] }

  private static let spellings: [String] = [
    "<eof>", "<name>", "<number>", "<string>", "and", "break", "do", "else", "elseif", "end",
    "false", "for", "function", "goto", "if", "in", "local", "nil", "not", "or", "repeat", "return",
    "then", "true", "until", "while", "+", "-", "*", "/", "//", "%", "^", "#", "&", "~", "|", "<<",
    ">>", "==", "~=", "<=", ">=", "<", ">", "=", "(", ")", "{", "}", "[", "]", "::", ";", ":", ",",
    ".", "..", "...", "",
  ]

  package static let keywords: [(text: String, kind: LuaToken.Kind)] =
    (Self.and.rawValue...Self.while.rawValue)
    .compactMap { raw in
      LuaToken.Kind(rawValue: raw).map { ($0.spelling, $0) }
    }
}
