import LuaSyntax

/// The words of one script, by number.
struct ScriptTokens {
  private let lines: LineTable
  private var tokens: [LuaToken] = []
  private var words: [String] = []
  /// The number of the closing bracket of each opening one, and of every other word its own.
  private var partners: [Int] = []

  /// Cuts a text that Lua has compiled.
  init(_ text: [UInt8]) {
    lines = LineTable(text)
    var open: [Int] = []
    for token in LuaLexer.tokens(of: text).tokens.dropLast() {
      // The content of a text or a number does not matter.
      let word =
        token.kind == .string || token.kind == .number
        ? "\"" : String(decoding: text[token.start..<token.end], as: UTF8.self)
      let at = tokens.count
      tokens.append(token)
      words.append(word)
      partners.append(at)
      if ["(", "{", "["].contains(word) {
        open.append(at)
      } else if [")", "}", "]"].contains(word), let start = open.popLast() {
        partners[start] = at
      }
    }
  }

  /// How many there are.
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
