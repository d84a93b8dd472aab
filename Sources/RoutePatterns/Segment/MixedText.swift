/// A segment while literal text is looked for in it.
struct MixedText {
  let bytes: UnsafeBufferPointer<UInt8>
  let isFolded: Bool
  /// Whether constraints read letters in any case.
  let isLoose: Bool
  /// By literal text and byte, how long the text is there; `nil` if its bytes say it.
  let lengths: [[Int]]?

  /// How long a literal text is that begins at a byte, or `nil` if it does not begin there.
  func length(
    of literal: [UInt8],
    _ number: Int,
    at start: Int,
    _ budget: inout MatchBudget
  ) -> Int? {
    budget.spend(1)
    if let lengths {
      let length = lengths[number][start]
      return length > 0 ? length : nil
    }
    guard start + literal.count <= bytes.count else { return nil }
    var count = 0
    while count < literal.count, isSame(literal[count], bytes[start + count]) { count += 1 }
    budget.spend(count)
    return count == literal.count ? count : nil
  }

  /// Finds the first place of a literal text that leaves at least one byte before it, and that ends
  /// where the segment ends if it is the last.
  ///
  /// - Complexity: O(*n* · *m*) for *n* bytes and a literal of *m* bytes.
  func first(
    _ literal: [UInt8],
    _ number: Int,
    after start: Int,
    isLast: Bool,
    _ budget: inout MatchBudget
  ) -> Range<Int>? {
    var position = start + 1
    if isLast, lengths == nil { position = max(position, bytes.count - literal.count) }
    while position < bytes.count {
      if let length = length(of: literal, number, at: position, &budget),
        !isLast || position + length == bytes.count
      {
        return position..<position + length
      }
      guard !budget.isSpent else { return nil }
      position += 1
    }
    return nil
  }

  /// Whether a byte of a literal text is a byte of the segment.
  func isSame(_ literal: UInt8, _ given: UInt8) -> Bool {
    isFolded ? literal.lowercasedASCII == given.lowercasedASCII : literal == given
  }
}
