#if NATS
import Fleet
import Moonroute
import NATSFleet
import ReleaseTrust
import ScriptHost
import Synchronization
import TestSupport
import Testing

/// Hosts of a cluster that change a value, emit durable events and follow releases: one beside each
/// server, and one that can lose all of them.
final class ClusterScene: Sendable {
  /// The last words of a host: `ok`, or the reason why it could not change the value, or store an
  /// event.
  struct Answer: Equatable {
    var change = "ok"
    var event = "ok"

    static let works = Answer()

    /// Whether the host says that it cannot.
    var isHonest: Bool {
      ["offline", "unknown"].contains(change) && event == "offline"
    }
  }

  private static let rules = """
    resources.put { path = "/count", value = 0, shared = true }
    events.declare { name = "paid", path = "/paid/:id<int>", reach = "fleet", durable = "billing" }
    events.on("paid", function(event) host.note(event.params.id) end)
    function add()
      local read
      local value, problem = resources.change("/count", function(n) read = n; return n + 1 end)
      return read or -1, value or -1, problem or "ok"
    end
    function see()
      local seen
      local _, problem = resources.change("/count", function(n) seen = n end)
      return seen or -1, problem or "ok"
    end
    function pay(id)
      local isStored, problem = pcall(events.emit, "/paid/" .. id)
      return isStored and "ok" or problem.code
    end
    """

  let network: FleetNetwork
  /// The hosts beside the servers 0 to 2, and the one elsewhere.
  private let hosts: [FleetHost]
  private let followers: [FollowingHost]
  private let author: NATSLink
  private let depot: MemoryDepot
  private let record = ChangeRecord()
  private let lastID = Atomic(0)
  private let stored = Mutex<Set<Int>>([])
  private let handled: AsyncStream<Int>
  private let lastVersion = Mutex(1)

  /// The number of the host that is beside no server.
  static let far = 3
  static let all = 0...far

  init(_ network: FleetNetwork) async throws {
    self.network = network
    let (handled, note) = AsyncStream.makeStream(of: Int.self)
    self.handled = handled
    depot = try MemoryDepot(now: .now)
    for version in 1...20 { try depot.admit(try MemoryDepot.bundle(version)) }
    try depot.publish(1)
    author = try await network.link(to: FleetNetwork.servers)
    var (hosts, followers): ([FleetHost], [FollowingHost]) = ([], [])
    for number in Self.all {
      let link =
        if number == Self.far {
          try await network.link(to: FleetNetwork.servers)
        } else {
          try await network.link(beside: number)
        }
      let name = "web-\(number)"
      let offers: @Sendable (inout HostOffers) -> Void = { offers in
        offers.function("note") { (id: Int) in _ = note.yield(id) }
      }
      let clock = HurriedClock()
      hosts.append(
        try await FleetHost.start(of: "shop", (name, link), Self.rules, offers, clock: clock)
      )
      followers.append(try await FollowingHost(name, depot, link, clock: clock))
    }
    (self.hosts, self.followers) = (hosts, followers)
  }

  func stop() async { for host in hosts { await host.stop() } }

  // MARK: Work

  /// Changes the value and stores events, until one of both fails.
  @discardableResult
  func work(on host: Int, _ count: Int = 3) async throws -> Answer {
    var answer = Answer()
    for _ in 0..<count {
      if answer.change == "ok" { answer.change = try await add(on: host) }
      if answer.event == "ok" { answer.event = try await pay(on: host) }
    }
    return answer
  }

  /// Works on several hosts at the same time.
  func work(on hosts: some Sequence<Int>, _ count: Int = 3) async throws -> [Int: Answer] {
    try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
      for host in hosts { group.addTask { (host, try await self.work(on: host, count)) } }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  /// Waits until each of several hosts works.
  func untilWorking(_ hosts: some Sequence<Int>) async throws {
    for host in hosts { while try await work(on: host, 1) != .works {} }
  }

  private func add(on host: Int) async throws -> String {
    let begin = record.tick()
    let words = try await hosts[host].host.evaluate("add()")
    let (end, problem) = (record.tick(), words[2])
    if let read = Int(words[0]), problem == "ok" || problem == "unknown" {
      record.add(.init(read, read + 1, begin, problem == "ok" ? end : nil))
    }
    // Others were faster each time.
    return problem == "conflict" ? "ok" : problem
  }

  private func pay(on host: Int) async throws -> String {
    let id = lastID.add(1, ordering: .relaxed).newValue
    let word = try await hosts[host].host.evaluate("pay(\(id))")[0]
    if word == "ok" { stored.withLock { _ = $0.insert(id) } }
    return word
  }

  /// The copy of a host.
  func copy(on host: Int) async throws -> Int {
    try #require(Int(try await hosts[host].host.evaluate("resources.get('/count')")[0]))
  }

  /// Waits until the copies of all hosts are the value of the fleet, and returns it.
  func untilEqual() async throws -> Int {
    var last = -1
    while last < 0 {
      let words = try await hosts[0].host.evaluate("see()")
      if words[1] == "ok" { last = Int(words[0]) ?? -1 }
    }
    for host in Self.all { while try await copy(on: host) != last { await Task.yield() } }
    return last
  }

  /// Waits until a host says that it cannot read the value of the fleet.
  func untilBlind(_ host: Int) async throws {
    while try await hosts[host].host.evaluate("see()") != ["-1", "offline"] {}
  }

  // MARK: Releases

  /// Publishes the next version, and repeats it until the fleet has taken it.
  func publish() async throws -> Int {
    let version = lastVersion.withLock { version in
      version += 1
      return version
    }
    try depot.publish(version)
    while (try? await depot.announce(over: author)) == nil { await Task.yield() }
    return version
  }

  /// Waits until hosts use a version.
  func untilUsing(_ version: Int, _ hosts: some Sequence<Int>) async {
    for host in hosts { await followers[host].isUsing(version) }
  }

  // MARK: End

  /// Checks that all hosts agree, and that nothing acknowledged is lost.
  func checkEnd() async throws {
    try await untilWorking(Self.all)
    await untilUsing(try await publish(), Self.all)
    let last = try await untilEqual()
    let changes = record.changes
    let known = changes.filter { $0.end != nil }
    #expect(known.count <= last && last <= changes.count)
    #expect(ChangeHistory(changes, last: last).isLinearizable)
    var open = stored.withLock { $0 }
    for await id in handled {
      open.remove(id)
      if open.isEmpty { break }
    }
    await stop()
  }
}
#endif
