#if NATS
import Fleet
import NATSFleet
import TestSupport
import Testing

/// Buckets that somebody made with other settings.
@Suite(.timeLimit(.minutes(5))) struct NATSBucketTests {
  private static let key = FleetKey.news("shop", channel: "stable")

  /// Makes the bucket of the news with settings of its own.
  private static func makeBucket(_ settings: String, on server: NATSServer) async throws {
    let text = #"""
      {"name":"KV_mr_channels","subjects":["$KV.mr_channels.>"],"max_msgs_per_subject":1,\#(settings)}
      """#
    // A cluster that elects its leader loses the request.
    let link = try await server.link()
    while (try? await link.hosts(of: "shop", channel: "stable")) == nil { await Task.yield() }
    await link.close()
    let client = try RawClient(port: server.port)
    try await client.send(
      "CONNECT {\"verbose\":false}\r\nSUB answer 1\r\n"
        + "PUB $JS.API.STREAM.CREATE.KV_mr_channels answer \(text.utf8.count)\r\n\(text)\r\n"
    )
    while !(try await client.text(upTo: "\r\n")).hasPrefix("MSG ") {}
    let answer = try await client.text(upTo: "\r\n")
    try #require(answer.contains(#""config""#), "\(answer)")
  }

  private static func refusal(on server: NATSServer) async throws -> FleetError? {
    let link = try await server.link()
    let read = await #expect(throws: FleetError.self) { try await link.value(of: key) }
    let written = await #expect(throws: FleetError.self) {
      try await link.put([1], at: key, after: 0)
    }
    #expect(read == written)
    await link.close()
    return read
  }

  @Test func `a bucket with several replicas is for servers that keep its writes`() async throws {
    let servers = try await NATSServer.cluster()
    let target = #""republish":{"src":"$KV.mr_channels.*.*","dest":"mr.$1.channel.$2"}"#
    try await Self.makeBucket(#""num_replicas":3,\#(target)"#, on: servers[0])
    let version = try NATSServer.version
    guard NATSBucket.isSafe(version) else {
      for server in servers {
        #expect(
          try await Self.refusal(on: server)
            == FleetError(
              .refused,
              "The bucket mr_channels has 3 replicas. Servers before 2.9.21 lose writes of such a"
                + " bucket, and this one does not tell its version, as those before 2.10. Use a newer"
                + " server, or one replica: nats stream edit KV_… --replicas 1."
            )
        )
      }
      return
    }
    for (revision, server) in servers.enumerated() {
      let link = try await server.link()
      #expect(try await link.put([1], at: Self.key, after: UInt64(revision)) == revision + 1)
      await link.close()
    }
  }

  @Test(arguments: [
    ("2.9.10", false), ("2.9.20", false), ("2.9.21", true), ("2.10.0-RC.1", true), ("2.15.1", true),
    ("3.0.0", true), ("1.4.1", false), ("", false), ("new", false), ("2.9", false),
  ])
  func `the version of a server tells whether it keeps the writes of several replicas`(
    version: String,
    isSafe: Bool
  ) { #expect(NATSBucket.isSafe(version) == isSafe) }

  @Test func `a key that was removed can be written again`() async throws {
    let server = try await NATSServer()
    let link = try await server.link()
    let revision = try await link.put([1], at: Self.key, after: 0)
    let client = try RawClient(port: server.port)
    let header = "NATS/1.0\r\nKV-Operation: PURGE\r\nNats-Rollup: sub\r\n\r\n"
    try await client.send(
      "CONNECT {\"verbose\":false,\"headers\":true}\r\nSUB answer 1\r\n"
        + "HPUB $KV.mr_channels.shop.stable answer \(header.utf8.count) \(header.utf8.count)\r\n"
        + "\(header)\r\n"
    )
    while !(try await client.text(upTo: "\r\n")).hasPrefix("MSG ") {}
    #expect(try await link.value(of: Self.key) == nil)
    let next = try await link.put([2], at: Self.key, after: 0)
    #expect(next > revision + 1)
    #expect(try await link.value(of: Self.key) == FleetValue([2], revision: next))
    await link.close()
  }

  @Test func `a bucket whose values nobody receives is refused`() async throws {
    let server = try await NATSServer()
    try await Self.makeBucket(#""num_replicas":1"#, on: server)
    let refusal = try await Self.refusal(on: server)
    #expect(refusal?.kind == .refused)
    let reason = "The bucket mr_channels does not republish to mr.$1.channel.$2."
    #expect(refusal?.description.hasPrefix(reason) == true, "\(refusal?.description ?? "")")
  }
}
#endif
