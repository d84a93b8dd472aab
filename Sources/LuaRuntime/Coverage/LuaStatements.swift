/// Finds where the statements of a script begin: the first on each line, heads of functions left out.
///
/// Meant for scripts that Lua has compiled, which bounds how deep they nest.
package struct LuaStatements {
  /// The start of a statement.
  package struct Start: Equatable {
    /// The byte, counted from 0.
    package let offset: Int
    /// The line, counted from 1.
    package let line: Int
  }

  /// The error that ends the reading of a script that is not understood.
  struct Misunderstanding: Error {}

  private(set) var starts: [Start] = []
  private let text: [UInt8]
  private var lexer: LuaLexer
  private(set) var token = LuaLexer.Token()

  private init(_ text: [UInt8]) {
    self.text = text
    lexer = LuaLexer(text)
  }

  /// The beginnings in a script in their order, or `nil` when it is not understood.
  package static func starts(in text: [UInt8]) -> [Start]? {
    var statements = LuaStatements(text)
    do {
      statements.advance()
      try statements.readBlock()
      return statements.token.kind == .end ? statements.starts : nil
    } catch {
      return nil
    }
  }

  // MARK: Tokens

  mutating func advance() { token = lexer.next() }

  func isAt(_ word: StaticString) -> Bool {
    guard token.kind == .word || token.kind == .symbol else { return false }
    return word.withUTF8Buffer { text[token.start..<token.end].elementsEqual($0) }
  }

  func isAt(anyOf words: [StaticString]) -> Bool { words.contains { isAt($0) } }

  /// Goes on if a word or symbol is next.
  mutating func take(_ word: StaticString) -> Bool {
    guard isAt(word) else { return false }
    advance()
    return true
  }

  mutating func expect(_ word: StaticString) throws {
    guard take(word) else { throw Misunderstanding() }
  }

  mutating func expectName() throws {
    guard token.kind == .word else { throw Misunderstanding() }
    advance()
  }

  // MARK: Statements

  private mutating func noteStatement() {
    guard starts.last?.line != token.line else { return }
    starts.append(Start(offset: token.start, line: token.line))
  }

  mutating func readBlock() throws {
    while token.kind != .end, !isAt(anyOf: ["end", "else", "elseif", "until"]) {
      if isAt("return") {
        try readReturn()
        return
      }
      try readStatement()
    }
  }

  private mutating func readReturn() throws {
    noteStatement()
    advance()
    let ends = token.kind == .end || isAt(anyOf: [";", "end", "else", "elseif", "until"])
    if !ends { try readExpressions() }
    _ = take(";")
  }

  private mutating func readStatement() throws {
    if take(";") { return }
    if take("::") {
      try expectName()
      try expect("::")
    } else if take("do") {
      try readBlock()
      try expect("end")
    } else if take("repeat") {
      try readBlock()
      try expect("until")
      try readExpression()
    } else if take("function") {
      try readFunctionName()
      try readFunctionBody()
    } else if isAt("local") {
      try readLocal()
    } else {
      noteStatement()
      try readMarked()
    }
  }

  private mutating func readMarked() throws {
    if take("break") { return }
    if take("goto") {
      try expectName()
    } else if take("while") {
      try readExpression()
      try expect("do")
      try readBlock()
      try expect("end")
    } else if take("if") {
      try readIf()
    } else if take("for") {
      try readFor()
    } else {
      try readAssignmentOrCall()
    }
  }

  private mutating func readIf() throws {
    repeat {
      try readExpression()
      try expect("then")
      try readBlock()
    } while take("elseif")
    if take("else") { try readBlock() }
    try expect("end")
  }

  private mutating func readFor() throws {
    repeat { try expectName() } while take(",")
    if !take("=") { try expect("in") }
    try readExpressions()
    try expect("do")
    try readBlock()
    try expect("end")
  }

  private mutating func readFunctionName() throws {
    repeat { try expectName() } while take(".")
    if take(":") { try expectName() }
  }

  private mutating func readLocal() throws {
    let start = token
    advance()
    if take("function") {
      try expectName()
      try readFunctionBody()
      return
    }
    if starts.last?.line != start.line {
      starts.append(Start(offset: start.start, line: start.line))
    }
    repeat {
      try expectName()
      if take("<") {
        try expectName()
        try expect(">")
      }
    } while take(",")
    if take("=") { try readExpressions() }
  }

  private mutating func readAssignmentOrCall() throws {
    repeat { try readOperand() } while take(",")
    if take("=") { try readExpressions() }
  }
}
