import LuaSyntax

/// The modules and names that the text of a script refers to, read without running it.
struct ScriptReferences {
  /// The names of modules that it requires or mounts.
  private(set) var modules: Set<String> = []
  /// Whether it requires a module by a name that it computes.
  private(set) var isOpen = false
  /// The texts between its quotes, and the words in them that look like names of files.
  private(set) var words: Set<String> = []

  private enum Token: Equatable {
    case word(String)
    case text(String)
    case sign(UInt8)
  }

  init(_ script: [UInt8]) {
    let tokens = LuaLexer.tokens(of: script).tokens.dropLast().map { Self.token($0, in: script) }
    for (index, token) in tokens.enumerated() {
      switch token {
      case .word("require"): require(tokens, index)
      case .word("mount"): mount(tokens, index)
      case .text(let text): add(text)
      default: break
      }
    }
  }

  private static func token(_ token: LuaToken, in script: [UInt8]) -> Token {
    let text = script[token.start..<token.end]
    return switch token.kind {
    case .string: .text(String(decoding: LuaLiteral.bytes(ofString: text), as: UTF8.self))
    case _ where token.isWord: .word(String(decoding: text, as: UTF8.self))
    default: .sign(text.first ?? 0)
    }
  }

  /// Adds the file names in a text, such as `data/cart.json`.
  private mutating func add(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: ".")) else { return }
    for word in text.split(whereSeparator: { "/\\ \t\n\"'".contains($0) }) {
      words.insert(String(word))
    }
  }

  /// Reads what stands behind the word `require`.
  private mutating func require(_ tokens: [Token], _ index: Int) {
    func token(_ offset: Int) -> Token? {
      let place = index + offset
      return tokens.indices.contains(place) ? tokens[place] : nil
    }
    if case .text(let name) = token(1) {
      modules.insert(name)
    } else if token(1) == .sign(UInt8(ascii: "(")) {
      if case .text(let name) = token(2), token(3) == .sign(UInt8(ascii: ")")) {
        modules.insert(name)
      } else {
        isOpen = true
      }
    } else if token(1) == .sign(UInt8(ascii: ",")), case .text(let name) = token(2) {
      // pcall(require, "name")
      modules.insert(name)
      if token(3) != .sign(UInt8(ascii: ")")) { isOpen = true }
    } else if token(1) != .sign(UInt8(ascii: "=")),
      token(-1) != .sign(UInt8(ascii: "=")) || token(-2) != .word("require")
    {
      // Given away under another name, unless it is `local require = require`.
      isOpen = true
    }
  }

  /// Reads `mount("/path", "name"`.
  private mutating func mount(_ tokens: [Token], _ index: Int) {
    guard tokens.indices.contains(index + 4), tokens[index + 1] == .sign(UInt8(ascii: "(")),
      case .text = tokens[index + 2], tokens[index + 3] == .sign(UInt8(ascii: ","))
    else { return }
    if case .text(let name) = tokens[index + 4] { modules.insert(name) }
  }
}
