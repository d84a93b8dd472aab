/// An IPv6 address in brackets, such as `[::1]`, possibly with a zone as in `[fe80::1%1]`.
enum IPv6Literal {
  /// The canonical spelling (RFC 5952); an embedded IPv4 address becomes groups.
  ///
  /// Returns `nil` if the text is not an address with its brackets.
  static func canonical(_ text: String) -> String? {
    guard text.utf8.count <= 128, text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    let parts = text.dropFirst().dropLast()
      .split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    guard let groups = groups(of: parts[0]), let zone = zone(parts.dropFirst().first) else {
      return nil
    }
    let gap = longestGap(groups)
    let (head, tail) = (groups[..<gap.lowerBound], groups[gap.upperBound...])
    let texts = [head, tail]
      .map { part in
        part.map { String($0, radix: 16) }.joined(separator: ":")
      }
    return "[" + texts.joined(separator: gap.isEmpty ? "" : "::") + zone + "]"
  }

  /// The text of a zone with its `%`; empty without a zone, `nil` if it is invalid (RFC 6874).
  private static func zone(_ text: Substring?) -> String? {
    guard let text else { return "" }
    let isZone =
      !text.isEmpty
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }
    return isZone ? "%" + text.lowercased() : nil
  }

  private static func groups(of text: Substring) -> [UInt16]? {
    var halves: [Substring] = [text]
    if let gap = firstGap(of: text) {
      halves = [text[..<gap], text[text.index(gap, offsetBy: 2)...]]
    }
    var numbers: [[UInt16]] = []
    for (index, half) in halves.enumerated() {
      guard let part = list(half, isLast: index == halves.count - 1) else { return nil }
      numbers.append(part)
    }
    let count = numbers.reduce(0) { $0 + $1.count }
    guard numbers.count == 2 else { return count == 8 ? numbers[0] : nil }
    guard count < 8 else { return nil }
    return numbers[0] + Array(repeating: 0, count: 8 - count) + numbers[1]
  }

  private static func firstGap(of text: Substring) -> Substring.Index? {
    zip(text.indices, text.indices.dropFirst()).first { text[$0] == ":" && text[$1] == ":" }?.0
  }

  /// Reads colon-separated groups; the last one may be an IPv4 address.
  private static func list(_ text: Substring, isLast: Bool) -> [UInt16]? {
    if text.isEmpty { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var numbers: [UInt16] = []
    for (index, part) in parts.enumerated() {
      if isLast, index == parts.count - 1, part.contains(".") {
        guard let address = address(part) else { return nil }
        return numbers + address
      }
      guard (1...4).contains(part.utf8.count), part.allSatisfy(\.isHexDigit),
        let number = UInt16(part, radix: 16)
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Reads an IPv4 address as two groups.
  private static func address(_ text: Substring) -> [UInt16]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { part in
      part.utf8.allSatisfy(\.isDigit) && (part.count == 1 || part.first != "0")
        ? UInt8(part).map(UInt16.init) : nil
    }
    guard parts.count == 4, bytes.count == 4 else { return nil }
    return [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
  }

  /// The first of the longest runs of at least two zero groups; empty at the end otherwise.
  private static func longestGap(_ groups: [UInt16]) -> Range<Int> {
    var longest = groups.count..<groups.count
    var start = 0
    for (index, group) in groups.enumerated() {
      if group != 0 { start = index + 1 }
      if index + 1 - start >= max(2, longest.count + 1) { longest = start..<index + 1 }
    }
    return longest
  }
}
