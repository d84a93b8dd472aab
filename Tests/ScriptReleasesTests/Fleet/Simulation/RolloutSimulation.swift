#if Releases
import Fleet
import ReleaseTrust
import ScriptReleases
import Synchronization

/// A roll-out in a fleet under faults, in virtual time.
///
/// These rules hold at any moment:
/// 1. A host uses the release that the newest record it has seen offers it, except one that it
///    refused. So it never uses an unsigned release, and after a halt no host takes the bad one.
/// 2. No host takes an older record than one that it has used.
///
/// These hold a minute after the last fault:
/// 3. Each host has seen the last record.
/// 4. Each host uses the new release, or the old one if the new one is bad.
/// 5. The census names each living host with its release, and each crashed one as silent.
final class RolloutSimulation: Sendable {
  private struct State {
    var records: [Int64: ChannelRecord] = [:]
    var newest: [String: Int64] = [:]
    var violations: [String] = []
    /// The events, to compare two runs.
    var trace: [String] = []
    var lives: [String: Task<Void, any Error>] = [:]
  }

  static let shares = [1_000, 5_000, ChannelRecord.Offer.whole]

  let fleet: FleetSimulator
  let depot: MemoryDepot
  /// Whether a route of release 2 fails.
  let isBad: Bool
  private let hosts: [SimulatedHost]
  private let state = Mutex(State())

  init(seed: UInt64, hosts count: Int) throws {
    fleet = FleetSimulator(seed: seed)
    isBad = seed % 2 == 0
    depot = try MemoryDepot.with(1, 2)
    hosts = (0..<count).map { SimulatedHost("web-\($0)") }
  }

  var now: Duration { fleet.clock.now.time }
  var violations: [String] { state.withLock { $0.violations } }
  var trace: [String] { state.withLock { $0.trace } }

  // MARK: Run

  /// Rolls release 2 out under faults, and checks the rules.
  func run() async throws {
    try await fleet.run { [self] in
      try await publish([(1, ChannelRecord.Offer.whole)])
      for host in hosts { begin(host) }
      fleet.faults = .init(lost: 0.1, doubled: 0.1, delayed: 0.3)
      let chaos = Task(executorPreference: fleet.executor) { try await self.makeTrouble() }
      try await rollOut()
      chaos.cancel()
      _ = await chaos.result
      try await heal()
      try await checkEnd()
      for life in state.withLock({ Array($0.lives.values) }) {
        life.cancel()
        _ = await life.result
      }
    }
  }

  private func begin(_ host: SimulatedHost) {
    let life = Task(executorPreference: fleet.executor) { try await host.live(in: self) }
    state.withLock { $0.lives[host.name] = life }
  }

  private func note(_ event: String) {
    let line = "\(now): \(event)"
    state.withLock { $0.trace.append(line) }
  }

  // MARK: Roll-out

  private func publish(_ offers: [(version: Int, share: Int)]) async throws {
    try depot.publish(offers)
    let author = try depot.author()
    guard let record = author.record(of: "stable") else { return }
    note("publish \(offers)")
    state.withLock { $0.records[author.channelsVersion] = record }
    try await depot.announce(over: fleet.server)
  }

  private var share: Int {
    get throws { try depot.author().record(of: "stable")?.offers.first?.share ?? 0 }
  }

  /// Promotes release 2; the command is killed once, and begins again.
  private func rollOut() async throws {
    try await publish([(2, 100), (1, ChannelRecord.Offer.whole)])
    let first = Task(executorPreference: fleet.executor) { try await self.promote() }
    try await fleet.clock.sleep(for: .seconds(fleet.random(below: 150)))
    first.cancel()
    _ = await first.result
    try await promote()
  }

  private func promote() async throws {
    let share = try share
    guard try depot.author().record(of: "stable")?.offers.count == 2,
      share < ChannelRecord.Offer.whole
    else { return }
    let plan = Rollout.Plan(stages: Self.shares, every: .seconds(60), failedShare: 0.02)
    let run = RolloutRun(of: "shop", channel: "stable", over: fleet.link(), clock: fleet.clock)
    let result = try await run.run(2, at: share, plan) { event in
      guard case .raise(let share, _) = event else { return true }
      let whole = ChannelRecord.Offer.whole
      try await self.publish(share == whole ? [(2, whole)] : [(2, share), (1, whole)])
      return true
    }
    switch result {
    case .done: if isBad { violate("the roll-out of a bad release was completed") }
    case .halted(let problem, _):
      if !isBad { violate("a good release was halted: \(problem)") }
      try await publish([(1, ChannelRecord.Offer.whole)])
    }
  }

