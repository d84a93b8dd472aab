/// How literal text is compared with text of a location.
enum LiteralText {
  /// Whether a segment is the literal text.
  ///
  /// ASCII is compared byte by byte; if both hold more, they are compared by canonical equivalence.
  static func matches(
    _ literal: ArraySlice<UInt8>,
    _ segment: UnsafeBufferPointer<UInt8>,
    isFolded: Bool
  ) -> Bool {
    if !isFolded, literal.elementsEqual(segment) { return true }
    var text = String(decoding: literal, as: UTF8.self)
    var given = String(decoding: segment, as: UTF8.self)
    if isFolded { (text, given) = (text.lowercased(), given.lowercased()) }
    if text.utf8.elementsEqual(given.utf8) { return true }
    return !text.utf8.allSatisfy { $0 < 0x80 } && !given.utf8.allSatisfy { $0 < 0x80 }
      && text == given
  }
}
