/// Detects memory that grows whenever an action repeats.
package enum MemoryGrowth {
  /// The numbers of rounds after which memory is compared.
  ///
  /// By the first, temporary memory has reached its usual size; by the third, pools are full. A
  /// full collection after each round keeps garbage from filling the pools.
  package static let rounds = [24, 56, 120, 250]

  /// The number of leading rounds that are enough for a suspicion.
  package static let suspiciousRounds = 2

  /// The smallest growth per round that counts: half of a table slot, because tables grow in steps.
  private static let leastGrowth = 8

  /// Whether the bytes have grown between all measured rounds; if not, further ones are
  /// unnecessary.
  package static func grows(_ bytes: [Int]) -> Bool {
    zip(bytes, bytes.dropFirst()).enumerated()
      .allSatisfy { index, pair in
        pair.1 - pair.0 >= leastGrowth * (rounds[index + 1] - rounds[index])
      }
  }
}
