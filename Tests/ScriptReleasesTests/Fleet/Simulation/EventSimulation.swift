#if Releases
import Fleet
import Moonroute
import Synchronization

/// Events and a shared value in a fleet under faults, in virtual time.
///
/// These rules hold at any moment:
/// 1. A host receives only events that were emitted, with the name of their sender.
/// 2. It receives each at most once, and the events of a sender in their order, unless messages
///    arrive doubled or late.
/// 3. Its copy of the value, which only grows, never goes back.
/// 4. The durable events begin in the order in which they were stored. The next one begins when the
///    one before it has ended, unless one of the two hosts has crashed or was away.
///
/// These hold after the last fault:
/// 5. After a minute, each host has the value of the fleet. It is at least the number of acknowledged
///    changes, and at most that number and the unknown ones.
/// 6. After a minute, a new event reaches each host.
/// 7. After five minutes, each stored durable event was handled, or is a dead letter.
final class EventSimulation: Sendable {
  private struct State {
    var senders: [Int: String] = [:]
    var lastNumber = 0
    var newest: [Reading: Int] = [:]
    var copies: [Int: Int] = [:]
    var changes = (acknowledged: 0, unknown: 0)
    var begun: [Int] = []
    var handled: Set<Int> = []
    var running: (number: Int, life: Int)?
    var violations: [String] = []
    var trace: [String] = []
  }

  /// The events of one sender that one life of a host reads.
  private struct Reading: Hashable {
    let life: Int
    let sender: String
  }

  let fleet: FleetSimulator
  /// Whether messages arrive doubled or late.
  private let isDisordered: Bool
  private let hosts: [SimulatedMember]
  private let state = Mutex(State())

  init(seed: UInt64, hosts count: Int) {
    fleet = FleetSimulator(seed: seed)
    isDisordered = seed % 2 == 0
    hosts = (0..<count).map { SimulatedMember("web-\($0)") }
  }

  var violations: [String] { state.withLock { $0.violations } }
  var trace: [String] { state.withLock { $0.trace } }

  // MARK: Run

  func run() async throws {
    try await fleet.run { [self] in
      for host in hosts { begin(host) }
      try await fleet.clock.sleep(for: .seconds(1))
      fleet.faults =
        isDisordered ? .init(lost: 0.1, doubled: 0.1, delayed: 0.3) : .init(lost: 0.1)
      for turn in 1...60 {
        try await fleet.clock.sleep(for: .seconds(1 + fleet.random(below: 5)))
        if turn % 4 == 0 { try await makeTrouble() }
        await act()
        await checkCopies()
      }
      fleet.faults = .init()
      for host in hosts { host.link?.isConnected = true }
      note("heal")
      try await fleet.clock.sleep(for: .seconds(60))
      try await checkEnd()
      for host in hosts { await host.end() }
    }
  }

  private func note(_ event: String) {
    let line = "\(fleet.clock.now.time): \(event)"
    state.withLock { $0.trace.append(line) }
  }

  private func violate(_ rule: String) {
    note("violation: \(rule)")
    state.withLock { $0.violations.append(rule) }
  }

  private func begin(_ host: SimulatedMember) {
    let life = nextNumber()
    host.begin(life, in: self)
  }

  private func nextNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  private var someone: SimulatedMember { hosts[fleet.random(below: hosts.count)] }

  // MARK: Acts and faults

  private func act() async {
    let host = someone
    guard let router = host.router else { return }
    switch fleet.random(below: 3) {
    case 0: await emit(from: host)
    case 1: await change(in: router)
    default:
      let number = nextNumber()
      let result = try? await router.emitDurably("/paid/\(number)")
      note("\(host.name) paid \(number) \(result == nil ? "unknown" : "stored")")
    }
  }

  @discardableResult
  private func emit(from host: SimulatedMember) async -> Int {
    let number = nextNumber()
    state.withLock { $0.senders[number] = host.name }
    note("\(host.name) emits \(number)")
    _ = try? await host.router?.emit("/note/\(number)")
    return number
  }

  private func change(in router: LinkRouter) async {
    do {
      let new = try await router.change("/count") { (count: Int) in count + 1 }
      note("changed to \(new ?? -1)")
      state.withLock { $0.changes.acknowledged += 1 }
    } catch let error as RouterError where error.code == .unknown {
      state.withLock { $0.changes.unknown += 1 }
    } catch {}
  }