  // MARK: Faults

  /// Crashes, partitions and forged news, until the task is cancelled.
  private func makeTrouble() async throws {
    let forger = try MemoryDepot.with(1, 2, 99)
    for _ in 0..<20 { try forger.publish(99) }
    while true {
      try await fleet.clock.sleep(for: .seconds(1 + fleet.random(below: 20)))
      let host = hosts[fleet.random(below: hosts.count)]
      switch fleet.random(below: 4) {
      case 0:
        note("crash \(host.name)")
        await crash(host)
        begin(host)
      case 1:
        note("partition \(host.name)")
        host.link?.isConnected = false
      case 2: for host in hosts { host.link?.isConnected = true }
      default: try await forge(forger)
      }
    }
  }

  private func crash(_ host: SimulatedHost) async {
    let life = state.withLock { $0.lives.removeValue(forKey: host.name) }
    life?.cancel()
    _ = await life?.result
  }

  /// Sends the news of another depot, as a message and as a value.
  private func forge(_ forger: MemoryDepot) async throws {
    note("forge")
    let other = MemoryLink()
    try await forger.announce(over: other)
    let key = FleetKey.news("shop", channel: "stable")
    let bytes = try other.value(of: key)?.bytes ?? []
    try fleet.server.publish(bytes, to: .news("shop", channel: "stable"))
    try fleet.server.put(bytes, at: key, after: try fleet.server.value(of: key)?.revision ?? 0)
  }

  /// Sends the last news, which some hosts do not receive, and ends the faults.
  ///
  /// One host has crashed and does not return.
  private func heal() async throws {
    await crash(hosts[0])
    for host in hosts { host.link?.isConnected = fleet.random(below: 2) == 0 }
    try await publish([(isBad ? 1 : 2, ChannelRecord.Offer.whole)])
    try await fleet.clock.sleep(for: .seconds(10))
    fleet.faults = .init()
    for host in hosts { host.link?.isConnected = true }
    note("heal")
    try await fleet.clock.sleep(for: .seconds(60))
  }

  // MARK: Rules

  private func violate(_ rule: String) {
    note("violation: \(rule)")
    state.withLock { $0.violations.append(rule) }
  }

  /// Checks a host after a look or a check.
  func observe(_ host: SimulatedHost, isLook: Bool) {
    let (status, name) = (host.status, host.name)
    guard let number = status.channelsVersion else { return }
    let newest = state.withLock { state in
      defer { state.newest[name] = max(number, state.newest[name] ?? 0) }
      return state.newest[name] ?? 0
    }
    if number < newest { violate("\(name) returned from #\(newest) to #\(number)") }
    guard let record = state.withLock({ $0.records[number] }) else {
      return violate("\(name) uses the unknown record #\(number)")
    }
    guard isLook, status.problem == nil else { return }
    note("\(name) #\(number) \(status.active?.version ?? 0)")
    let refused = status.refused.map(\.name)
    let offer = record.offer(for: name) { !refused.contains($0) }
    guard status.active?.name == offer?.bundle else {
      return violate("\(name) uses \(status.active?.name ?? "-"), not \(offer?.bundle ?? "-")")
    }
  }

  private func checkEnd() async throws {
    let author = try depot.author()
    for host in hosts.dropFirst() {
      let status = host.status
      if status.channelsVersion != author.channelsVersion {
        violate("\(host.name) has not seen #\(author.channelsVersion)")
      }
      if status.active?.version != (isBad ? 1 : 2) {
        violate("\(host.name) ends with \(status.active?.version ?? 0)")
      }
    }
    let view = try await FleetView.ask(
      "shop",
      channel: "stable",
      over: fleet.server.another(),
      clock: fleet.clock
    )
    let expected = hosts.dropFirst().map { "\($0.name) \($0.status.active?.version ?? 0)" }
    let seen = view.reports.map { "\($0.host) \($0.version ?? 0)" }
    if seen.sorted() != expected.sorted() { violate("the census has \(seen)") }
    if view.silent != [hosts[0].name] { violate("silent are \(view.silent)") }
    note("end \(seen)")
  }
}
#endif
