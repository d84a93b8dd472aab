/// Tells whether what is held grows each time that something is done.
package enum MemoryGrowth {
  /// The rounds after which the bytes are compared.
  ///
  /// Memory of the last few rounds is there by the first of them, and pools are full by the last
  /// but one. Everything is collected after each round, so that no pool grows for what waits for it.
  package static let rounds = [24, 56, 120, 250]

  /// The first of them, which are enough to suspect that something grows.
  package static let suspiciousRounds = 2

  /// The least that grows in a round: half of the place of a value in a table, which grows by leaps.
  private static let leastGrowth = 8

  /// Whether the bytes have grown from each of the rounds to the next, as far as they are known.
  ///
  /// Where they have not, no more rounds are needed.
  package static func grows(_ bytes: [Int]) -> Bool {
    zip(bytes, bytes.dropFirst()).enumerated()
      .allSatisfy { index, pair in
        pair.1 - pair.0 >= leastGrowth * (rounds[index + 1] - rounds[index])
      }
  }
}
