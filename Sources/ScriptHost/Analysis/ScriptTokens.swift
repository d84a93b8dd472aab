import LuaRuntime

/// The words of one script, by number.
struct ScriptTokens {
  /// The offset at which each line begins.
  private let lineStarts: [Int]
  private var tokens: [LuaLexer.Token] = []
  private var words: [String] = []
  /// The number of the closing bracket of each opening one, and of every other word its own.
  private var partners: [Int] = []

  /// Cuts a text that Lua has compiled.
  init(_ text: [UInt8]) {
    let newlines = text.indices.filter { text[$0] == UInt8(ascii: "\n") }
    lineStarts = [0] + newlines.map { $0 + 1 }
    var lexer = LuaLexer(text)
    var open: [Int] = []
    while case let token = lexer.next(), token.kind != .end {
      // The content of a text or a number does not matter.
      let word =
        token.kind == .string || token.kind == .number
        ? "\"" : String(decoding: text[token.start..<min(token.end, text.count)], as: UTF8.self)
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
    words.indices.contains(at) && tokens[at].kind == .word && !Self.keywords.contains(words[at])
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
  func column(of at: Int) -> Int {
    tokens[at].start - lineStarts[tokens[at].line - 1] + 1
  }

  private static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]
}
