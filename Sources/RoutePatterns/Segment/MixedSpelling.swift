/// Finds literal text of a segment in its other spellings: canonically equivalent, or in another
/// case.
struct MixedSpelling: Sendable {
  /// Literal text, part by part.
  private let texts: [Text]
  private let needsSpelling: Bool

  private struct Text: Sendable {
    let bytes: [UInt8]
    let characters: [Character]
    let folded: [String]
  }

  init(_ literals: [String]) {
    texts = literals.map { text in
      Text(
        bytes: Array(text.utf8),
        characters: Array(text),
        folded: text.map { $0.lowercased() }
      )
    }
    needsSpelling = literals.contains { $0.utf8.contains { $0 >= 0x80 } }
  }

  /// Finds the length of each text at each byte of the segment; 0 if it does not begin there.
  ///
  /// Returns `nil` if comparing bytes is sufficient.
  ///
  /// - Complexity: O(*n* · *m*) for *n* bytes and literal texts of *m* characters.
  func lengths(
    _ segment: UnsafeBufferPointer<UInt8>,
    isFolded: Bool,
    _ budget: inout MatchBudget
  ) -> [[Int]]? {
    guard needsSpelling, segment.contains(where: { $0 >= 0x80 }) else { return nil }
    let width = texts.reduce(0) { $0 + $1.bytes.count }
    guard budget.spend(segment.count * (width + texts.count) * (isFolded ? 16 : 4)) else {
      return nil
    }
    let characters = Array(String(decoding: segment, as: UTF8.self))
    let widths = characters.map { $0.utf8.count }
    return texts.map { text in
      var lengths = (0...segment.count)
        .map { start in
          segment[start...].starts(with: text.bytes) ? text.bytes.count : 0
        }
      var offset = 0
      for index in characters.indices {
        let end = index + text.characters.count
        if lengths[offset] == 0, end <= characters.count,
          Self.isSame(characters[index..<end], text, isFolded)
        {
          lengths[offset] = widths[index..<end].reduce(0, +)
        }
        offset += widths[index]
      }
      return lengths
    }
  }

  private static func isSame(
    _ given: ArraySlice<Character>,
    _ text: Text,
    _ isFolded: Bool
  ) -> Bool {
    isFolded
      ? zip(given, text.folded).allSatisfy { $0.lowercased() == $1 }
      : given.elementsEqual(text.characters)
  }
}