  private func makeTrouble() async throws {
    let host = someone
    switch fleet.random(below: 4) {
    case 0:
      note("crash \(host.name)")
      host.link?.isConnected = false
      await host.end()
      begin(host)
    case 1:
      note("partition \(host.name)")
      host.link?.isConnected = false
      // From here on, the fleet may give its event to another host, even if it soon returns.
      state.withLock { if $0.running?.life == host.life?.life { $0.running = nil } }
    case 2: for host in hosts { host.link?.isConnected = true }
    default:
      let forged = #"{"at":"/note/999999","extra":null,"from":"web-0","run":"x"}"#
      for text in [forged, "{", "null"] {
        try fleet.server.publish(Array(text.utf8), to: FleetSubject(text: "mr.shop.event.note.1"))
      }
    }
  }

  // MARK: Rules

  /// Notes an event of another host.
  func receive(_ number: Int, from origin: String, in life: Int) {
    let reading = Reading(life: life, sender: origin)
    let (sender, newest) = state.withLock { state in
      defer { state.newest[reading] = max(number, state.newest[reading] ?? 0) }
      return (state.senders[number], state.newest[reading] ?? 0)
    }
    if sender != origin { violate("event \(number) of \(sender ?? "nobody") came from \(origin)") }
    if !isDisordered, number <= newest {
      violate("event \(number) of \(origin) came after \(newest)")
    }
  }

  /// Handles a durable event, which may take some time or fail.
  func handle(_ number: Int, on host: SimulatedMember, in life: Int) async throws {
    let (before, isFirst) = state.withLock { state in
      defer { state.running = (number, life) }
      let isFirst = !state.begun.contains(number)
      if isFirst { state.begun.append(number) }
      return (state.running, isFirst)
    }
    note("\(host.name) begins \(number)\(isFirst ? "" : " again")")
    // A host that is away begins what it received before, and another host has it too.
    if let before, host.isReachable(in: life),
      hosts.contains(where: { $0.isReachable(in: before.life) })
    {
      violate("event \(number) began before the end of \(before.number)")
    }
    defer { state.withLock { if $0.running?.life == life { $0.running = nil } } }
    try await fleet.clock.sleep(for: .seconds(fleet.random(below: 4)))
    if fleet.random(below: 10) == 0 { throw RouterError(.denied, "It fails by chance.") }
    _ = state.withLock { $0.handled.insert(number) }
  }

  private func checkCopies() async {
    for host in hosts {
      guard let (life, router) = host.life, let copy: Int = try? await router.get("/count") else {
        continue
      }
      let before = state.withLock { state in
        defer { state.copies[life] = copy }
        return state.copies[life] ?? 0
      }
      if copy < before { violate("the copy of \(host.name) went from \(before) to \(copy)") }
    }
  }

  private func checkEnd() async throws {
    await checkCopies()
    let copies = Set(hosts.compactMap(\.life).map { state.withLock { $0.copies }[$0.life] ?? -1 })
    let changes = state.withLock { $0.changes }
    let allowed = changes.acknowledged...(changes.acknowledged + changes.unknown)
    if copies.count != 1 || !copies.allSatisfy(allowed.contains) {
      violate("the copies \(copies.sorted()) are not one of \(allowed)")
    }
    let last = await emit(from: hosts[0])
    try await fleet.clock.sleep(for: .seconds(1))
    for host in hosts.dropFirst() {
      let reading = Reading(life: host.life?.life ?? 0, sender: hosts[0].name)
      if state.withLock({ $0.newest[reading] }) != last {
        violate("event \(last) has not reached \(host.name)")
      }
    }
    try await fleet.clock.sleep(for: .seconds(240))
    checkWork()
    note("end \(copies.sorted()) \(changes)")
  }

  private func checkWork() {
    func numbers(_ kind: String) -> [Int] {
      fleet.server.stored.map { $0.subject.description.split(separator: ".") }
        .filter { $0[2] == kind }
        .compactMap { $0.last.flatMap { Int($0) } }
    }
    let (stored, dead) = (numbers("durable"), Set(numbers("dead")))
    let (begun, handled) = state.withLock { ($0.begun, $0.handled) }
    if begun != stored { violate("events began as \(begun), and were stored as \(stored)") }
    let lost = stored.filter { !handled.contains($0) && !dead.contains($0) }
    if !lost.isEmpty { violate("events \(lost) were not handled") }
  }
}
#endif
