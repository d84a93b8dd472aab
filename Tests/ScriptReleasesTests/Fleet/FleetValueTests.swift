#if Releases
import Fleet
import Moonroute
import NATSFleet
import ScriptHost
import Synchronization
import TestSupport
import Testing

/// The shared resources of a fleet, in memory and over NATS.
@Suite(.timeLimit(.minutes(5))) struct FleetValueTests {
  private static let rules = """
    resources.put { name = "stock", path = "/stock", value = 3, shared = true }
    resources.put { path = "/plan", value = { days = 1 }, shared = true }
    events.declare { path = "/ready/:host", reach = "fleet" }
    function take(count)
      return resources.change("stock", function(n) if n >= count then return n - count end end)
    end
    """

  /// Waits until a line has a result.
  private static func expect(_ line: String, _ result: [String], on host: FleetHost) async throws {
    while try await host.host.evaluate(line) != result { await Task.yield() }
  }

  @Test(arguments: FleetLinkTests.Engine.allCases)
  func `a change on one host is the value of all hosts`(
    engine: FleetLinkTests.Engine
  ) async throws {
    let (one, two) = try await engine.links()
    let links = [("one", one), ("two", two)]
    try await FleetHost.run(of: "values-\(engine)", links, Self.rules) { hosts in
      #expect(try await hosts[1].host.evaluate("resources.get('stock')") == ["3"])
      #expect(try await hosts[0].host.evaluate("take(1)") == ["2"])
      #expect(try await hosts[0].host.evaluate("resources.get('stock')") == ["2"])
      try await Self.expect("resources.get('/stock', 'integer')", ["2"], on: hosts[1])
      #expect(try await hosts[1].host.evaluate("take(2)") == ["0"])
      #expect(try await hosts[0].host.evaluate("take(1)") == ["nil"])
      let plan = "resources.change('/plan', function(p) p.days = p.days + 1; return p end).days"
      #expect(try await hosts[0].host.evaluate(plan) == ["2"])
      #expect(try await hosts[1].host.evaluate(plan) == ["3"])
      try await Self.expect("resources.get('/plan').days", ["3"], on: hosts[0])
    }
  }

  @Test func `a host has its last copy without the fleet, also after a start and a reload`()
    async throws
  {
    let server = MemoryLink()
    let (one, two) = (server.another(), server.another())
    let storage = MemoryResources()
    try await FleetHost.run(of: "shop", [("one", one), ("two", two)], Self.rules) { hosts in
      #expect(try await hosts[0].host.evaluate("take(1)") == ["2"])
      try await Self.expect("resources.get('stock')", ["2"], on: hosts[1])
      two.isConnected = false
      #expect(try await hosts[1].host.evaluate("take(1)") == ["nil", "offline"])
      try await hosts[1].host.load(from: .texts(["main.lua": Self.rules + "\n"]))
      #expect(try await hosts[1].host.evaluate("resources.get('stock')") == ["2"])
      #expect(try await hosts[0].host.evaluate("take(1)") == ["1"])
      two.isConnected = true
      try await Self.expect("resources.get('stock')", ["1"], on: hosts[1])
    }
    for expected in [["2"], ["1"]] {
      let router = try LinkRouter(isolation: nil, options: RouterOptions(storage: storage))
      let host = try ScriptHost(.texts(["main.lua": Self.rules]), in: router)
      try await host.load()
      #expect(try await host.evaluate("take(1)") == expected)
      await host.close()
      await router.close()
    }
  }

  /// A link whose writes end in one way.
  private final class BadLink: FleetLink {
    let link: MemoryLink
    let writeCount = Atomic(0)
    let kind: FleetError.Kind

    init(_ link: MemoryLink, _ kind: FleetError.Kind) { (self.link, self.kind) = (link, kind) }

    func deliveries(of subjects: [FleetSubject], limit: Int) -> AsyncStream<FleetDelivery> {
      link.deliveries(of: subjects, limit: limit)
    }
    func publish(_ bytes: [UInt8], to subject: FleetSubject) throws(FleetError) {
      try link.publish(bytes, to: subject)
    }
    func store(_ bytes: [UInt8], to subject: FleetSubject) throws(FleetError) {
      try link.store(bytes, to: subject)
    }
    func work(of consumer: FleetConsumer) -> AsyncStream<FleetWork> { link.work(of: consumer) }
    func settle(_ work: FleetWork, _ end: FleetWork.End) throws(FleetError) {
      try link.settle(work, end)
    }
    func value(of key: FleetKey) throws(FleetError) -> FleetValue? { try link.value(of: key) }
    func put(
      _ bytes: [UInt8],
      at key: FleetKey,
      after revision: UInt64
    ) throws(FleetError) -> UInt64 {
      writeCount.add(1, ordering: .relaxed)
      throw FleetError(kind, "It is so.")
    }
    func hosts(of app: String, channel: String) throws(FleetError) -> [String] { [] }
  }

  @Test(arguments: [
    (FleetError.Kind.conflict, ["nil", "conflict"], 8), (.offline, ["nil", "offline"], 1),
    (.unknown, ["nil", "unknown"], 1), (.refused, ["storage_failed"], 1),
  ])
  func `a change that fails has its reason, and only a conflict is tried again`(
    kind: FleetError.Kind,
    result: [String],
    count: Int
  ) async throws {
    let link = BadLink(MemoryLink(), kind)
    try await FleetHost.run(of: "shop", [("one", link)], Self.rules) { hosts in
      // The member takes part once it has subscribed.
      while await hosts[0].host.router.perform({ $0.resources.sharing == nil }) {
        await Task.yield()
      }
      let line = kind == .refused ? "select(2, pcall(take, 1)).code" : "take(1)"
      let (changed, copy) = (
        try await hosts[0].host.evaluate(line),
        try await hosts[0].host.evaluate("resources.get('stock')")
      )
      #expect(changed == result)
      #expect(copy == ["3"])
    }
    #expect(link.writeCount.load(ordering: .relaxed) == count)
  }

  @Test(arguments: ["", "{", "null", "[1e999]", String(repeating: "[", count: 99), "\"\u{0}"])
  func `a value that no host wrote is not taken, and a change says so`(text: String) async throws {
    let server = MemoryLink()
    try server.put(Array(text.utf8), at: .value("shop", key: "/stock"), after: 0)
    try await FleetHost.run(of: "shop", [("one", server.another())], Self.rules) { hosts in
      while await hosts[0].host.router.perform({ $0.resources.sharing == nil }) {
        await Task.yield()
      }
      let code = try await hosts[0].host.evaluate("select(2, pcall(take, 1)).code")
      #expect(code == ["storage_failed"])
      #expect(try await hosts[0].host.evaluate("resources.get('stock')") == ["3"])
    }
  }

  /// Six writers add one each time, and note the history.
  private static func history(
    of app: String,
    _ links: [any FleetLink],
    count: Int,
    during disturb: @escaping @Sendable (Int) async throws -> Void = { _ in }
  ) async throws -> (changes: [ChangeHistory.Change], last: Int) {
    let rules = """
      resources.put { path = "/count", value = 0, shared = true }
      events.declare { path = "/ready/:host", reach = "fleet" }
      function add()
        local read
        local value, problem = resources.change("/count", function(n) read = n; return n + 1 end)
        return read or -1, value or -1, problem or "ok"
      end
      """
    let record = ChangeRecord()
    var last = 0
    let named = links.enumerated().map { ("w\($0.offset)", $0.element) }
    try await FleetHost.run(of: app, named, rules) { hosts in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, host) in hosts.enumerated() {
          group.addTask {
            for number in 0..<count {
              if index == 0 { try await disturb(number) }
              let begin = record.tick()
              let answer = try await host.host.evaluate("add()")
              let end = record.tick()
              guard let read = Int(answer[0]), answer[2] == "ok" || answer[2] == "unknown" else {
                continue
              }
              let isKnown = answer[2] == "ok"
              record.add(.init(read, read + 1, begin, isKnown ? end : nil))
            }
          }
        }
        try await group.waitForAll()
      }
      // A change that writes nothing reads the value in the fleet.
      while true {
        let line =
          "seen = nil; return resources.change('/count', function(n) seen = n end), seen or -1"
        let answer = try await hosts[1].host.evaluate(line)
        last = Int(answer.last ?? "") ?? -1
        if last >= 0 { break }
      }
    }
    return (record.changes, last)
  }

  @Test(arguments: FleetLinkTests.Engine.allCases)
  func `the changes of six writers are linearizable`(engine: FleetLinkTests.Engine) async throws {
    var links: [any FleetLink] = []
    for _ in 0..<3 {
      let (one, two) = try await engine.links()
      links += [one, two]
    }
    if engine == .memory {
      let server = MemoryLink()
      links = (0..<6).map { _ in server.another() }
    }
    let (changes, last) = try await Self.history(of: "six-\(engine)", links, count: 10)
    #expect(changes.count == last)
    #expect(changes.contains { $0.end != nil })
    #expect(ChangeHistory(changes, last: last).isLinearizable)
  }

  #if NATS
  @Test func `no acknowledged change is lost while the server is killed`() async throws {
    let server = try await NATSServer()
    var links: [any FleetLink] = []
    for _ in 0..<6 { links.append(try await server.link()) }
    let (changes, last) = try await Self.history(of: "killed", links, count: 40) { number in
      guard number % 10 == 5 else { return }
      server.kill()
      try await server.start()
    }
    let acknowledged = changes.filter { $0.end != nil }.count
    #expect(acknowledged > 0)
    #expect(acknowledged <= last && last <= changes.count)
    #expect(ChangeHistory(changes, last: last).isLinearizable)
  }
  #endif
}
#endif
