/// The form of a value in Lua.
package enum LuaPart<Part> {
  case `nil`
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  /// Text with invalid UTF-8.
  case bytes([UInt8])
  /// A table: the items, then the fields in output order, and the number of omitted entries.
  case table(items: [Part], fields: [(key: Part, value: Part)], more: Int = 0)
  /// Lua text that is already formatted: a number, a string, the key before `=`.
  case spelled(String)
  /// The text that a script can pass instead of an object, such as a location's.
  case standIn(String)
  /// A description of a value that scripts cannot write, such as a function.
  case other(String)
}

package protocol LuaWritable {
  var luaPart: LuaPart<Self> { get }
}

extension LuaWritable {
  /// The value as valid Lua source text on one line; a function or an object becomes `nil` with a
  /// description in a comment.
  package var luaText: String { luaText() }

  /// Cuts texts and tables after `limit` characters; a comment says how much is left out.
  package func luaText(limit: Int = .max) -> String {
    var text = LuaText(left: limit)
    text.add(self)
    return text.text
  }

  /// The value as Lua source text, or `nil` if Lua would read a different value, as for a function,
  /// an object or `nan`.
  package var luaLiteral: String? {
    var text = LuaText(left: .max)
    text.add(self)
    return text.isWhole ? text.text : nil
  }
}

package struct LuaText {
  private static let fewestCharacters = 16

  fileprivate private(set) var text = ""
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
    // Counting bytes first is faster than counting characters.
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

  private static func key(_ key: some LuaWritable) -> String {
    switch key.luaPart {
    case .spelled(let text): text
    case .text(let name): name.asLuaKey
    default: "[\(key.luaText)]"
    }
  }

  /// A number; Lua has no keywords for `inf` and `nan`.
  private static func text(of number: Double) -> String {
    if number.isNaN { return "0/0" }
    if number.isInfinite { return number < 0 ? "-math.huge" : "math.huge" }
    return "\(number)"
  }

  /// Bytes as a string: invalid UTF-8 becomes escapes.
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

  /// The comment that replaces omitted entries of a table.
  package static func leftOut(_ count: Int) -> String { comment("\(count) more") }
}

extension String {
  /// The text as a Lua string, in double quotes and on one line.
  ///
  /// Control characters and direction marks become escapes, so that they are visible in a script.
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

  fileprivate static func luaCode(_ byte: UInt8) -> String {
    "\\\(String(Int(byte) + 1_000).dropFirst())"
  }

  /// The text without closing brackets of a Lua comment.
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

  /// The index after a number of characters, or `nil` for a shorter text.
  fileprivate func index(at count: Int) -> Index? {
    guard let end = index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
      return nil
    }
    return end
  }

  private static let luaWords: Set = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// Whether the text is a valid Lua name.
  package var isLuaName: Bool {
    guard let first = utf8.first, !(0x30...0x39).contains(first) else { return false }
    let isWord = utf8.allSatisfy { byte in
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    return isWord && !Self.luaWords.contains(self)
  }

  /// The text as a table key: `name` or `["a b"]`.
  package var asLuaKey: String { isLuaName ? self : "[\(quotedAsLua)]" }

  /// The text as a field access: `.name` or `["a b"]`.
  package var asLuaIndex: String { isLuaName ? ".\(self)" : asLuaKey }
}
