extension String {
  /// The text as a string of Lua, in double quotes and on one line.
  ///
  /// Control characters and marks of direction are written as escapes: a script shows what its
  /// strings hold.
  package var quotedAsLua: String {
    let body = unicodeScalars.map { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case "\u{0}"..<" ", "\u{7F}": "\\\(String(scalar.value + 1_000).dropFirst())"
      case _ where scalar.isHarmful: scalar.writtenOut
      default: String(scalar)
      }
    }
    return "\"\(body.joined())\""
  }

  /// The words of Lua that are no names.
  private static let luaWords: Set = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// Whether a script can write the text as a name, without quotes.
  package var isLuaName: Bool {
    guard let first = utf8.first, !(0x30...0x39).contains(first) else { return false }
    let isWord = utf8.allSatisfy { byte in
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    return isWord && !Self.luaWords.contains(self)
  }

  /// The text as a script writes it after a table to name a field: `.name` or `["a b"]`.
  package var asLuaIndex: String { isLuaName ? ".\(self)" : "[\(quotedAsLua)]" }
}
