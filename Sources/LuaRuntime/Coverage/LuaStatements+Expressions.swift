extension LuaStatements {
  private static let unary: [StaticString] = ["not", "-", "#", "~"]
  private static let binary: [StaticString] = [
    "+", "-", "*", "/", "//", "%", "^", "&", "|", "~", "<<", ">>", "..", "==", "~=", "<=", ">=",
    "<", ">", "and", "or",
  ]
  /// Words that no expression begins with.
  private static let reserved: [StaticString] = [
    "and", "break", "do", "else", "elseif", "end", "for", "goto", "if", "in", "local", "or",
    "repeat", "return", "then", "until", "while",
  ]

  mutating func readExpressions() throws {
    repeat { try readExpression() } while take(",")
  }

  mutating func readExpression() throws {
    repeat {
      while isAt(anyOf: Self.unary) { advance() }
      try readOperand()
    } while takeBinary()
  }

  private mutating func takeBinary() -> Bool {
    guard isAt(anyOf: Self.binary) else { return false }
    advance()
    return true
  }

  /// Reads a value with the fields and calls behind it.
  mutating func readOperand() throws {
    if token.kind == .number || token.kind == .string || isAt("...") {
      advance()
    } else if isAt("{") {
      try readTable()
    } else if take("function") {
      try readFunctionBody()
    } else {
      if take("(") {
        try readExpression()
        try expect(")")
      } else {
        guard token.kind == .word, !isAt(anyOf: Self.reserved) else { throw Misunderstanding() }
        advance()
      }
      try readSuffixes()
    }
  }

  private mutating func readSuffixes() throws {
    while true {
      if take(".") {
        try expectName()
      } else if take("[") {
        try readExpression()
        try expect("]")
      } else if take(":") {
        try expectName()
      } else if take("(") {
        if !isAt(")") { try readExpressions() }
        try expect(")")
      } else if isAt("{") {
        try readTable()
      } else if token.kind == .string {
        advance()
      } else {
        return
      }
    }
  }

  private mutating func readTable() throws {
    try expect("{")
    while !isAt("}") {
      if take("[") {
        try readExpression()
        try expect("]")
      } else {
        try readExpression()
      }
      if take("=") { try readExpression() }
      guard take(",") || take(";") else { break }
    }
    try expect("}")
  }

  mutating func readFunctionBody() throws {
    try expect("(")
    while !isAt(")") {
      guard token.kind != .end else { throw Misunderstanding() }
      advance()
    }
    try expect(")")
    try readBlock()
    try expect("end")
  }
}
