/// The parts of a value as Lua has them.
package enum LuaPart<Part> {
  case `nil`
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case number(Double)
  case text(String)
  /// Text whose bytes are not UTF-8.
  case bytes([UInt8])
  /// A table: the items, then the fields in the order in which they are written, and how many more
  /// entries it has.
  case table(items: [Part], fields: [(key: Part, value: Part)], more: Int = 0)
  /// A value that is written already: a number, a string, the key in front of `=`.
  case spelled(String)
  /// The text of an object that a script can pass in its place, such as a location's.
  case standIn(String)
  /// Words for a value that no script can write, such as a function.
  case other(String)
}

/// A value that ``LuaText`` can write.
package protocol LuaWritable {
  /// The value's parts.
  var luaPart: LuaPart<Self> { get }
}

extension LuaWritable {
  /// The value on one line as a script would write it; Lua can read it in any case.
  ///
  /// `nil` with words in a comment is in the place of a function or an object.
  package var luaText: String { luaText() }

  /// The value on one line as a script would write it, cut where it becomes too long.
  ///
  /// - Parameter limit: The characters from which on texts and tables are cut; a comment says how
  ///   much is left out. Default: none are cut.
  /// - Returns: The text.
  package func luaText(limit: Int = .max) -> String {
    var text = LuaText(left: limit)
    text.add(self)
    return text.text
  }

  /// The value as a script would write it, or `nil` when that is not the same value, as for a
  /// function, an object or `nan`.
  package var luaLiteral: String? {
    var text = LuaText(left: .max)
    text.add(self)
    return text.isWhole ? text.text : nil
  }
}

/// The one writer of values as Lua text.
package struct LuaText {
  /// The fewest characters of a text that are written.
  private static let fewestCharacters = 16

  fileprivate private(set) var text = ""
  /// Whether Lua reads the same value from the text.
  fileprivate private(set) var isWhole = true
  private var left: Int

  fileprivate init(left: Int) { self.left = left }

  private mutating func put(_ piece: String) {
    text += piece
    left -= piece.count
  }

  fileprivate mutating func add<Part: LuaWritable>(_ value: Part) {
    switch value.luaPart {
    case .nil: put("nil")
    case .bool(let bool): put("\(bool)")
    case .integer(let integer): put(integer == .min ? "math.mininteger" : "\(integer)")
    case .number(let number):
      isWhole = isWhole && !number.isNaN
      put(Self.text(of: number))
    case .text(let text): add(text)
    case .bytes(let bytes): put(Self.quoted(bytes))
    case .standIn(let text):
      isWhole = false
      add(text)
    case .other(let words):
      isWhole = false
      put("nil \(Self.comment(words))")
    case .spelled(let text): put(text)
    case .table(let items, let fields, let more): add(items, fields, more)
    }
  }

  private mutating func add(_ text: String) {
    let most = max(left, Self.fewestCharacters)
    // Bytes are counted first: characters take long.
    guard text.utf8.count > most, let end = text.index(at: most) else {
      return put(text.quotedAsLua)
    }
    isWhole = false
    put(String(text[..<end]).quotedAsLua)
    put(" \(Self.comment("\(text[end...].utf8.count) bytes left out"))")
  }

  private mutating func add<Part: LuaWritable>(
    _ items: [Part],
    _ fields: [(key: Part, value: Part)],
    _ more: Int
  ) {
    let count = items.count + fields.count
    guard count + more > 0 else { return put("{}") }
    put("{ ")
    for number in 0...count where number < count || more > 0 {
      if number > 0 { put(", ") }
      guard left > 0, number < count else {
        isWhole = false
        put(Self.leftOut(count + more - number))
        break
      }
      if number < items.count {
        add(items[number])
      } else {
        let field = fields[number - items.count]
        put(Self.key(field.key) + " = ")
        add(field.value)
      }
    }
    put(" }")
  }

  /// A key in front of `=`.
  private static func key(_ key: some LuaWritable) -> String {
    switch key.luaPart {
    case .spelled(let text): text
    case .text(let name): name.asLuaKey
    default: "[\(key.luaText)]"
    }
  }

  /// A number; neither `inf` nor `nan` is a word of Lua.
  private static func text(of number: Double) -> String {
    if number.isNaN { return "0/0" }
    if number.isInfinite { return number < 0 ? "-math.huge" : "math.huge" }
    return "\(number)"
  }

  /// Bytes as a string: the ones that are not UTF-8 are codes.
  private static func quoted(_ bytes: [UInt8]) -> String {
    var text = ""
    var rest = bytes[...]
    while !rest.isEmpty {
      var decoder = UTF8()
      var iterator = rest.makeIterator()
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        text += String(scalar).quotedAsLua.dropFirst().dropLast()
        rest = rest.dropFirst(UTF8.width(scalar))
      case .error, .emptyInput:
        text += String.luaCode(rest[rest.startIndex])
        rest = rest.dropFirst()
      }
    }
    return "\"\(text)\""
  }

  package static func comment(_ words: String) -> String {
    "--[[\(words.printable.replacingSquareBrackets)]]"
  }

  /// The comment in place of entries of a table.
  package static func leftOut(_ count: Int) -> String { comment("\(count) more") }
}

extension String {
  /// The text as a string of Lua, in double quotes and on one line.
  ///
  /// Control characters and marks of direction are written as escapes: a script shows what its
  /// strings hold.
  package var quotedAsLua: String {
    let body = unicodeScalars.map { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case "\u{0}"..<" ", "\u{7F}": Self.luaCode(UInt8(truncatingIfNeeded: scalar.value))
      case _ where scalar.isHarmful: scalar.writtenOut
      default: String(scalar)
      }
    }
    return "\"\(body.joined())\""
  }

  /// A byte as its number in a string of Lua.
  fileprivate static func luaCode(_ byte: UInt8) -> String {
    "\\\(String(Int(byte) + 1_000).dropFirst())"
  }

  /// The text without anything that ends a comment of Lua.
  fileprivate var replacingSquareBrackets: String {
    var result = ""
    var last: Unicode.Scalar?
    for scalar in unicodeScalars {
      if scalar == "]", last == "]" { result += " " }
      result.unicodeScalars.append(scalar)
      last = scalar
    }
    return last == "]" ? result + " " : result
  }

  /// The index after a number of characters, or `nil` if there are fewer.
  fileprivate func index(at count: Int) -> Index? {
    guard let end = index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
      return nil
    }
    return end
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

  /// The text as the key of a table: `name` or `["a b"]`.
  package var asLuaKey: String { isLuaName ? self : "[\(quotedAsLua)]" }

  /// The text as a script writes it after a table to name a field: `.name` or `["a b"]`.
  package var asLuaIndex: String { isLuaName ? ".\(self)" : asLuaKey }
}
