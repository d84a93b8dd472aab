extension NaiveLocation {
  /// Removes white space from both ends.
  static func trimmed(_ text: Marks) -> Marks {
    var text = text
    while let space = spaces.first(where: { text.prefix($0.count).map(\.byte) == $0 }) {
      text = text.dropFirst(space.count)
    }
    while let space = spaces.first(where: { text.suffix($0.count).map(\.byte) == $0 }) {
      text = text.dropLast(space.count)
    }
    return text
  }

  /// Every white space character in Unicode.
  private static let spaces: [[UInt8]] = (0...0xFFFF).compactMap { Unicode.Scalar(UInt32($0)) }
    .filter { $0.properties.isWhitespace }
    .map { Array(String($0).utf8) }

  /// Removes the first occurrence of a character and returns the text after it.
  static func cut(_ text: inout Marks, at character: Unicode.Scalar) -> Marks? {
    guard let index = text.firstIndex(where: { $0.byte == UInt8(ascii: character) }) else {
      return nil
    }
    let rest = text[(index + 1)...]
    text = text[..<index]
    return rest
  }

  /// Removes the scheme and returns it in lower case.
  static func cutScheme(_ text: inout Marks) -> String? {
    guard let colon = text.firstIndex(where: { $0.byte == UInt8(ascii: ":") }) else { return nil }
    let name = String(decoding: text[..<colon].map(\.byte), as: UTF8.self)
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let all = letters + letters.uppercased() + "0123456789+-."
    guard let first = name.unicodeScalars.first,
      (letters + letters.uppercased()).unicodeScalars.contains(first),
      name.unicodeScalars.allSatisfy({ all.unicodeScalars.contains($0) })
    else { return nil }
    text = text[(colon + 1)...]
    return name.lowercased()
  }

  /// Removes two slashes and the text up to the next one, and returns that text.
  static func cutAuthority(_ text: inout Marks) -> Marks? {
    guard text.prefix(2).map(\.byte) == Array("//".utf8) else { return nil }
    let rest = text.dropFirst(2)
    let end = rest.firstIndex { $0.byte == UInt8(ascii: "/") } ?? rest.endIndex
    text = rest[end...]
    return rest[..<end]
  }

  static func beginsWithDots(_ path: Marks) -> Bool {
    let first = split(path, at: "/")[0].map(\.byte)
    let text = String(decoding: first, as: UTF8.self).lowercased()
    return [".", "%2e", "..", ".%2e", "%2e.", "%2e%2e"].contains(text)
  }

  static func split(_ text: Marks, at character: Unicode.Scalar) -> [Marks] {
    text.split(omittingEmptySubsequences: false) { $0.byte == UInt8(ascii: character) }
  }

  /// Decodes escapes, once, and checks that the result is UTF-8.
  static func decoded(_ text: Marks, plus: Bool = false) throws -> [UInt8] {
    var result: [Mark] = []
    var rest = text
    while let first = rest.popFirst() {
      let digits = rest.prefix(2).map { Character(Unicode.Scalar($0.byte)) }
      if first.byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let byte = UInt8(String(digits), radix: 16)
      {
        result.append(Mark(byte: byte, place: first.place))
        rest = rest.dropFirst(2)
      } else if plus, first.byte == UInt8(ascii: "+") {
        result.append(Mark(byte: UInt8(ascii: " "), place: first.place))
      } else {
        result.append(first)
      }
    }
    let bytes = result.map(\.byte)
    guard String(validating: bytes, as: UTF8.self) == nil else { return bytes }
    let good = (0..<bytes.count).last { String(validating: bytes[..<$0], as: UTF8.self) != nil }
    throw Problem(word: "UTF-8", place: result[good ?? 0].place)
  }
}
