extension LuaTree {
  /// The likely cause of a problem and the correction; empty if the cause is unknown.
  package func hint(for problem: LuaSyntaxProblem) -> String {
    SyntaxHints(tree: self, problem: problem).text ?? ""
  }
}

/// Recognizes common mistakes by the tokens around them.
private struct SyntaxHints {
  let tree: LuaTree
  let problem: LuaSyntaxProblem
  let place: Int

  private static let quotes: Set<String> = ["“", "”", "„", "‘", "’", "«", "»", "″", "′", "`"]

  init(tree: LuaTree, problem: LuaSyntaxProblem) {
    self.tree = tree
    self.problem = problem
    var low = 0
    var high = tree.tokens.count - 1
    while low < high {
      let middle = (low + high) / 2
      if tree.tokens[middle].end <= problem.start { low = middle + 1 } else { high = middle }
    }
    place = low
  }

  private func token(_ distance: Int = 0) -> LuaToken {
    let place = place + distance
    return tree.tokens.indices.contains(place) ? tree.tokens[place] : LuaToken()
  }

  private func kind(_ distance: Int = 0) -> LuaToken.Kind { token(distance).kind }
  private func word(_ distance: Int = 0) -> String { tree.text(of: token(distance)) }

  var text: String? {
    switch problem.reason {
    case .badEscape: escape
    case .unfinishedString: unfinishedString
    case .unclosed(.endWord, _, _): missingEnd
    case .expected(.end):
      kind() == .endWord ? "There is an extra 'end' here or earlier." : nil
    default: symbol ?? tableItem ?? comparison ?? statement ?? reserved ?? comma
    }
  }

  private var escape: String? {
    let text = String(decoding: tree.text[problem.start..<problem.end], as: UTF8.self).dropFirst()
    return "Write '\\\\\(text)', or use [[…]], which has no escapes."
  }

  private var unfinishedString: String? {
    let text = String(decoding: tree.text[problem.start..<problem.end], as: UTF8.self)
    return text.first { Self.quotes.contains(String($0)) && $0 != "`" }
      .map { "\($0) does not end a string. Write \" instead." }
  }

  /// Operators and quotes of other languages.
  private var symbol: String? {
    switch kind() {
    case .invalid where word().hasPrefix("!"):
      kind(1) == .assign && token(1).start == token().end
        ? "Not equal is ~=." : "Write 'not'."
    case .invalid where Self.quotes.contains(word()): "Write \" instead of \(word())."
    case .ampersand where kind(-1) == .ampersand: "Write 'and'."
    case .bar where kind(-1) == .bar: "Write 'or'."
    case .floorSlash where problem.reason == .unexpected: "A comment begins with --."
    case .leftBrace where problem.reason == .unexpected && kind(-1) == .rightParenthesis:
      "Blocks have no braces; they end with 'end'."
    default: nil
    }
  }

  /// `name:` and `"name" =` in a table.
  private var tableItem: String? {
    guard isInTable else { return nil }
    for name in [-2, -3] where kind(name) == .name && kind(name + 1) == .colon {
      guard [.leftBrace, .comma, .semicolon].contains(kind(name - 1)) else { continue }
      return "Write '\(word(name)) =' instead of '\(word(name)):'."
    }
    guard kind() == .assign else { return nil }
    return kind(-1) == .string ? "Write '[\(word(-1))] ='." : nil
  }

  /// Whether the innermost open bracket belongs to a table.
  private var isInTable: Bool {
    var depth = 0
    var distance = -1
    while place + distance >= 0 {
      switch kind(distance) {
      case .rightBrace, .rightBracket, .rightParenthesis: depth += 1
      case .leftBrace where depth == 0: return true
      case .leftBrace, .leftBracket, .leftParenthesis:
        if depth == 0 { return false }
        depth -= 1
      case .endWord, .function, .do, .then: if depth == 0 { return false }
      default: break
      }
      distance -= 1
    }
    return false
  }

