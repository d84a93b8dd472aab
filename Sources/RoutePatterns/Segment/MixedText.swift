struct MixedText {
  let bytes: UnsafeBufferPointer<UInt8>
  let isFolded: Bool
  /// Whether constraints ignore case.
  let isLoose: Bool
  /// By literal text and byte, the length of the text there; `nil` if comparing bytes is
  /// sufficient.
  let lengths: [[Int]]?

  /// The length of a literal text that begins at a byte, or `nil` if it does not begin there.
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

  /// Finds the first occurrence of a literal text after at least one byte; the last text must end
  /// at the end of the segment.
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

  func isSame(_ literal: UInt8, _ given: UInt8) -> Bool {
    isFolded ? literal.lowercasedASCII == given.lowercasedASCII : literal == given
  }
}
