/// The canonical spelling of a host: lower case, composed, without `xn--` and without a final dot.
///
/// Locations and patterns store hosts in this spelling and compare their bytes.
enum HostName {
  /// An invalid label of a host.
  struct LabelError: Error {
    /// The label as its author wrote it.
    var label: String
  }

  /// The maximum length of a label in its ASCII spelling, in bytes (RFC 1035).
  private static let labelLimit = 63
  private static let prefix = "xn--"

  /// Whether bytes are certainly canonical already.
  static func isPlain(_ host: some BidirectionalCollection<UInt8>) -> Bool {
    var previous = UInt8(ascii: ".")
    for byte in host {
      let isLetter = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      if byte >= 0x80 || isLetter || byte == LocationByte.openingBracket { return false }
      if byte == LocationByte.hyphen, previous == byte { return false }
      previous = byte
    }
    return host.isEmpty || previous != LocationByte.dot
  }

  /// Takes a host without escapes and port; throws for an invalid label or an invalid address.
  ///
  /// - Parameter text: The host, without escapes and port.
  /// - Returns: The canonical spelling.
  /// - Throws: ``LabelError`` for an invalid label or an invalid address.
  /// - Complexity: O(*n* log *n*), where *n* is the length of `text` in UTF-8 bytes.
  static func canonical(_ text: String) throws(LabelError) -> String {
    if isPlain(text.utf8) { return text }
    if text.utf8.first == LocationByte.openingBracket {
      guard let address = IPv6Literal.canonical(text) else { throw LabelError(label: text) }
      return address
    }
    var labels: [String] = []
    for part in parts(of: text) { labels.append(try label(part)) }
    return labels.joined(separator: ".")
  }

  /// The labels of a host as its author wrote them, without the empty one after a final dot.
  static func parts(of text: String) -> [Substring] {
    var parts = text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isDot)
    if parts.count > 1, parts[parts.count - 1].isEmpty, !parts[parts.count - 2].isEmpty {
      parts.removeLast()
    }
    return parts.map { text[$0.startIndex..<$0.endIndex] }
  }

  private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == "\u{3002}" || scalar == "\u{FF0E}" || scalar == "\u{FF61}"
  }

  /// Converts a label to its canonical spelling.
  static func label(_ text: Substring) throws(LabelError) -> String {
    let text = String(text)
    if isPlain(text.utf8) { return text }
    guard let mapped = mapped(text.unicodeScalars), mapped.isEmpty == text.isEmpty else {
      throw LabelError(label: text)
    }
    var scalars = CanonicalComposition.composed(mapped)
    if scalars.starts(with: prefix.unicodeScalars) {
      guard let decoded = decoded(scalars) else { throw LabelError(label: text) }
      scalars = decoded
    }
    guard scalars.allSatisfy(\.isASCII) || isLabel(scalars) else { throw LabelError(label: text) }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private static func mapped(_ scalars: some Collection<Unicode.Scalar>) -> [Unicode.Scalar]? {
    var mapped: [Unicode.Scalar] = []
    for scalar in scalars {
      if scalar.isASCII {
        mapped.append(Unicode.Scalar(UInt8(scalar.value).lowercasedASCII))
        continue
      }
      guard let text = HostMapping.text(scalar) else { return nil }
      mapped.append(contentsOf: text.unicodeScalars)
    }
    return mapped
  }

  /// Reads a label with the prefix `xn--`; `nil` if it is not a valid ASCII spelling.
  private static func decoded(_ label: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    guard label.count <= labelLimit, label.allSatisfy(\.isASCII) else { return nil }
    let bytes = label.dropFirst(prefix.count).map { UInt8($0.value) }
    guard let scalars = Punycode.decoded(bytes), !scalars.allSatisfy(\.isASCII),
      !scalars.starts(with: prefix.unicodeScalars), mapped(scalars) == scalars,
      CanonicalComposition.composed(scalars) == scalars,
      Punycode.encoded(scalars).utf8.elementsEqual(bytes)
    else { return nil }
    return scalars
  }

  /// Whether non-ASCII letters form a valid label.
  private static func isLabel(_ scalars: [Unicode.Scalar]) -> Bool {
    guard scalars.allSatisfy(HostMapping.isAllowed), !scalars[0].isMark, isShort(scalars) else {
      return false
    }
    return scalars.indices.allSatisfy {
      !HostMapping.isJoiner(scalars[$0]) || mayJoin(scalars, at: $0)
    }
  }

  private static func isShort(_ scalars: [Unicode.Scalar]) -> Bool {
    // Each scalar takes one to nine bytes there.
    guard scalars.count <= labelLimit else { return false }
    let isSurelyShort = prefix.count + 9 * scalars.count <= labelLimit
    return isSurelyShort || prefix.count + Punycode.encoded(scalars).utf8.count <= labelLimit
  }

  /// Whether a joiner is in a valid position: after a virama, or between cursive letters (RFC
  /// 5892).
  private static func mayJoin(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    guard index > 0 else { return false }
    if scalars[index - 1].properties.canonicalCombiningClass == .virama { return true }
    let (before, after) = (scalars[..<index], scalars[(index + 1)...])
    guard scalars[index] == "\u{200C}", let left = before.last(where: { !$0.isMark }),
      let right = after.first(where: { !$0.isMark })
    else { return false }
    return left.isCursive && right.isCursive
  }
}

extension Unicode.Scalar {
  /// Whether the scalar combines with the previous one.
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether the scalar is a letter of Arabic, Syriac, N'Ko or Mongolian.
  fileprivate var isCursive: Bool {
    guard properties.isAlphabetic else { return false }
    return (0x600...0x8FF).contains(value) || (0x1800...0x18AF).contains(value)
  }
}