  private var comparison: String? {
    guard kind() == .assign else { return nil }
    switch problem.reason {
    case .expected(.then), .expected(.do), .unclosed(.rightParenthesis, _, _):
      return "Equal is ==; = sets a variable."
    default: return nil
    }
  }

  private var statement: String? {
    guard problem.reason == .noStatement || problem.reason == .unexpected else { return nil }
    let operators: Set<LuaToken.Kind> = [.plus, .minus, .star, .slash, .percent, .concat]
    if operators.contains(kind()), kind(1) == .assign, kind(-1) == .name {
      return "Write '\(word(-1)) = \(word(-1)) \(word()) …'."
    }
    let isStep = kind() == .plus && (kind(1) == .plus || kind(-1) == .plus)
    if isStep { return "Lua has no '++'. Write 'x = x + 1'." }
    guard kind(-1) == .name else { return nil }
    switch word(-1) {
    case "let", "var", "const": return kind() == .name ? "Write 'local \(word()) = …'." : nil
    case "continue":
      return "Lua has no 'continue'. Write 'goto continue', and '::continue::' at the loop's end."
    default: return nil
    }
  }

  /// Reserved words in the place of names.
  private var reserved: String? {
    guard token().isKeyword else { return nil }
    if problem.reason == .unexpected, kind(1) == .assign, isInTable {
      return "'\(word())' is a reserved word. Write '[\"\(word())\"] ='."
    }
    guard problem.reason == .expected(.name) else { return nil }
    return kind(-1) == .dot
      ? "'\(word())' is a reserved word. Write '[\"\(word())\"]'."
      : "'\(word())' is a reserved word. Choose another name."
  }

  private var comma: String? {
    guard case .unclosed(.rightBrace, _, _) = problem.reason, token().isWord else { return nil }
    return "A comma or '}' is missing before '\(word())'."
  }
}

extension SyntaxHints {
  /// A word that opens a block, and the `end` that the parser assigns to it.
  private struct Block {
    let opening: Int
    let indent: Int
  }

  /// The block without an `end`, guessed from the indentation.
  private var missingEnd: String? {
    let lines = LineTable(tree.text)
    var open: [Block] = []
    var loops = 0
    for place in 0..<place {
      switch tree.tokens[place].kind {
      case .function, .if, .repeat: open.append(block(place, lines))
      case .for, .while:
        open.append(block(place, lines))
        loops += 1
      case .do:
        // The `do` of a loop was counted with the loop.
        if loops > 0 { loops -= 1 } else { open.append(block(place, lines)) }
      case .endWord, .until:
        guard let block = open.popLast() else { return nil }
        // An `end` with less indentation than its block closes another block.
        if isFirst(place, lines), indent(place, lines) < block.indent { return words(block, lines) }
      default: break
      }
    }
    return open.last.map { words($0, lines) }
  }

  private func block(_ place: Int, _ lines: LineTable) -> Block {
    Block(opening: place, indent: indent(place, lines))
  }

  private func words(_ block: Block, _ lines: LineTable) -> String {
    let token = tree.tokens[block.opening]
    let line = lines.line(of: token.start)
    if token.kind == .if, block.opening > 0, tree.tokens[block.opening - 1].kind == .else {
      return "The 'if' after the 'else' in line \(line) has no 'end' of its own. Write 'elseif'."
    }
    return "The '\(tree.text(of: token))' in line \(line) has no 'end'."
  }

  private func indent(_ place: Int, _ lines: LineTable) -> Int {
    let start = lines.start(ofLine: lines.line(of: tree.tokens[place].start))
    return tree.text[start...].prefix { $0 == 0x20 || $0 == 0x09 }.count
  }

  private func isFirst(_ place: Int, _ lines: LineTable) -> Bool {
    let token = tree.tokens[place]
    return place == 0
      || lines.line(of: tree.tokens[place - 1].end) < lines.line(of: token.start)
  }
}
