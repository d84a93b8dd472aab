import Testing

@testable import ScriptTesting

@Suite struct MemoryGrowthTests {
  /// The bytes after each round, of a table that gains some values in each and doubles its capacity.
  private static func table(_ countOfRound: Int) -> [Int] {
    (1...(MemoryGrowth.rounds.last ?? 1))
      .map { round in
        var places = 4
        while places < round * countOfRound { places *= 2 }
        return 100_000 + 16 * places
      }
  }

  /// The bytes after each round, from those after the measured rounds.
  private static func held(_ bytes: [Int]) -> [Int] {
    zip([0] + MemoryGrowth.rounds, zip(MemoryGrowth.rounds, bytes))
      .flatMap { start, measured in Array(repeating: measured.1, count: measured.0 - start) }
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
    #expect(!MemoryGrowth.grows(Self.held(bytes)))
  }

  @Test func `the first rounds already show that nothing grows`() {
    #expect(!MemoryGrowth.grows(Self.held([100, 100])))
    #expect(MemoryGrowth.grows(Self.held([100, 400])))
  }

  @Test func `a buffer that shrinks in the first rounds does not hide what grows`() {
    let buffer = (1...250).map { $0 < 33 ? 10_000 : 7_824 }
    #expect(!MemoryGrowth.grows(buffer))
    #expect(!MemoryGrowth.grows(Array(buffer.prefix(56))))
    for count in [56, 120, 250] {
      let growing = buffer.prefix(count).enumerated().map { $1 + 72 * $0 }
      #expect(MemoryGrowth.grows(growing), "\(count) rounds")
    }
    // Several drops are no accident.
    let sawtooth = (1...56).map { 10_000 + 64 * ($0 % 8) }
    #expect(!MemoryGrowth.grows(sawtooth))
  }
}
