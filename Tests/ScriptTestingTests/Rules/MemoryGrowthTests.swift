import Testing

@testable import ScriptTesting

@Suite struct MemoryGrowthTests {
  /// The size of a table that gains some values in each round and doubles its capacity.
  private static func table(_ countOfRound: Int) -> [Int] {
    MemoryGrowth.rounds.map { round in
      var places = 4
      while places < round * countOfRound { places *= 2 }
      return 100_000 + 16 * places
    }
  }

  @Test(arguments: 1...64)
  func `a list that gets longer each time grows, whatever its capacity`(_ count: Int) {
    #expect(MemoryGrowth.grows(Self.table(count)))
  }

  @Test(arguments: [
    [100, 100, 100, 100],
    [100, 4_000, 4_000, 4_000],
    // A pool that is full before the last round.
    [100, 800, 6_000, 6_000],
    // Memory that is released once there is much of it.
    [98_308, 103_228, 119_554, 113_410],
  ])
  func `a pool that fills does not grow`(_ bytes: [Int]) {
    #expect(!MemoryGrowth.grows(bytes))
  }

  @Test func `the first rounds already show that nothing grows`() {
    #expect(!MemoryGrowth.grows([100, 100]))
    #expect(MemoryGrowth.grows([100, 400]))
  }
}
