import TextTools

/// A link as a device receives it: the parts of its URL, as written and decoded.
package struct WebLink: Sendable {
  /// The link as given.
  package let text: String

  /// The lower-cased scheme, or `nil` for a text that is not a URL with a host.
  let scheme: String?
  let host: String?

  /// The path as a browser would send it: ASCII, and at least `/`.
  let path: String
  let query: String?
  let fragment: String?

  /// Splits a link; `base` is the host of a link that begins with `/`.
  package init(_ text: String, base: String? = nil) {
    self.text = text
    var rest = Substring(text)
    let fragment = Self.cut(&rest, at: UInt8(ascii: "#"))
    let query = Self.cut(&rest, at: UInt8(ascii: "?"))
    self.fragment = fragment.map(PercentText.encoded)
    self.query = query.map(PercentText.encoded)
    if rest.hasPrefix("/"), !rest.hasPrefix("//"), let base {
      (scheme, host) = ("https", base)
    } else if let end = rest.utf8.firstIndex(where: { $0 == Self.colon || $0 == Self.slash }),
      rest[end...].utf8.starts(with: "://".utf8)
    {
      scheme = rest[..<end].lowercased()
      let origin = rest[end...].utf8.dropFirst(3)
      let authority = origin.prefix { $0 != Self.slash }
      host = Self.host(of: Substring(authority))
      rest = Substring(origin[authority.endIndex...])
    } else {
      (scheme, host) = (nil, nil)
    }
    path = rest.isEmpty ? "/" : PercentText.encoded(rest)
  }

  /// The link with `https` and a host if it has none.
  package var absolute: String {
    scheme == "https" && text.hasPrefix("/") ? "https://\(host ?? "")\(text)" : text
  }

  var isWeb: Bool { host != nil && (scheme == "https" || scheme == "http") }

  private static func cut(_ rest: inout Substring, at mark: UInt8) -> Substring? {
    guard let place = rest.utf8.firstIndex(of: mark) else { return nil }
    defer { rest = rest[..<place] }
    return rest[rest.utf8.index(after: place)...]
  }

  private static let colon = UInt8(ascii: ":")
  private static let slash = UInt8(ascii: "/")

  /// The host of an authority, without user, password and port.
  private static func host(of authority: Substring) -> String? {
    let user = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
    let place = user.map { authority.utf8[$0...].dropFirst() } ?? authority.utf8
    let end =
      place.first == UInt8(ascii: "[")
      ? place.firstIndex(of: UInt8(ascii: "]")).map { place.index(after: $0) } ?? place.endIndex
      : place.lastIndex(of: colon) ?? place.endIndex
    return end == place.startIndex ? nil : String(Substring(place[..<end]))
  }
}

/// Percent-encoding as browsers apply it to a whole URL.
enum PercentText {
  private static let special = Set("\"<>\\^`{|} ".utf8)

  /// The text with escapes for characters that a URL cannot contain.
  static func encoded(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(where: needsEscape) else { return String(text) }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      guard needsEscape(byte) else {
        bytes.append(byte)
        continue
      }
      bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0xF)]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x7F || special.contains(byte)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// The text with its escapes decoded once; a malformed escape stays.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        let high = value(source[index + 1]), let low = value(source[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
  }
}
