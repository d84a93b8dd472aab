/// Decodes keys from the bytes of a terminal, however they are split.
///
/// Bytes that are not text or a known key become ``Key/unknown``.
package struct KeyDecoder {
  /// The bytes of an incomplete key.
  private var rest: [UInt8] = []
  /// The text of an unfinished paste.
  private var pasted: [UInt8]?

  /// The maximum length of a pending sequence.
  private static let sequenceLimit = 64
  /// The maximum number of bytes in a paste; more are dropped.
  private static let pasteLimit = 1 << 20

  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  package init() {}

  package var waitsForMore: Bool { pasted == nil && rest.first == Self.escape }

  package mutating func keys(from bytes: some Sequence<UInt8>) -> [Key] {
    rest += bytes
    var keys: [Key] = []
    var text: [UInt8] = []
    func endText() {
      if !text.isEmpty { keys.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
    }
    var at = 0
    while at < rest.count {
      if pasted != nil {
        guard let (end, isOver) = readPaste(from: at) else { break }
        at = end
        guard isOver else { break }
        keys.append(takePaste())
        continue
      }
      if let length = Self.textLength(rest[at...]) {
        guard length > 0 else { break }
        text += rest[at..<(at + length)]
        at += length
        continue
      }
      endText()
      guard let (key, length) = Self.key(in: rest[at...]) else { break }
      at += length
      if let key { keys.append(key) } else { pasted = [] }
    }
    endText()
    rest.removeFirst(at)
    return keys
  }

  /// The escape key for a pending single escape, and an unknown key for any other pending bytes.
  package mutating func keysAfterPause() -> [Key] {
    guard waitsForMore else { return [] }
    defer { rest = [] }
    return [rest.count == 1 ? .escape : .unknown]
  }

  // MARK: Pastes

  /// Reads bytes of the paste: returns their end, and whether the paste ends there.
  private mutating func readPaste(from start: Int) -> (end: Int, isOver: Bool)? {
    let mark = Self.pasteEnd
    var at = start
    while at < rest.count {
      if rest[at] == Self.escape {
        let here = rest[at...].prefix(mark.count)
        if here.elementsEqual(mark) { return (at + mark.count, true) }
        if mark.starts(with: here) { break }
      }
      if let count = pasted?.count, count < Self.pasteLimit { pasted?.append(rest[at]) }
      at += 1
    }
    return at > start ? (at, false) : nil
  }

  private mutating func takePaste() -> Key {
    defer { pasted = nil }
    return .paste(String(decoding: pasted ?? [], as: UTF8.self))
  }

  // MARK: Text

  /// The length of the character that begins here; 0 if it is incomplete, `nil` if it is not text.
  private static func textLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first, first >= 0x20, first != 0x7F else { return nil }
    let wanted =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let whole = bytes.prefix(wanted)
    let good = whole.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count + 1
    // An interrupted character is passed on unchanged.
    if good < whole.count { return good }
    return whole.count < wanted ? 0 : wanted
  }

  // MARK: Keys

  /// Returns `nil` for an incomplete key; the key itself is `nil` at the start of a paste.
  private static func key(in bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
    guard let first = bytes.first else { return nil }
    guard first == escape else { return (single(first), 1) }
    guard let second = bytes.dropFirst().first else { return nil }
    switch second {
    case UInt8(ascii: "["), UInt8(ascii: "O"): return sequence(in: bytes)
    case escape: return (.escape, 1)
    case 0x0D, 0x0A: return (.altEnter, 2)
    case 0x7F, 0x08: return (.altBackspace, 2)
    case 0x20..<0x7F:
      return (.alt(Character(Character(UnicodeScalar(second)).lowercased())), 2)
    default: return (.escape, 1)
    }
  }

  private static func single(_ byte: UInt8) -> Key {
    switch byte {
    case 0x0D: .enter
    case 0x0A: .enter
    case 0x09: .tab
    case 0x08, 0x7F: .backspace
    case 0x00: .control(" ")
    case 0x1F: .control("_")
    case 0x01...0x1A: .control(Character(UnicodeScalar(byte + 0x60)))
    default: .unknown
    }
  }

  /// Decodes a sequence such as `ESC [ 1 ; 5 C`.
  private static func sequence(in bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
    let body = bytes.dropFirst(2)
    let isShort = bytes.dropFirst().first == UInt8(ascii: "O")
    guard
      let end = isShort
        ? body.indices.first : body.firstIndex(where: { !(0x20...0x3F).contains($0) })
    else { return body.count < sequenceLimit ? nil : (.unknown, 2) }
    guard (0x40...0x7E).contains(bytes[end]) else {
      // A byte that cannot be in a sequence ends an unknown one.
      return (.unknown, end - bytes.startIndex)
    }
    let length = end - bytes.startIndex + 1
    let numbers = String(decoding: body[..<end], as: UTF8.self)
    if bytes[end] == UInt8(ascii: "~"), numbers == "200" { return (nil, length) }
    return (named(bytes[end], numbers), length)
  }

  private static func named(_ last: UInt8, _ numbers: String) -> Key {
    let parts = numbers.split(separator: ";", omittingEmptySubsequences: false)
    let isModified = parts.count > 1 && parts[1] != "1" && parts[1] != "2"
    return switch (Character(UnicodeScalar(last)), parts.first ?? "") {
    case ("A", _): .up
    case ("B", _): .down
    case ("C", _): isModified ? .wordRight : .right
    case ("D", _): isModified ? .wordLeft : .left
    case ("H", _), ("~", "1"), ("~", "7"): .home
    case ("F", _), ("~", "4"), ("~", "8"): .end
    case ("~", "3"): .delete
    case ("~", "5"): .pageUp
    case ("~", "6"): .pageDown
    case ("Z", _): .backTab
    case ("M", _): .enter
    default: .unknown
    }
  }
}
