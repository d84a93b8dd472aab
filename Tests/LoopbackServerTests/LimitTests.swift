#if Inspector
import Synchronization
import TestSupport
import Testing

@testable import LoopbackServer

@Suite struct LimitTests {
  /// Options with very short time limits.
  private static let hasty = options(.milliseconds(50))

  /// Options with short time limits that still allow a request that is sent immediately.
  private static let brief = options(.seconds(1))

  private static func options(_ requestTime: Duration) -> ServerOptions {
    var options = ServerOptions.patient
    options.limits.requestTime = requestTime
    options.limits.firstRequestTime = requestTime
    return options
  }

  @Test(arguments: [
    "GARBAGE\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "GET / HTTP/1.1\nHost:\0\r\n\r\n",
    "\u{16}\u{3}\u{1}",
    "GET nowhere HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: x\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
    """
    POST / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nTransfer-Encoding: chunked\r
    Content-Length: 5\r\n\r\n0\r\n\r\n
    """,
    "GET / HTTP/1.1\r\n Host: 127.0.0.1:PORT\r\n\r\n", "GET / HTTP/1.1\r\n: x\r\n\r\n",
  ])
  func `an invalid request gets status 400 and is the last one`(text: String) async throws {
    try await TestServer.run { server in
      let client = try RawClient(port: server.port)
      try await client.send(text.replacing("PORT", with: "\(server.port)"))
      let answer = try await client.answer()
      #expect(answer.status == 400)
      #expect(answer.headers["connection"] == "close")
      #expect(
        answer.body == """
          {"error":{"code":"bad_request","message":"This is not an HTTP/1.1 request with one Host \
          and a path that begins with '/'."}}
          """
      )
      #expect(try await client.rest().isEmpty)
    }
  }

  @Test(arguments: [
    ("/", 16_000, 200), ("/", 17_000, 431), (String(repeating: "/", count: 17_000), 0, 431),
  ])
  func `a head is limited to 16 KiB`(path: String, bytes: Int, status: Int) async throws {
    try await TestServer.run { server in
      let client = try RawClient(port: server.port)
      let value = String(repeating: "x", count: bytes)
      try await client.send(
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nLong: \(value)\r\n\r\n"
      )
      let answer = try await client.answer()
      #expect(answer.status == status)
      guard status == 431 else { return }
      #expect(
        answer.body == """
          {"error":{"code":"too_large","message":"The first line and the headers of a request must \
          not exceed 16384 bytes."}}
          """
      )
      #expect(try await client.rest().isEmpty)
    }
  }

  @Test func `a head of many short headers is limited as well`() async throws {
    try await TestServer.run { server in
      let client = try RawClient(port: server.port)
      let headers = String(repeating: "a: b\r\n", count: 20_000)
      try await client.send("GET / HTTP/1.1\r\n\(headers)\r\n")
      #expect(try await client.answer().status == 431)
      #expect(try await client.rest().isEmpty)
    }
  }

  @Test func `a body is limited to 1 MiB, with or without a declared length`() async throws {
    try await TestServer.run { server in
      let body = String(repeating: "x", count: 1 << 20)
      let client = try RawClient(port: server.port)
      try await client.send(server.post("/api/x", body))
      #expect(try await client.answer().status == 200)
      let head = server.post("/api/x", "").replacing("Content-Length: 0\r\n", with: "")
      let start = head.dropLast()
      for rest in [
        "Content-Length: 1048577\r\n\r\n", "Content-Length: 18446744073709551615\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n100001\r\n\(body)x\r\n",
      ] {
        let client = try RawClient(port: server.port)
        try await client.send(start + rest)
        let answer = try await client.answer()
        #expect(answer.status == 413)
        #expect(
          answer.body == """
            {"error":{"code":"too_large","message":"The body of a request must not exceed 1048576 bytes."}}
            """
        )
        #expect(try await client.rest().isEmpty)
      }
    }
  }

  @Test func `even a client that keeps sending can read a refusal`() async throws {
    try await TestServer.run { server in
      let client = try RawClient(port: server.port)
      let head = "POST /api/x HTTP/1.1\r\nHost: evil\r\nContent-Length: 20000000\r\n\r\n"
      try await client.send(head + String(repeating: "x", count: 1 << 20))
      #expect(try await client.answer().status == 403)
    }
  }

  /// Opens connections and sends a request for a path on each.
  private func clients(
    _ count: Int,
    asking path: String,
    of server: LoopbackServer
  ) async throws -> [RawClient] {
    var clients: [RawClient] = []
    for _ in 0..<count {
      let client = try RawClient(port: server.port)
      try await client.send(server.get(path))
      #expect(try await client.answer().status == 200)
      clients.append(client)
    }
    return clients
  }

  @Test func `after 64 authorized connections, the next one is closed until one ends`()
    async throws
  {
    try await TestServer.run { server in
      var clients = try await clients(64, asking: "/api/x", of: server)
      let late = try RawClient(port: server.port)
      #expect(try await late.rest().isEmpty)
      #expect(server.connectionCount == 64)
      clients.removeLast().vanish()
      while server.connectionCount == 64 { await Task.yield() }
      _ = try await self.clients(1, asking: "/app.js", of: server)
    }
  }

  @Test func `the 65th connection closes the oldest unauthorized one`() async throws {
    try await TestServer.run { server in
      let owner = try await clients(1, asking: "/api/x", of: server)[0]
      // A file of the page needs no key, and a request with a wrong key does not show the right
      // one.
      let strangers = try await clients(62, asking: "/app.js", of: server)
      let guessing = try RawClient(port: server.port)
      try await guessing.send(server.get("/api/x").replacing(server.key, with: "no"))
      #expect(try await guessing.answer().status == 403)
      let next = try await clients(1, asking: "/app.js", of: server)[0]
      #expect(try await strangers[0].rest().isEmpty)
      #expect(server.connectionCount == 64)
      for client in [owner, strangers[1], strangers[61], guessing, next] {
        try await client.send(server.get("/app.js"))
        #expect(try await client.answer().status == 200)
      }
    }
  }

  @Test(arguments: ["", "GET /app.js HTTP/1.1\r\n", "GET /app.js HTTP/1.1\r\nHost: x\r\n\r\n"])
  func `clients without the key cannot block clients with it`(text: String) async throws {
    try await TestServer.run { server in
      let owner = try await clients(1, asking: "/api/x", of: server)[0]
      var strangers: [RawClient] = []
      for _ in 0..<70 {
        let stranger = try RawClient(port: server.port)
        try await stranger.send(text)
        strangers.append(stranger)
      }
      _ = try await clients(6, asking: "/api/x", of: server)
      try await owner.send(server.get("/api/x"))
      #expect(try await owner.answer().status == 200)
      for stranger in strangers { stranger.vanish() }
    }
  }

  @Test func `the first request has 5 s, and each later one 30 s`() async throws {
    #expect(ServerLimits().firstRequestTime == .seconds(5))
    #expect(ServerLimits().requestTime == .seconds(30))
    var options = ServerOptions.patient
    options.limits.firstRequestTime = .milliseconds(50)
    try await TestServer.run(options) { server in
      let client = try RawClient(port: server.port)
      #expect(try await client.rest().isEmpty)
    }
    options = .patient
    options.limits.requestTime = .milliseconds(50)
    try await TestServer.run(options) { server in
      let client = try await clients(1, asking: "/app.js", of: server)[0]
      #expect(try await client.rest().isEmpty)
    }
  }

  @Test(arguments: [
    "", "GET / HTTP/1.1\r\nHost: x", "POST /api/x HTTP/1.1\r\nContent-Length: 5\r\n\r\n1",
    "POST /api/x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n1",
  ])
  func `a late request ends the connection`(text: String) async throws {
    try await TestServer.run(Self.hasty) { server in
      let client = try RawClient(port: server.port)
      try await client.send(text)
      #expect(try await client.rest().isEmpty)
    }
  }

  @Test func `an answer that is not read in time ends the connection`() async throws {
    // More bytes than the system buffers for a client that does not read.
    let large = ServerContent(type: "text/plain", [UInt8](repeating: 0x61, count: 32 << 20))
    let asked = await Gate()
    await asked.open()
    let answer: LoopbackServer.Answer = { _ in
      await asked.pass()
      return .content(large)
    }
    try await TestServer.run(Self.brief, answer: answer) { server in
      let client = try RawClient(port: server.port)
      client.sendAtOnce(server.get("/api/large"))
      await asked.reached()
      while server.connectionCount > 0 { await Task.yield() }
      #expect(try await client.rest().utf8.count < 32 << 20)
    }
  }

  @Test func `an answer can take longer than its request`() async throws {
    let gate = await Gate()
    let answer: LoopbackServer.Answer = { request in
      await gate.pass()
      return await TestServer.echo(request)
    }
    try await TestServer.run(Self.brief, answer: answer) { server in
      let client = try RawClient(port: server.port)
      client.sendAtOnce(server.get("/api/slow"))
      await gate.reached()
      // Meanwhile the time limit for the missing request expires.
      let idle = try RawClient(port: server.port)
      #expect(try await idle.rest().isEmpty)
      await gate.open()
      #expect(try await client.answer().status == 200)
    }
  }

  @Test func `an answer to a client that has left is harmless`() async throws {
    let gate = await Gate()
    let late = ServerEvents()
    let answer: LoopbackServer.Answer = { _ in
      await gate.pass()
      return .events(late)
    }
    try await TestServer.run(answer: answer) { server in
      let client = try RawClient(port: server.port)
      try await client.send(server.get("/api/stream"))
      await gate.reached()
      await server.close()
      #expect(server.connectionCount == 0)
      await gate.open()
      await withCheckedContinuation { closed in late.whenClosed { closed.resume() } }
      #expect(try await client.rest().isEmpty)
    }
  }
}
#endif
