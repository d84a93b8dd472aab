#if Releases
import TestSupport
import Testing

/// Roll-outs in fleets under faults; the rules are those of ``FleetSimulator``.
@Suite(.timeLimit(.minutes(60))) struct FleetSimulatorTests {
  @Test func `no fault lets a host use a wrong release, and the fleet agrees afterwards`()
    async throws
  {
    let first = TestScale.askedSeed ?? 1
    for seed in first..<first + TestScale.fleetSeeds {
      let fleet = try FleetSimulator(seed: seed, hosts: TestScale.fleetHosts)
      try await fleet.run()
      guard fleet.violations.isEmpty else {
        Issue.record("MOONROUTE_SEED=\(seed): \(fleet.violations)\n\(fleet.trace.suffix(60))")
        return
      }
    }
  }

  @Test func `equal seeds give equal runs`() async throws {
    var traces: [[String]] = []
    for seed: UInt64 in [7, 7, 8] {
      let fleet = try FleetSimulator(seed: seed, hosts: 4)
      try await fleet.run()
      traces.append(fleet.trace)
    }
    #expect(traces[0] == traces[1])
    #expect(traces[0] != traces[2])
    #expect(traces[0].count > 20)
  }
}
#endif
