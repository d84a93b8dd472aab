#if Releases
import Fleet
import Moonroute
import ScriptHost
import Synchronization
import TestSupport
import Testing

/// Fleets under faults; the rules are those of ``RolloutSimulation`` and ``EventSimulation``.
@Suite(.timeLimit(.minutes(60))) struct FleetSimulatorTests {
  @Test func `no fault lets a host use a wrong release, and the fleet agrees afterwards`()
    async throws
  {
    try await Self.forEachSeed(TestScale.rolloutSeeds) { seed in
      let simulation = try RolloutSimulation(seed: seed, hosts: TestScale.fleetHosts)
      try await simulation.run()
      return (simulation.violations, simulation.trace)
    }
  }

  @Test func `no fault loses a stored event or an acknowledged change`() async throws {
    try await Self.forEachSeed(TestScale.fleetSeeds) { seed in
      let simulation = EventSimulation(seed: seed, hosts: TestScale.fleetHosts)
      try await simulation.run()
      return (simulation.violations, simulation.trace)
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `a large fleet keeps the same rules`(seed: UInt64) async throws {
    let rollout = try RolloutSimulation(seed: seed, hosts: TestScale.largeFleetHosts)
    try await rollout.run()
    #expect(rollout.violations.prefix(5) == [], "\(rollout.violations.count)")
    let events = EventSimulation(seed: seed, hosts: TestScale.largeFleetHosts)
    try await events.run()
    #expect(events.violations.prefix(5) == [], "\(events.violations.count)")
  }

  private static func forEachSeed(
    _ count: UInt64,
    _ run: (UInt64) async throws -> (violations: [String], trace: [String])
  ) async throws {
    let first = TestScale.askedSeed ?? 1
    for seed in first..<first + count {
      let (violations, trace) = try await run(seed)
      guard violations.isEmpty else {
        Issue.record("MOONROUTE_SEED=\(seed): \(violations)\n\(trace.suffix(60))")
        return
      }
    }
  }

  @Test func `equal seeds give equal runs`() async throws {
    var traces: [[String]] = []
    for seed: UInt64 in [7, 7, 8] {
      let rollout = try RolloutSimulation(seed: seed, hosts: 4)
      try await rollout.run()
      let events = EventSimulation(seed: seed, hosts: 4)
      try await events.run()
      traces.append(rollout.trace + events.trace)
    }
    #expect(traces[0] == traces[1])
    #expect(traces[0] != traces[2])
    #expect(traces[0].count > 100)
  }

  @Test func `rules run in a simulated fleet, and an hour takes no time`() async throws {
    let fleet = FleetSimulator(seed: 1)
    let received = Mutex<[String]>([])
    let time = try await fleet.run {
      let rules = """
        events.declare { name = "closed", path = "/closed/:shop", reach = "fleet" }
        events.on("closed", function(event)
          sleep(3600)
          host.note(event.params.shop .. " from " .. (event.origin or "here"))
        end)
        """
      var lives: [Task<Void, Never>] = []
      var hosts: [ScriptHost] = []
      for name in ["web-1", "web-2"] {
        let router = try LinkRouter(
          isolation: fleet.actor,
          options: RouterOptions(clock: fleet.clock)
        )
        let host = try ScriptHost(.texts(["main.lua": rules]), in: router) { offers in
          offers.function("note") { (text: String) in received.withLock { $0.append(text) } }
        }
        try await host.load()
        let member = FleetMember(of: "shop", host: name, over: fleet.link())
        lives.append(
          Task(executorPreference: fleet.executor) {
            await member.run(in: router, clock: fleet.clock)
          }
        )
        hosts.append(host)
      }
      try await fleet.clock.sleep(for: .seconds(1))
      try await hosts[0].router.emit("/closed/berlin")
      try await fleet.clock.sleep(for: .seconds(7_200))
      for life in lives {
        life.cancel()
        await life.value
      }
      for host in hosts { await host.close() }
      return fleet.clock.now.time
    }
    #expect(received.withLock { $0 }.sorted() == ["berlin from here", "berlin from web-1"])
    #expect(time == .seconds(7_201))
  }

  @Test(arguments: [([2], 35), ([1, 2], 35), ([0, 1, 2], 30)] as [([Int], Int)])
  func `after a partition or a dead server, all hosts have the value of the fleet soon`(
    _ away: [Int],
    _ seconds: Int
  ) async throws {
    let fleet = FleetSimulator(seed: 1)
    let (apart, healed) = try await fleet.run {
      var lives: [Task<Void, Never>] = []
      var routers: [LinkRouter] = []
      let links = (0..<3).map { _ in fleet.link() }
      for (number, link) in links.enumerated() {
        let options = RouterOptions(clock: fleet.clock)
        let router = try LinkRouter(isolation: fleet.actor, options: options)
        try await router.put("/stock", value: 0, isShared: true)
        let member = FleetMember(of: "shop", host: "web-\(number)", over: link)
        lives.append(
          Task(executorPreference: fleet.executor) {
            await member.run(in: router, clock: fleet.clock)
          }
        )
        routers.append(router)
      }
      func read() async throws -> [Int] {
        var values: [Int] = []
        for router in routers { values.append(try await router.get("/stock", as: Int.self)) }
        return values
      }
      func count(on number: Int) async throws {
        _ = try await routers[number].change("/stock") { (count: Int) in count + 1 }
      }
      try await fleet.clock.sleep(for: .seconds(1))
      for number in away { links[number].isConnected = false }
      try await fleet.clock.sleep(for: .seconds(60))
      // Somebody who is connected changes the value, or nobody can.
      if away.count < 3 {
        try await count(on: 0)
      } else {
        await #expect(throws: RouterError.self) { try await count(on: 0) }
      }
      try await fleet.clock.sleep(for: .seconds(1))
      let apart = try await read()
      for number in away { links[number].isConnected = true }
      try await fleet.clock.sleep(for: .seconds(seconds))
      if away.count == 3 { try await count(on: 1) }
      try await fleet.clock.sleep(for: .milliseconds(1))
      let healed = try await read()
      for life in lives {
        life.cancel()
        await life.value
      }
      for router in routers { await router.close() }
      return (apart, healed)
    }
    #expect(apart == (0..<3).map { away.count == 3 || away.contains($0) ? 0 : 1 })
    #expect(healed == [1, 1, 1])
  }

  @Test func `a simulation that waits for something outside of it ends with an error`() async {
    let fleet = FleetSimulator(seed: 1)
    let (outside, end) = AsyncStream.makeStream(of: Void.self)
    let error = await #expect(throws: FleetSimulator.DeadlockError.self) {
      try await fleet.run { for await _ in outside {} }
    }
    #expect(error?.description.contains("Task(executorPreference: fleet.executor)") == true)
    end.finish()
  }

  @Test func `faults lose, double and delay messages`() async throws {
    for (faults, expected) in [
      (FleetSimulator.Faults(lost: 1), []), (.init(doubled: 1), [1, 1, 2, 2]), (.init(), [1, 2]),
    ] as [(FleetSimulator.Faults, [UInt8])] {
      let fleet = FleetSimulator(seed: 3)
      let received = try await fleet.run {
        let deliveries = fleet.link().deliveries(of: [.ask("shop")], limit: 16)
        let sender = fleet.link()
        fleet.faults = faults
        for number: UInt8 in 1...2 { try sender.publish([number], to: .ask("shop")) }
        try await fleet.clock.sleep(for: .seconds(9))
        fleet.faults = .init()
        try sender.publish([9], to: .ask("shop"))
        var received: [UInt8] = []
        for await case .message(let message) in deliveries {
          if message.bytes == [9] { break }
          received += message.bytes
        }
        return received
      }
      #expect(received == expected)
    }
  }
}
#endif
