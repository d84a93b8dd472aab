import LuaSyntax

/// The words of one script, by number.
struct ScriptTokens {
  private let lines: LineTable
  private let tokens: [LuaToken]
  private var words: [String] = []
  /// The number of the closing bracket of each opening one, and of every other word its own.
  private var partners: [Int]

  /// Takes the tokens of a script that Lua has compiled.
  init(_ script: AnalysedScript) {
    lines = script.lines
    tokens = Array(script.tree.tokens.dropLast())
    words.reserveCapacity(tokens.count)
    partners = Array(tokens.indices)
    var open: [Int] = []
    for (at, token) in tokens.enumerated() {
      switch token.kind {
      // The content of a text or a number does not matter.
      case .string, .number: words.append("\"")
      case .name, .invalid: words.append(script.tree.text(of: token))
      default: words.append(token.kind.spelling)
      }
      switch token.kind {
      case .leftParenthesis, .leftBrace, .leftBracket: open.append(at)
      case .rightParenthesis, .rightBrace, .rightBracket:
        if let start = open.popLast() { partners[start] = at }
      default: break
      }
    }
  }

  var count: Int { words.count }

  /// A word; before the first and behind the last one, nothing.
  subscript(at: Int) -> String { words.indices.contains(at) ? words[at] : "" }

  /// The closing bracket of an opening one, or the word itself.
  func closing(_ at: Int) -> Int { partners.indices.contains(at) ? partners[at] : count }

  /// Whether a word is a name.
  func isName(_ at: Int) -> Bool {
    words.indices.contains(at) && tokens[at].kind == .name
  }

  /// A name with the fields behind it, as written: `state.query.back`.
  func path(from start: Int) -> String {
    var at = start
    while self[at + 1] == ".", isName(at + 2) { at += 2 }
    return (start...at).map { self[$0] }.joined()
  }

  /// The line of a word.
  func line(of at: Int) -> Int { tokens[at].line }

  /// The column of a word, counted from 1 in bytes.
  func column(of at: Int) -> Int { lines.column(of: tokens[at].start) }
}
