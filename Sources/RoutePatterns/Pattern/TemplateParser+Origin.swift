extension TemplateParser {
  /// Reads `scheme://` and, where the scheme's authority is a host, the host.
  ///
  /// Where the authority is the first segment, it is left in place.
  ///
  /// - Parameter rules: What each scheme makes of its authority.
  /// - Returns: The lower-cased scheme and the host, as far as the template names them.
  /// - Throws: ``PatternError`` if a label of the host is broken.
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

  /// The offset of the colon of a leading `scheme://`, or `nil`.
  private var schemeEnd: Int? {
    let colon = SchemeGrammar.end(of: bytes[position..<end])
    guard colon > position, bytes[colon..<end].starts(with: "://".utf8) else { return nil }
    return colon
  }

  /// Reads a host, label by label.
  func parseHost(from start: Int, to end: Int) throws(PatternError) -> HostPattern {
    var labels: [HostPattern.Label] = []
    var labelStart = start
    for part in bytes[start..<end]
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    {
      let text = String(decoding: part, as: UTF8.self)
      labels.append(try hostLabel(text, at: labelStart))
      labelStart += part.count + 1
    }
    return HostPattern(labels: labels)
  }

  private func hostLabel(_ text: String, at offset: Int) throws(PatternError) -> HostPattern.Label {
    if text == "*" { return .any }
    if text.hasPrefix(":") {
      var parser = TemplateParser(String(text.dropFirst()))
      let name = parser.parseName()
      guard parser.byte == nil, !name.isEmpty else { throw error(.badHost, at: offset) }
      return .parameter(name)
    }
    // The host of a location is decoded, so that one with an escape would never fit.
    guard !text.isEmpty, !text.contains(where: { "*:()<>?#@%".contains($0) }) else {
      throw error(.badHost, at: offset)
    }
    return .literal(text.lowercased())
  }

  /// The offset of the last use of a parameter's name, for an error about it.
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
