extension TemplateParser {
  /// Parses `scheme://` and, if the scheme's authority is a host, the host.
  ///
  /// If the authority is the first segment, it stays in place. Throws ``PatternError`` if a label
  /// of the host is invalid.
  mutating func parseOrigin(
    _ rules: LocationRules
  ) throws(PatternError) -> (scheme: String?, host: HostPattern?) {
    guard let colon = schemeEnd else { return (nil, nil) }
    let scheme = text(from: position, to: colon).lowercased()
    position = colon + 3
    let authority = rules[scheme].authority
    if authority == .segment { return (scheme, nil) }
    let start = position
    position =
      bytes[start..<end].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "(") } ?? end
    if start == position || authority == .ignore { return (scheme, nil) }
    return (scheme, try parseHost(from: start, to: position))
  }

  /// The offset of the colon in a leading `scheme://`, or `nil`.
  private var schemeEnd: Int? {
    let colon = SchemeGrammar.end(of: bytes[position..<end])
    guard colon > position, bytes[colon..<end].starts(with: "://".utf8) else { return nil }
    return colon
  }

  func parseHost(from start: Int, to end: Int) throws(PatternError) -> HostPattern {
    if start < end, bytes[start] == LocationByte.openingBracket {
      return try parseAddress(from: start, to: end)
    }
    var labels: [HostPattern.Label] = []
    let text = text(from: start, to: end)
    let parts = HostName.parts(of: text)
    for (index, part) in parts.enumerated() {
      let offset = start + text.utf8.distance(from: text.startIndex, to: part.startIndex)
      if index == parts.count - 1 { try refusePort(part, at: offset) }
      labels.append(try hostLabel(part, at: offset))
    }
    return HostPattern(labels: labels)
  }

  private func parseAddress(from start: Int, to end: Int) throws(PatternError) -> HostPattern {
    let close = bytes[start..<end].firstIndex(of: LocationByte.closingBracket) ?? end - 1
    try refusePort(Substring(text(from: close + 1, to: end)), at: close + 1)
    guard !bytes[start..<end].contains(PercentCoding.percent),
      let address = IPv6Literal.canonical(text(from: start, to: end))
    else {
      throw error(.badHost, at: start)
    }
    return HostPattern(labels: [.literal(address)])
  }

  /// Rejects digits after a colon, unless the colon is the first character of a whole label.
  private func refusePort(_ part: Substring, at offset: Int) throws(PatternError) {
    guard let colon = part.utf8.lastIndex(of: LocationByte.colon) else { return }
    let port = part.utf8[part.utf8.index(after: colon)...]
    let isName = colon == part.startIndex && bytes[..<offset].last != LocationByte.closingBracket
    guard !isName, port.allSatisfy(\.isDigit) else { return }
    let distance = part.utf8.distance(from: part.startIndex, to: colon)
    throw error(.port(String(decoding: port, as: UTF8.self)), at: offset + distance)
  }

  private func hostLabel(
    _ text: Substring,
    at offset: Int
  ) throws(PatternError) -> HostPattern.Label {
    if text == "*" { return .any }
    if text.hasPrefix(":") {
      var parser = TemplateParser(String(text.dropFirst()))
      let name = parser.parseName()
      guard parser.byte == nil, !name.isEmpty else { throw error(.badHost, at: offset) }
      return .parameter(name)
    }
    guard let label = try? HostName.label(text), Self.isName(label) else {
      throw error(.badHost, at: offset)
    }
    return .literal(label)
  }

  /// Whether a label contains only letters, digits, `_`, and inner hyphens.
  ///
  /// Other characters would never match: the host of a location is decoded, and browsers do not
  /// send them.
  private static func isName(_ label: String) -> Bool {
    guard let first = label.utf8.first, let last = label.utf8.last else { return false }
    return first != LocationByte.hyphen && last != LocationByte.hyphen
      && label.utf8.allSatisfy {
        $0 >= 0x80 || $0.isLetter || $0.isDigit || $0 == LocationByte.hyphen
          || $0 == UInt8(ascii: "_")
      }
  }

  /// The offset of the last use of a parameter's name, for error messages.
  static func offset(ofLast name: String, in template: String) -> Int {
    let bytes = Array(template.utf8)
    let wanted = Array(name.utf8)
    var offset = bytes.count - wanted.count
    while offset > 0 {
      if bytes[offset...].starts(with: wanted),
        bytes[offset - 1] == UInt8(ascii: ":") || bytes[offset - 1] == UInt8(ascii: "*")
      {
        return offset - 1
      }
      offset -= 1
    }
    return 0
  }
}
