/// The comparison of literal text with text in a location.
enum LiteralText {
  /// Whether a value equals a text.
  ///
  /// ASCII is compared byte by byte, other text by canonical equivalence.
  static func matches(_ text: String, _ given: UnsafeBufferPointer<UInt8>) -> Bool {
    if text.utf8.elementsEqual(given) { return true }
    return !isASCII(text.utf8) && !isASCII(given) && text == String(decoding: given, as: UTF8.self)
  }

  /// Whether a segment equals the literal text, ignoring case if it is folded; also `false` if the
  /// budget runs out.
  ///
  /// A difference in ASCII decides. Only texts that are equal up to a non-ASCII character are
  /// compared as characters.
  static func matches(
    _ literal: ArraySlice<UInt8>,
    _ segment: UnsafeBufferPointer<UInt8>,
    isFolded: Bool,
    _ budget: inout MatchBudget
  ) -> Bool {
    var count = 0
    for (own, given) in zip(literal, segment) {
      guard own < 0x80, own == given || isFolded && own.isLetter && own ^ 0x20 == given else {
        break
      }
      count += 1
    }
    guard budget.spend(count + 1) else { return false }
    let (next, other) = (literal.dropFirst(count).first, segment.dropFirst(count).first)
    if next ?? 0 < 0x80, other ?? 0 < 0x80 { return next == nil && other == nil }
    guard budget.spend((literal.count + segment.count) * MatchBudget.unicode) else { return false }
    if literal.elementsEqual(segment) { return true }
    let text = String(decoding: literal, as: UTF8.self)
    guard isFolded else { return matches(text, segment) }
    var given = String(decoding: segment, as: UTF8.self).lowercased()
    return given.withUTF8 { matches(text.lowercased(), $0) }
  }

  static func isASCII(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 }
  }
}
