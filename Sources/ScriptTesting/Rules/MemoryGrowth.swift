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

  /// Whether the bytes have grown from each number of rounds to the next so far; if not, further rounds are
  /// unnecessary.
  ///
  /// - Parameter bytes: The bytes after each round.
  /// - Returns: Whether they have grown.
  package static func grows(_ bytes: [Int]) -> Bool {
    zip(rounds, rounds.dropFirst())
      .allSatisfy { start, end in
        guard end <= bytes.count else { return true }
        let measured = bytes[(start - 1)..<end]
        if grows(over: measured) { return true }
        // A buffer of the first rounds may shrink once, which hides a small leak.
        guard start == rounds.first, let drop = largestDrop(in: measured) else { return false }
        return grows(over: measured[...drop]) && grows(over: measured[(drop + 1)...])
      }
  }

  private static func grows(over bytes: ArraySlice<Int>) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return true }
    return last - first >= leastGrowth * (bytes.count - 1)
  }

  /// The round before the largest drop.
  private static func largestDrop(in bytes: ArraySlice<Int>) -> Int? {
    bytes.indices.dropLast().max { bytes[$0] - bytes[$0 + 1] < bytes[$1] - bytes[$1 + 1] }
  }
}
