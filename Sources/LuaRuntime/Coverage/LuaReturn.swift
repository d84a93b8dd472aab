/// Finds the `return` of a function that can have answered something.
///
/// Once a function has returned, Lua does not know any more by which `return`. Where only one can have
/// done it, the text tells.
package struct LuaReturn {
  /// The kind of answer.
  package enum Kind {
    /// No value, or `nil`.
    case nothing
    /// Anything but `nil`, `true` and `false`.
    case value
  }

  /// The bytes of a script that are looked through.
  private static let limit = 256 << 10

  private let text: [UInt8]
  private var lexer: LuaLexer
  private var token = LuaLexer.Token()

  private init(_ text: [UInt8]) {
    self.text = text
    lexer = LuaLexer(text)
  }

  /// Finds the line of the only `return` that can have answered something.
  ///
  /// - Parameters:
  ///   - kind: What was answered.
  ///   - line: The line where the function begins.
  ///   - text: The script.
  /// - Returns: The line, or `nil` when there are several, or none.
  package static func line(
    of kind: Kind,
    inFunctionAt line: Int,
    of text: [UInt8]
  ) -> Int? {
    guard text.count <= limit else { return nil }
    var search = LuaReturn(text)
    guard search.findFunction(at: line) else { return nil }
    let lines = search.returns { $0 == kind }
    return lines.count == 1 ? lines[0] : nil
  }

  private mutating func advance() { token = lexer.next() }

  private func isAt(_ word: StaticString) -> Bool {
    guard token.kind == .word || token.kind == .symbol else { return false }
    return word.withUTF8Buffer { text[token.start..<token.end].elementsEqual($0) }
  }

  /// Goes behind the `function` of a line, unless there are several.
  private mutating func findFunction(at line: Int) -> Bool {
    while token.line < line || token.start == 0 && token.end == 0 {
      advance()
      if token.kind == .end { return false }
    }
    var found: LuaLexer?
    while token.kind != .end, token.line == line {
      if isAt("function") {
        guard found == nil else { return false }
        found = lexer
      }
      advance()
    }
    guard let found else { return false }
    lexer = found
    return true
  }

  /// The lines of the function's own returns of a kind.
  private mutating func returns(where isWanted: (Kind) -> Bool) -> [Int] {
    var lines: [Int] = []
    // Whether each open block is a function.
    var blocks = [true]
    advance()
    while !blocks.isEmpty, token.kind != .end {
      if isAt("return") {
        let line = token.line
        advance()
        if !blocks.dropFirst().contains(true), let kind = kind, isWanted(kind) {
          lines.append(line)
        }
        continue
      }
      if isAt("function") { blocks.append(true) }
      if isAt("if") || isAt("do") || isAt("repeat") { blocks.append(false) }
      if isAt("end") || isAt("until") { blocks.removeLast() }
      advance()
    }
    return lines
  }

  /// The kind of what a `return` answers whose first token has been read, or `nil` for a truth value.
  private var kind: Kind? {
    var rest = self
    let first = rest.token
    if rest.endsStatement { return .nothing }
    let isLiteral = rest.isAt("nil")
    let isTruth = rest.isAt("true") || rest.isAt("false")
    guard isLiteral || isTruth else { return .value }
    rest.advance()
    let isAlone = rest.endsStatement || rest.isAt(",")
    guard isAlone, first.kind == .word else { return .value }
    return isLiteral ? .nothing : nil
  }

  private var endsStatement: Bool {
    token.kind == .end || isAt("end") || isAt("else") || isAt("elseif") || isAt("until")
      || isAt(";")
  }
}
