#if Releases
import Fleet
import Moonroute
import NATSFleet
import ScriptHost
import Synchronization
import TestSupport
import Testing

/// Durable events: one of the hosts handles each of them, in memory and over NATS.
@Suite(.timeLimit(.minutes(5))) struct FleetWorkTests {
  private static let rules = """
    events.declare { name = "paid", path = "/paid/:id<int>", reach = "fleet", durable = "billing" }
    events.declare { path = "/ready/:host", reach = "fleet" }
    events.on("/**", function(event) host.note("any " .. event.path) end)
    events.on("paid", function(event)
      host.note("begin " .. event.params.id .. (event.redelivered and " again" or ""))
      host.handle(event.params.id, event.extra, event.origin)
      host.note("end " .. event.params.id)
    end)
    """

  /// The notes of the handlers on all hosts, in their order.
  private final class Notes: Sendable {
    private let notes: AsyncStream<String>
    private let note: AsyncStream<String>.Continuation

    init() { (notes, note) = AsyncStream.makeStream() }

    /// Offers the functions of the rules; `handle` may fail or wait.
    func offers(
      handle: @escaping @Sendable (Int, String?) async throws -> Void = { _, _ in }
    ) -> @Sendable (inout HostOffers) -> Void {
      { [note] offers in
        offers.function("note") { (text: String) in
          if !text.hasPrefix("any /ready/") { note.yield(text) }
        }
        offers.function("handle") { (id: Int, _: Int?, origin: String?) in
          try await handle(id, origin)
        }
      }
    }

    func next(_ count: Int) async -> [String] {
      var found: [String] = []
      for await note in notes {
        found.append(note)
        if found.count == count { break }
      }
      return found
    }
  }

  private struct Failure: Error {}

  @Test(arguments: FleetLinkTests.Engine.allCases)
  func `one of the hosts handles each event, in the order of the events and one at a time`(
    engine: FleetLinkTests.Engine
  ) async throws {
    let (one, two) = try await engine.links()
    let notes = Notes()
    let offers = notes.offers { _, origin in
      #expect(origin == "web-1")
      await Task.yield()
    }
    let links = [("web-1", one), ("web-2", two)]
    try await FleetHost.run(of: "work-\(engine)", links, Self.rules, offers) { hosts in
      for number in 1...30 {
        try await hosts[0].emit("assert(0 == events.emit('/paid/\(number)', 7))")
      }
      let expected = (1...30).flatMap { ["begin \($0)", "end \($0)"] }
      #expect(await notes.next(60) == expected)
    }
  }

  @Test func `a failing handler gets the event again, until it is a dead letter`() async throws {
    let server = MemoryLink()
    let notes = Notes()
    let offers = notes.offers { id, _ in if id == 7 { throw Failure() } }
    let links = [("web-1", server.another()), ("web-2", server.another())]
    try await FleetHost.run(of: "shop", links, Self.rules, offers) { hosts in
      try await hosts[0].emit("events.emit('/paid/7', 1)")
      try await hosts[1].emit("events.emit('/paid/8', 1)")
      let expected =
        ["begin 7"] + Array(repeating: "begin 7 again", count: 4) + ["begin 8", "end 8"]
      #expect(await notes.next(7) == expected)
    }
    let dead = server.stored.filter { $0.subject.description.contains(".dead.") }
    #expect(dead.map(\.subject.description) == ["mr.shop.dead.paid.7"])
    #expect(dead.first?.bytes == server.stored.first?.bytes)
  }

  @Test func `an event whose host dies each time is a dead letter at the sixth delivery`()
    async throws
  {
    let server = MemoryLink()
    let consumer = FleetConsumer(
      "billing",
      of: "shop",
      FleetSubject(text: "mr.shop.durable.paid.*")
    )
    let message = Array(#"{"at":"/paid/7","from":"x","run":"y","extra":1}"#.utf8)
    try server.store(message, to: FleetSubject(text: "mr.shop.durable.paid.7"))
    for tries in 1...5 {
      for await work in server.another().work(of: consumer) {
        #expect(work.tries == tries)
        break
      }
    }
    let notes = Notes()
    let links = [("web-1", server.another())]
    try await FleetHost.run(of: "shop", links, Self.rules, notes.offers()) { hosts in
      try await hosts[0].emit("events.emit('/paid/8')")
      #expect(await notes.next(2) == ["begin 8", "end 8"])
    }
    #expect(server.stored.map(\.subject.description).contains("mr.shop.dead.paid.7"))
  }

  @Test(arguments: FleetLinkTests.Engine.allCases)
  func `an event whose host is gone is delivered to another one`(
    engine: FleetLinkTests.Engine
  ) async throws {
    let (one, two) = try await engine.links()
    let notes = Notes()
    let isFirst = Atomic(true)
    let offers = notes.offers { _, _ in
      guard isFirst.exchange(false, ordering: .relaxed) else { return }
      try await ContinuousClock().sleep(for: .seconds(86_400))
    }
    let app = "gone-\(engine)"
    let first = try await FleetHost.start(of: app, ("web-1", one), Self.rules, offers)
    try await first.emit("events.emit('/paid/1')")
    #expect(await notes.next(1) == ["begin 1"])
    let second = try await FleetHost.start(of: app, ("web-2", two), Self.rules, offers)
    // The member gives its work back; a host that is killed loses its connection.
    await first.stop()
    #expect(await notes.next(2) == ["begin 1 again", "end 1"])
    await second.stop()
  }

  @Test func `a message that is no event becomes a dead letter`() async throws {
    let server = MemoryLink()
    let subject = FleetSubject(text: "mr.shop.durable.paid.3")
    try server.store([255, 0], to: subject)
    try server.store(Array(#"{"at":"/paid/4","from":"x","run":"y"}"#.utf8), to: subject)
    let notes = Notes()
    try await FleetHost.run(
      of: "shop",
      [("web-1", server.another())],
      Self.rules,
      notes.offers()
    ) { hosts in
      try await hosts[0].emit("events.emit('/paid/5')")
      #expect(await notes.next(2) == ["begin 5", "end 5"])
    }
    let dead = server.stored.filter { $0.subject.description == "mr.shop.dead.paid.3" }
    #expect(dead.count == 2)
  }

  @Test func `an event that cannot be stored is an error of its emitter`() async throws {
    let server = MemoryLink()
    let link = server.another()
    let notes = Notes()
    try await FleetHost.run(of: "shop", [("web-1", link)], Self.rules, notes.offers()) { hosts in
      link.isConnected = false
      let line = "select(2, pcall(events.emit, '/paid/5')).code"
      let code = try await hosts[0].host.evaluate(line)
      #expect(code == ["offline"])
    }
    #expect(server.stored == [])
  }

  @Test func `without a fleet, the listeners of the event receive it`() async throws {
    let notes = Notes()
    let host = try ScriptHost(.texts(["main.lua": Self.rules]), offering: notes.offers())
    try await host.load()
    #expect(try await host.evaluate("events.emit('/paid/5')") == ["1"])
    #expect(await notes.next(2) == ["begin 5", "end 5"])
  }

  #if NATS
  @Test func `the server counts deliveries, keeps the order, and waits for each end`() async throws
  {
    let link = try await NATSServer.shared.value.link()
    let subject = FleetSubject.event("order", ["a"], isDurable: true)
    let consumer = FleetConsumer("one", of: "order", subject)
    for number in 1...3 { try await link.store([UInt8(number)], to: subject) }
    var seen: [[Int]] = []
    for await work in try await link.work(of: consumer) {
      seen.append([Int(work.message.bytes[0]), work.tries])
      #expect(work.message.subject == subject)
      try await link.settle(work, .working)
      try await link.settle(work, work.tries < 3 ? .again(after: .zero) : .handled)
      if seen.count == 9 { break }
    }
    #expect(seen == (1...3).flatMap { number in (1...3).map { [number, $0] } })
  }

  @Test func `a consumer with another path is refused`() async throws {
    let link = try await NATSServer.shared.value.link()
    let (a, b) = (
      FleetSubject.event("path", ["a"], isDurable: true),
      FleetSubject.event("path", ["b"], isDurable: true)
    )
    _ = try await link.work(of: FleetConsumer("one", of: "path", a))
    let error = await #expect(throws: FleetError.self) {
      _ = try await link.work(of: FleetConsumer("one", of: "path", b))
    }
    #expect(error?.kind == .refused)
    #expect(error?.description.contains("path=2Eone exists with another path") == true)
  }

  @Test func `a killed host's event is delivered again after a time`() async throws {
    let server = try await NATSServer.shared.value
    var options = NATSOptions(server.address)
    options.workWait = .milliseconds(300)
    let (first, second) = (
      try await NATSLink.connect(options), try await NATSLink.connect(options)
    )
    let subject = FleetSubject.event("killed", ["a"], isDurable: true)
    let consumer = FleetConsumer("one", of: "killed", subject)
    try await first.store([1], to: subject)
    for await work in try await first.work(of: consumer) {
      #expect(work.tries == 1)
      break
    }
    await first.close()
    for await work in try await second.work(of: consumer) {
      #expect(work.tries == 2)
      try await second.settle(work, .handled)
      break
    }
  }

  @Test func `a consumer that the servers have lost is made again`() async throws {
    let server = try await NATSServer()
    var options = NATSOptions(server.address)
    options.workWait = .milliseconds(300)
    let link = try await NATSLink.connect(options)
    let subject = FleetSubject.event("lost", ["a"], isDurable: true)
    let consumer = FleetConsumer("one", of: "lost", subject)
    let work = try await link.work(of: consumer)
    let client = try RawClient(port: server.port)
    try await client.send(
      "CONNECT {\"verbose\":false}\r\nPUB $JS.API.CONSUMER.DELETE.MR_EVENTS.\(consumer.name) 0\r\n"
        + "\r\n"
    )
    for await _ in work { Issue.record("no event was stored") }
    try await link.store([1], to: subject)
    for await work in try await link.work(of: consumer) {
      #expect(work.message.bytes == [1])
      break
    }
    await link.close()
  }
  #endif
}
#endif
