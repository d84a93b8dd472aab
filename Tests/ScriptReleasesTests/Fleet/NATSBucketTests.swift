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

  @Test func `a bucket with several replicas is refused`() async throws {
    let servers = try await NATSServer.cluster()
    try await Self.makeBucket(#""num_replicas":3"#, on: servers[0])
    for server in servers {
      #expect(
        try await Self.refusal(on: server)
          == FleetError(
            .refused,
            "The bucket mr_channels has 3 replicas. Servers before 2.9.21 lose writes of such a"
              + " bucket, and libnats does not tell the version. Use one replica:"
              + " nats stream edit KV_… --replicas 1."
          )
      )
    }
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
