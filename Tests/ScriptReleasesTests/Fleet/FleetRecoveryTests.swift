#if NATS
import Fleet
import Moonroute
import NATSFleet
import ScriptHost
import Synchronization
import TestSupport
import Testing

/// Events and values while a real server dies, and while others do not read.
@Suite(.timeLimit(.minutes(5))) struct FleetRecoveryTests {
  private static let rules = """
    resources.put { path = "/stock", value = 1000, shared = true }
    events.declare { path = "/ready/:host", reach = "fleet" }
    events.declare { name = "paid", path = "/paid/:id<int>", reach = "fleet", durable = "billing" }
    events.on("paid", function(event) host.note(event.params.id) end)
    function take() return resources.change("/stock", function(n) return n - 1 end) end
    """

  /// Repeats a line until it has a result.
  private static func until(
    _ line: String,
    on host: FleetHost,
    is isWanted: ([String]) -> Bool
  ) async throws -> [String] {
    while true {
      let result = try await host.host.evaluate(line)
      if isWanted(result) { return result }
      await Task.yield()
    }
  }

  @Test func `after the server was killed, hosts share events, values and work again`()
    async throws
  {
    let server = try await NATSServer()
    let links: [(String, any FleetLink)] = [
      ("web-1", try await server.link()), ("web-2", try await server.link()),
    ]
    let (notes, note) = AsyncStream.makeStream(of: Int.self)
    let offers: @Sendable (inout HostOffers) -> Void = { offers in
      offers.function("note") { (id: Int) in _ = note.yield(id) }
    }
    try await FleetHost.run(of: "killed-all", links, Self.rules, offers) { hosts in
      let first = try await Self.until("take()", on: hosts[0]) { $0 == ["999"] }
      _ = try await Self.until("resources.get('/stock')", on: hosts[1]) { $0 == first }
      server.kill()
      _ = try await Self.until("select(2, take())", on: hosts[1]) { $0 == ["offline"] }
      // The copies stay.
      #expect(try await hosts[0].host.evaluate("resources.get('/stock')") == first)
      #expect(try await hosts[1].host.evaluate("resources.get('/stock')") == first)
      let problem = try await hosts[0].host
        .evaluate("select(2, pcall(events.emit, '/paid/1')).code")
      #expect(problem == ["offline"])
      try await server.start()
      let last = try await Self.until("take() or 'offline'", on: hosts[1]) { $0 != ["offline"] }
      _ = try await Self.until("resources.get('/stock')", on: hosts[0]) { $0 == last }
      try await FleetHost.meet(hosts)
      _ = try await Self.until("pcall(events.emit, '/paid/2')", on: hosts[0]) { $0[0] == "true" }
      for await id in notes where id == 2 { break }
    }
  }

  @Test func `hosts that stop reading keep neither events nor values from the others`()
    async throws
  {
    let server = try await NATSServer()
    let links: [(String, any FleetLink)] = [
      ("web-1", try await server.link()), ("web-2", try await server.link()),
    ]
    try await FleetHost.run(of: "stopped", links, Self.rules) { hosts in
      var stopped: [RawClient] = []
      for _ in 0..<100 {
        let client = try RawClient(port: server.port)
        try await client.send("CONNECT {\"verbose\":false}\r\nSUB mr.stopped.> 1\r\nPING\r\n")
        _ = try await client.text(upTo: "PONG\r\n")
        stopped.append(client)
      }
      let author = try await server.link()
      let flood = [UInt8](repeating: 32, count: 512 << 10)
      let subject = FleetSubject(text: "mr.stopped.event.flood")
      for _ in 0..<100 { try await author.publish(flood, to: subject) }
      try await FleetHost.meet(hosts)
      let stock = try await Self.until("take()", on: hosts[0]) { $0[0] != "nil" }
      _ = try await Self.until("resources.get('/stock')", on: hosts[1]) { $0 == stock }
      #expect(stopped.count == 100)
    }
  }
}
#endif
