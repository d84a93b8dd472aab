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

  /// Reads a script.
  init(_ script: [UInt8]) {
    var lexer = Lexer(script)
    var tokens: [Token] = []
    while let token = lexer.next() { tokens.append(token) }
    for (index, token) in tokens.enumerated() {
      switch token {
      case .word("require"): require(tokens, index)
      case .word("mount"): mount(tokens, index)
      case .text(let text): add(text)
      default: break
      }
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

  /// Takes a script apart as far as comments, texts and words go.
  private struct Lexer {
    let bytes: [UInt8]
    var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func byte(_ offset: Int = 0) -> UInt8? {
      at + offset < bytes.count ? bytes[at + offset] : nil
    }

    mutating func next() -> Token? {
      while let first = byte() {
        if first <= 0x20 {
          at += 1
        } else if first == UInt8(ascii: "-"), byte(1) == first {
          at += 2
          if longBracket() == nil { while let next = byte(), next != 0x0A { at += 1 } }
        } else if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
          return .text(quoted(first))
        } else if first == UInt8(ascii: "["), let text = longBracket() {
          return .text(text)
        } else if Self.isWord(first) {
          return .word(word())
        } else {
          at += 1
          return .sign(first)
        }
      }
      return nil
    }

    private static func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: byte >= 0x80
      }
    }

    private mutating func word() -> String {
      let start = at
      while let next = byte(), Self.isWord(next) { at += 1 }
      return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    /// Reads up to the closing quote, or the end of the line.
    private mutating func quoted(_ quote: UInt8) -> String {
      at += 1
      var text: [UInt8] = []
      while let next = byte(), next != quote, next != 0x0A {
        if next == UInt8(ascii: "\\") { at += 1 }
        if let character = byte() { text.append(character) }
        at += 1
      }
      at += 1
      return String(decoding: text, as: UTF8.self)
    }

    /// Reads `[[…]]` and `[=[…]=]`, or nothing.
    private mutating func longBracket() -> String? {
      guard byte() == UInt8(ascii: "[") else { return nil }
      var level = 0
      while byte(1 + level) == UInt8(ascii: "=") { level += 1 }
      guard byte(1 + level) == UInt8(ascii: "[") else { return nil }
      let start = min(at + 2 + level, bytes.count)
      let end =
        [UInt8(ascii: "]")] + [UInt8](repeating: UInt8(ascii: "="), count: level)
        + [UInt8(ascii: "]")]
      at = start
      while at < bytes.count {
        if bytes[at] == end[0], bytes[at...].starts(with: end) {
          defer { at += end.count }
          return String(decoding: bytes[start..<at], as: UTF8.self)
        }
        at += 1
      }
      return String(decoding: bytes[start...], as: UTF8.self)
    }
  }
}
