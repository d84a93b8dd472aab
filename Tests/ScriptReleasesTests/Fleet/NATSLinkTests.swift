#if NATS
import Fleet
import Foundation
import NATSFleet
import ReleaseTrust
import ScriptReleases
import Synchronization
import TestSupport
import Testing

/// Hosts, and a real server that dies, answers garbage or has the wrong settings.
@Suite(.timeLimit(.minutes(5))) struct NATSLinkTests {
  private static func hosts(
    _ depot: MemoryDepot,
    _ server: NATSServer
  ) async throws -> [FollowingHost] {
    var hosts: [FollowingHost] = []
    for number in 1...5 {
      hosts.append(try await FollowingHost("web-\(number)", depot, try await server.link()))
    }
    return hosts
  }

  @Test func `five hosts follow a publication, and those that return after a crash of the server`()
    async throws
  {
    let depot = try MemoryDepot(now: .now)
    for version in 1...3 { try depot.admit(try MemoryDepot.bundle(version)) }
    try depot.publish(1)
    let server = try await NATSServer()
    let author = try await server.link()
    let hosts = try await Self.hosts(depot, server)
    try depot.publish(2)
    try await depot.announce(over: author)
    for host in hosts { await host.isUsing(2) }
    server.kill()
    let error = await #expect(throws: FleetError.self) {
      while true { try await author.publish([], to: .ask("shop")) }
    }
    #expect(error?.kind == .offline)
    try depot.publish(3)
    try await server.start()
    while (try? await depot.announce(over: author)) == nil { await Task.yield() }
    for host in hosts { await host.isUsing(3) }
    #expect(hosts.map(\.program.uses) == Array(repeating: [1, 2, 3], count: 5))
  }

  @Test func `hosts that stop reading do not keep news from the others`() async throws {
    let depot = try MemoryDepot(now: .now)
    for version in 1...3 { try depot.admit(try MemoryDepot.bundle(version)) }
    try depot.publish(1)
    let server = try await NATSServer()
    let author = try await server.link()
    try await depot.announce(over: author)
    let hosts = try await Self.hosts(depot, server)
    // A hundred receivers subscribe, and never read what follows.
    var stopped: [RawClient] = []
    for _ in 0..<100 {
      let client = try RawClient(port: server.port)
      try await client.send(
        "CONNECT {\"verbose\":false}\r\nSUB mr.shop.channel.* 1\r\nPING\r\n"
      )
      _ = try await client.text(upTo: "PONG\r\n")
      stopped.append(client)
    }
    let flood = [UInt8](repeating: 32, count: 512 << 10)
    for _ in 0..<100 { try await author.publish(flood, to: .news("shop", channel: "stable")) }
    try depot.publish(2)
    try await depot.announce(over: author)
    for host in hosts { await host.isUsing(2) }
    #expect(stopped.count == 100)
    #expect(hosts.map(\.program.uses) == Array(repeating: [1, 2], count: 5))
  }

  #if os(Linux)
  @Test func `many connections of one process take little memory, and each gets the news`() async {
    // In a process of its own, whose memory no other test uses.
    await #expect(processExitsWith: .success) {
      func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return try #require(Int(fields.split(separator: " ")[1])) * Int(getpagesize())
      }
      let server = try await NATSServer()
      let author = try await server.link()
      let before = try residentBytes()
      var links: [NATSLink] = []
      var received: [AsyncStream<FleetDelivery>] = []
      for _ in 0..<TestScale.fleetConnections {
        let link = try await server.link()
        received.append(try await link.deliveries(of: [.ask("shop")], limit: 16))
        links.append(link)
      }
      try await author.publish([7], to: .ask("shop"))
      for deliveries in received {
        var reader = deliveries.makeAsyncIterator()
        guard case .message(let message)? = await reader.next() else {
          Issue.record("a connection got no message")
          continue
        }
        #expect(message.bytes == [7])
      }
      let each = try (residentBytes() - before) / links.count
      #expect(each < 256 << 10, "\(each) bytes")
    }
  }
  #endif

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\n\r\n", "INFO {\r\n", "INFO []\r\n", "\u{0}\u{1}\u{2}", "PING\r\n",
    #"INFO {"server_id":"x","version":"2.9.10","max_payload":1048576}"# + "\r\nMSG a 1 -5\r\n",
    "-ERR 'Authorization Violation'\r\n",
  ])
  func `a server that answers garbage stops no host`(text: String) async throws {
    let server = try RawServer([.text(text)])
    let link = try await NATSLink.connect(NATSOptions("nats://127.0.0.1:\(server.port)"))
    let error = await #expect(throws: FleetError.self) {
      try await link.value(of: .news("shop", channel: "stable"))
    }
    #expect(error?.kind == .offline, "\(error?.description ?? "")")
    await link.close()
  }

  /// A server for a user `a` of an account without JetStream.
  private static func serverWithoutJetStream() async throws -> NATSServer {
    let file = FileManager.default.temporaryDirectory.appending(path: "nats-\(UUID()).conf")
    try "accounts { A { users [ { user: a, password: b } ] } }"
      .write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    return try await NATSServer(["--config", file.path])
  }

  @Test(arguments: [
    "", "{}", "[[", #"{"config":null,"created":"2026-01-01T00:00:00Z"}"#,
    #"{"config":{"num_replicas":-1},"created":"2026-01-01T00:00:00Z"}"#,
    #"{"error":{"code":404,"err_code":10059,"description":"\u001b[31m"}}"#,
  ])
  func `a server that answers for JetStream as it likes stops no host`(answer: String) async throws
  {
    let server = try await Self.serverWithoutJetStream()
    let impostor = try RawClient(port: server.port)
    try await impostor.send(
      "CONNECT {\"verbose\":false,\"user\":\"a\",\"pass\":\"b\"}\r\nSUB $JS.API.> 1\r\nPING\r\n"
    )
    _ = try await impostor.text(upTo: "PONG\r\n")
    let answering = Task {
      while true {
        // MSG SUBJECT 1 REPLY COUNT, and the request.
        let words = try await impostor.text(upTo: "\r\n").split(separator: " ")
        guard words.count == 5 else { continue }
        _ = try await impostor.text(upTo: "\r\n")
        try await impostor.send("PUB \(words[3]) \(answer.utf8.count)\r\n\(answer)\r\n")
      }
    }
    let link = try await NATSLink.connect(NATSOptions("nats://a:b@127.0.0.1:\(server.port)"))
    let key = FleetKey.news("shop", channel: "stable")
    for _ in 0..<2 {
      await #expect(throws: FleetError.self) { try await link.put([1], at: key, after: 0) }
      _ = try? await link.value(of: key)
      _ = try? await link.hosts(of: "shop", channel: "stable")
      _ = try? await link.work(
        of: FleetConsumer("one", of: "shop", .event("shop", ["a"], isDurable: true))
      )
    }
    answering.cancel()
    await link.close()
  }

  @Test func `a server without JetStream is named`() async throws {
    let server = try await Self.serverWithoutJetStream()
    let address = "nats://a:b@127.0.0.1:\(server.port)"
    let link = try await NATSLink.connect(NATSOptions(address))
    let error = await #expect(throws: FleetError.self) {
      try await link.value(of: .news("shop", channel: "stable"))
    }
    #expect(error?.kind == .refused)
    #expect(error?.description.contains("127.0.0.1:\(server.port)") == true)
    #expect(error?.description.contains("a:b") == false)
  }

  /// A certificate, an operator with an account, and a user of it; they open nothing else.
  private static let credentials = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Credentials")

  private static func path(_ name: String) -> String { credentials.appending(path: name).path }

  @Test func `certificates and credentials open a server, and nothing else does`() async throws {
    let server = try await NATSServer([
      "--config", Self.path("server.conf"), "--tls", "--tlscert", Self.path("tls.pem"), "--tlskey",
      Self.path("tls.key"),
    ])
    let cases: [(certificates: String?, credentials: String?, isOpen: Bool)] = [
      ("tls.pem", "user.creds", true), (nil, "user.creds", false), ("tls.pem", nil, false),
      ("user.creds", "user.creds", false), ("tls.pem", "tls.pem", false),
    ]
    for row in cases {
      var options = NATSOptions("tls://localhost:\(server.port)")
      options.certificates = row.certificates.map(Self.path)
      options.credentials = row.credentials.map(Self.path)
      let key = FleetKey.news("shop", channel: "stable")
      do throws(FleetError) {
        let link = try await NATSLink.connect(options)
        let revision = try await link.put([1], at: key, after: 0)
        let value = try await link.value(of: key)
        #expect(row.isOpen, "\(row)")
        #expect(value == FleetValue([1], revision: revision))
        await link.close()
      } catch {
        #expect(!row.isOpen, "\(row): \(error)")
      }
    }
  }

  @Test(arguments: [
    "nats://", "tls://:4222", "http://127.0.0.1", "ws://127.0.0.1", "nats://127.0.0.1:x",
    "nats://127.0.0.1:0", "nats://127.0.0.1:65536", "nats://127.0.0.1:1;x", "nats://127.0.0.1/app",
    "127.0.0.1:1,nats:127.0.0.1:2:3", "nats://me:secret@", "nats://me:secret@[::1",
  ])
  func `an address that is none is refused without its password`(address: String) async {
    let error = await #expect(throws: FleetError.self) {
      try await NATSLink.connect(NATSOptions(address))
    }
    #expect(error?.kind == .refused)
    #expect(error?.description.hasSuffix("Write nats://HOST:4222 or tls://HOST:4222.") == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test(arguments: [
    "127.0.0.1:1", "nats://127.0.0.1:1", "NATS://me:secret@127.0.0.1:1/", "nats://[::1]:1",
    "nats://127.0.0.1:1, tls://127.0.0.1:2",
  ])
  func `a server that cannot be reached is tried again`(address: String) async throws {
    let link = try await NATSLink.connect(NATSOptions(address))
    let error = await #expect(throws: FleetError.self) { try await link.publish([], to: .ask("a")) }
    #expect(error?.kind == .offline)
    #expect(error?.description.contains("secret") == false)
    await link.close()
  }

  @Test func `a login that fails and a certificate that is unknown are named`() async throws {
    let locked = try await NATSServer(["--user", "me", "--pass", "right"])
    let closed = try await NATSServer([
      "--tls", "--tlscert", Self.path("tls.pem"), "--tlskey", Self.path("tls.key"),
    ])
    for (address, reason) in [
      ("nats://127.0.0.1:\(locked.port)", "Authorization Violation"),
      ("nats://me:wrong@127.0.0.1:\(locked.port)", "Authorization Violation"),
      ("tls://localhost:\(closed.port)", "SSL handshake error: "),
      ("tls://127.0.0.1:\(locked.port)", "Secure Connection not available"),
    ] {
      let link = try await NATSLink.connect(NATSOptions(address))
      // The connection is given up and opened again, also between two subscriptions.
      for _ in 0..<20 {
        let error = await #expect(throws: FleetError.self) {
          _ = try await link.deliveries(of: [.ask("a"), .ask("b")], limit: 4)
        }
        #expect(error?.kind == .offline)
        #expect(error?.description.contains("cannot be reached: \(reason)") == true, "\(error!)")
      }
      await link.close()
    }
  }

  @Test func `a file that does not exist is named`() async throws {
    for (change, file): ((inout NATSOptions) -> Void, String) in [
      ({ $0.certificates = "no-ca.pem" }, "no-ca.pem"),
      ({ $0.credentials = "no.creds" }, "no.creds"),
    ] {
      var options = NATSOptions("nats://127.0.0.1:1")
      change(&options)
      let error = await #expect(throws: FleetError.self) {
        let link = try await NATSLink.connect(options)
        _ = try await link.value(of: .news("shop", channel: "stable"))
      }
      #expect(error?.description.contains(file) == true, "\(error?.description ?? "")")
    }
  }
}
#endif
