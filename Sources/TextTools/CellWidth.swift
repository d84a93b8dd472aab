/// The width of text in terminal columns: the only table of widths.
///
/// Like most terminals, this adds up the widths of single scalars.
extension String {
  /// The width of the text in columns; a control character counts as one.
  package var columns: Int {
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : unicodeScalars.reduce(0) { $0 + $1.columns }
  }
}

extension Character {
  package var columns: Int {
    asciiValue == nil ? unicodeScalars.reduce(0) { $0 + $1.columns } : 1
  }
}

extension Unicode.Scalar {
  /// The width of the scalar in columns: two for wide letters and emoji, none for marks and
  /// joiners.
  package var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if value < 0x1100 { return 1 }
    // The vowels and final consonants of decomposed Korean syllables.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    // Two of these make a flag, which takes two columns.
    if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
    return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// The scalars that Unicode calls wide (East Asian width W or F), except emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FB,
    0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
