#if Inspector
import Synchronization
import TestSupport
import Testing

@testable import LoopbackServer

@Suite struct StreamTests {
  /// Runs a server that returns this stream for every request, and one client of it.
  private func run(
    _ events: ServerEvents,
    _ options: ServerOptions = .patient,
    _ body: (LoopbackServer, RawClient) async throws -> Void
  ) async throws {
    try await TestServer.run(options, answer: { _ in .events(events) }) { server in
      let client = try RawClient(port: server.port)
      try await client.send(server.get("/api/stream"))
      let head = try await client.answer(withBody: false)
      #expect(head.status == 200)
      #expect(head.headers["content-type"] == "text/event-stream; charset=utf-8")
      #expect(head.headers["cache-control"] == "no-store")
      #expect(head.headers["transfer-encoding"] == "chunked")
      #expect(try await client.chunk() == "retry: 1000\n\n")
      try await body(server, client)
    }
  }

  @Test func `events arrive in order, including those sent before the client connected`()
    async throws
  {
    let events = ServerEvents()
    events.send("world", #"{"a":1}"#)
    events.send("rows", "[]", id: "7")
    try await run(events) { _, client in
      let first = try await client.chunks(upTo: "[]\n\n")
      #expect(first == "event: world\ndata: {\"a\":1}\n\nevent: rows\nid: 7\ndata: []\n\n")
      events.send("rows", "two\nlines")
      #expect(
        try await client.chunks(upTo: "lines\n\n") == "event: rows\ndata: two\ndata: lines\n\n"
      )
    }
  }

  @Test func `a closed stream ends, and its connection accepts the next request`()
    async throws
  {
    let events = ServerEvents()
    try await run(events) { server, client in
      events.send("rows", "1")
      events.send("rows", "2")
      events.close()
      let all = try await client.chunks(upTo: "END")
      #expect(all == "event: rows\ndata: 1\n\nevent: rows\ndata: 2\n\nEND")
      try await client.send(server.get("/app.js"))
      #expect(try await client.answer().status == 200)
    }
  }

  @Test func `a client that resumes sends its last number`() async throws {
    let numbers = Mutex<[String?]>([])
    let answer: LoopbackServer.Answer = { request in
      numbers.withLock { $0.append(request.lastEventID) }
      return await TestServer.echo(request)
    }
    try await TestServer.run(answer: answer) { server in
      let client = try RawClient(port: server.port)
      try await client.send(server.get("/api/s"))
      _ = try await client.answer()
      try await client.send("GET /api/s HTTP/1.1\r\n\(server.pass)Last-Event-ID: 41\r\n\r\n")
      _ = try await client.answer()
      #expect(numbers.withLock { $0 } == [nil, "41"])
    }
  }

  @Test func `a client that disconnects closes its stream`() async throws {
    let events = ServerEvents()
    try await run(events) { _, client in
      client.vanish()
      await withCheckedContinuation { closed in events.whenClosed { closed.resume() } }
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["GET / HT", "GET / HTTP/1.1\r\n\r\n", "\0junk"])
  func `a half-closed client closes its stream, even with pending events`(
    behind: String
  ) async throws {
    let events = ServerEvents()
    try await run(events) { _, client in
      try await client.send(behind)
      client.endInput()
      await withCheckedContinuation { closed in events.whenClosed { closed.resume() } }
      _ = try await client.rest()
    }
  }

  @Test func `a client that hangs up while its stream is created gets none`() async throws {
    let (gate, events) = (await Gate(), ServerEvents())
    let answer: LoopbackServer.Answer = { _ in
      await gate.pass()
      return .events(events)
    }
    try await TestServer.run(answer: answer) { server in
      let client = try RawClient(port: server.port)
      try await client.send(server.get("/api/s"))
      await gate.reached()
      client.endInput()
      await gate.open()
      await withCheckedContinuation { closed in events.whenClosed { closed.resume() } }
      _ = try await client.rest()
    }
  }

  @Test func `the end of the server closes each stream`() async throws {
    let events = ServerEvents()
    try await run(events) { server, client in
      await server.close()
      #expect(events.isClosed)
      let rest = try await client.rest()
      #expect(rest.isEmpty)
    }
  }

  @Test func `events wait for a slow client, and none is lost`() async throws {
    let events = ServerEvents()
    try await run(events) { _, client in
      let count = 1_600
      let long = String(repeating: "x", count: 10_000)
      // More bytes than the system buffers for a client that does not read.
      for number in 1...count {
        events.send("rows", "\(number) \(long)")
        await Task.yield()
      }
      events.send("rows", "end")
      #expect(events.waitingCount > 0)
      let all = try await client.text(upTo: "data: end\n\n")
      let numbers = all.split(separator: "data: ").dropFirst().map { $0.prefix { $0 != " " } }
      #expect(numbers.dropLast().map(String.init) == (1...count).map(String.init))
      #expect(events.waitingCount == 0)
    }
  }

  @Test func `comments keep a quiet stream alive`() async throws {
    var options = ServerOptions.patient
    options.limits.heartbeat = .milliseconds(5)
    try await run(ServerEvents(), options) { _, client in
      for _ in 0..<3 {
        let comment = try await client.chunk()
        #expect(comment == ":\n\n")
      }
    }
  }

  @Test func `a client of HTTP/1.0 gets its stream without chunks`() async throws {
    let events = ServerEvents()
    events.send("rows", "1")
    events.close()
    try await TestServer.run(answer: { _ in .events(events) }) { server in
      let client = try RawClient(port: server.port)
      try await client.send("GET /api/s HTTP/1.0\r\n\(server.pass)\r\n")
      #expect(try await client.answer(withBody: false).headers["connection"] == "close")
      #expect(try await client.rest() == "retry: 1000\n\nevent: rows\ndata: 1\n\n")
    }
  }
}
#endif
