/// Tells whether what is held grows each time that something is done.
package enum MemoryGrowth {
  /// The rounds after which the bytes are compared: growth has to go on, whatever is made once, and
  /// whatever is let go once there is much of it.
  package static let rounds = [8, 24, 56, 128, 384, 896]

  /// The least that grows in a round: half of the place of a value in a table, which grows by leaps.
  private static let leastGrowth = 8

  /// Whether the bytes have grown from each of the rounds to the next, as far as they are known, and in
  /// the end at least half as fast as before: a pool that fills grows slower and slower.
  ///
  /// Where they have not, no more rounds are needed.
  package static func grows(_ bytes: [Int]) -> Bool {
    let hasGrown = zip(bytes, bytes.dropFirst()).enumerated()
      .allSatisfy { index, pair in
        pair.1 - pair.0 >= leastGrowth * (rounds[index + 1] - rounds[index])
      }
    guard hasGrown, bytes.count == rounds.count else { return hasGrown }
    let last = rounds.count - 1
    let (before, now) = (bytes[last - 1] - bytes[0], bytes[last] - bytes[last - 1])
    return 2 * now * (rounds[last - 1] - rounds[0]) >= before * (rounds[last] - rounds[last - 1])
  }
}
