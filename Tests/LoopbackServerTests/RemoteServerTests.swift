#if Inspector
import MessageStream
import Synchronization
import TestSupport
import Testing

@testable import LoopbackServer

/// A server that another server forwards requests to.
@Suite struct RemoteServerTests {
  private static let key = "0123456789abcdef0123456789abcdef"

  private static func answered(_ status: String) -> RawServer.Answer {
    .http(status, ["Content-Type: application/json"], "{}")
  }

  /// The content of a response, as JSON.
  private func json(_ answer: ServerAnswer) throws -> JSON {
    guard case .content(let content) = answer else { return .null }
    return try JSONParser.parse(content.bytes)
  }

  @Test(arguments: [
    ServerRequest(.get, "/api/v1/hello"),
    ServerRequest(.get, "/api/v1/a b/%/ü?", query: ["a&b": "=c d+%", "": "é", "x": ""]),
    ServerRequest(.post, "/api/v1/open", body: Array(#"{"location":"/ä"}"#.utf8)),
    ServerRequest(.post, "/api/v1/clear"),
  ])
  func `a request arrives unchanged`(request: ServerRequest) async throws {
    try await TestServer.run { server in
      let far = RemoteServer(try RemoteAddress(server.url), limits: .patient)
      for _ in 0..<2 {
        let answer = try json(try await far.answer(request))
        let direct = try json(await TestServer.echo(request))
        #expect(answer == direct)
      }
    }
  }

  @Test func `a refusal of the remote server is passed on`() async throws {
    let answer: LoopbackServer.Answer = { _ in
      .content(ServerContent(404, type: "application/json", Array(#"{"error":{}}"#.utf8)))
    }
    try await TestServer.run(answer: answer) { server in
      let far = RemoteServer(try RemoteAddress(server.url), limits: .patient)
      guard case .content(let content) = try await far.answer(ServerRequest(.get, "/api/x")) else {
        Issue.record("no content")
        return
      }
      #expect(content.status == 404)
      #expect(String(decoding: content.bytes, as: UTF8.self) == #"{"error":{}}"#)
    }
  }

  @Test func `another key is refused, and an unreachable server is tried again after it is back`()
    async throws
  {
    var options = ServerOptions.patient
    options.port = OwnPort.next()
    let first = try await TestServer.start(options)
    let port = first.port
    let address = try RemoteAddress("http://127.0.0.1:\(port)/#key=\(Self.key)")
    let other = RemoteServer(address, limits: .patient)
    let request = ServerRequest(.get, "/api/x")
    let place = "127.0.0.1:\(port)"
    await #expect(throws: ForwardError.refusedKey(place: place)) { try await other.answer(request) }
    let far = RemoteServer(try RemoteAddress(first.url), limits: .patient)
    _ = try await far.answer(request)
    await first.close()
    // A child process of another test may hold the port for another moment.
    while (try? RawClient(port: port)) != nil { await Task.yield() }
    let gone = ForwardError.unreachable(place: place, reason: "no program listens there")
    await #expect(throws: gone) { try await far.answer(request) }
    options.key = try #require(ServerKey(first.key))
    try await TestServer.run(options) { _ in
      let answer = try json(try await far.answer(request))
      #expect(answer["path"].text == "/api/x")
    }
    // The restarted server has another key.
    options.key = ServerKey()
    try await TestServer.run(options) { _ in
      await #expect(throws: ForwardError.refusedKey(place: place)) { try await far.answer(request) }
    }
  }

  @Test(
    arguments: [
      ([.http("200 OK", [], "hello")], "far_unknown"), ([.text("SSH-2.0\r\n")], "far_unknown"),
      ([.text("")], "far_gone"),
      ([.http("303 See Other", ["Location: /"])], "far_unknown"),
      ([answered("600 More")], "far_unknown"), ([answered("999 Most")], "far_unknown"),
      ([answered("099 Less")], "far_unknown"), ([answered("000 None")], "far_unknown"),
      ([answered("101 Other")], "far_unknown"), ([answered("199 Early")], "far_unknown"),
      ([.silence], "far_silent"),
      ([.text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")], "far_gone"),
      ([.http("200 OK", ["Content-Type: text/html"], "<p>")], "far_unknown"),
      ([.http("200 OK", ["Content-Type: text/javascript"], "1")], "far_unknown"),
      ([.text("HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n")], "far_too_large"),
      (
        [.text("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 4_000))],
        "far_too_large"
      ),
      (
        [.http("403 No", [], #"{"error":{"code":"foreign_host","message":"I am another."}}"#)],
        "far_port"
      ),
      (
        [.http("403 No", [], #"{"error":{"code":"wrong_key","message":""}}"#)], "far_key"
      ),
    ] as [([RawServer.Answer], String)]
  )
  func `an invalid answer of the remote server is reported`(
    answers: [RawServer.Answer],
    code: String
  ) async throws {
    let server = try RawServer(answers)
    var limits = RemoteServer.Limits()
    limits.answerBytes = 3_000
    if code == "far_silent" { limits.silentTime = .milliseconds(20) }
    let address = try RemoteAddress("http://127.0.0.1:\(server.port)/#key=\(Self.key)")
    let far = RemoteServer(address, limits: limits)
    let error = await #expect(throws: ForwardError.self) {
      try await far.answer(ServerRequest(.get, "/api/x"))
    }
    #expect(error?.code == code)
    let content = try #require(error?.content)
    #expect(content.status == (code == "far_silent" ? 504 : 502))
    #expect(try JSONParser.parse(content.bytes)["error"]["code"].text == code)
  }

  // MARK: Streams

  /// Requests a server's stream.
  private func stream(
    _ events: ServerEvents,
    limits: RemoteServer.Limits = .patient,
    options: ServerOptions = .patient,
    _ body: (LoopbackServer, ServerEvents) async throws -> Void
  ) async throws {
    try await TestServer.run(options, answer: { _ in .events(events) }) { server in
      let far = RemoteServer(try RemoteAddress(server.url), limits: limits)
      guard case .events(let near) = try await far.answer(ServerRequest(.get, "/api/s")) else {
        Issue.record("no stream")
        return
      }
      try await body(server, near)
    }
  }

  /// The next events.
  private func next(_ events: ServerEvents) async -> [ServerEvents.Event] {
    while true {
      let taken = events.take()
      if !taken.isEmpty || events.isClosed { return taken }
      let isWaiting = Atomic(true)
      await withCheckedContinuation { ready in
        events.whenReady {
          if isWaiting.exchange(false, ordering: .relaxed) { ready.resume() }
        }
      }
    }
  }

  @Test func `events arrive as sent, and the end of the remote side ends the stream`()
    async throws
  {
    let events = ServerEvents()
    events.send("world", #"{"a":"ä"}"#)
    try await stream(events) { _, near in
      let first = await next(near)
      #expect(first.map(\.type) == ["world"])
      #expect(first.map(\.data) == [#"{"a":"ä"}"#])
      events.send("rows", "two\nlines", id: "7")
      let second = await next(near)
      #expect(second.map(\.data) == ["two\nlines"])
      #expect(second.map(\.id) == ["7"])
      events.close()
      #expect(await next(near).isEmpty)
      #expect(near.isClosed)
    }
  }

  @Test func `an unreachable remote side ends the stream`() async throws {
    try await stream(ServerEvents()) { server, near in
      await server.close()
      await withCheckedContinuation { closed in near.whenClosed { closed.resume() } }
    }
  }

  @Test func `the end of the local side ends the remote stream`() async throws {
    let events = ServerEvents()
    try await stream(events) { _, near in
      near.close()
      await withCheckedContinuation { closed in events.whenClosed { closed.resume() } }
    }
  }

  @Test func `a silent stream times out, and comments count as activity`() async throws {
    var limits = RemoteServer.Limits()
    limits.silentTime = .milliseconds(50)
    try await TestServer.run(answer: { _ in .events(ServerEvents()) }) { [limits] server in
      let far = RemoteServer(try RemoteAddress(server.url), limits: limits)
      // The timeout is so short that even the stream may be too late.
      while true {
        do throws(ForwardError) {
          let answer = try await far.answer(ServerRequest(.get, "/api/s"))
          guard case .events(let near) = answer else { continue }
          await withCheckedContinuation { closed in near.whenClosed { closed.resume() } }
          break
        } catch {
          #expect(error.code == "far_silent")
        }
      }
    }
    limits.silentTime = .seconds(60)
    var options = ServerOptions.patient
    options.limits.heartbeat = .milliseconds(1)
    let events = ServerEvents()
    try await stream(events, limits: limits, options: options) { _, near in
      events.send("rows", "1")
      #expect(await next(near).map(\.data) == ["1"])
      #expect(!near.isClosed)
    }
  }

  @Test func `reading does not run ahead of the consumer, and nothing is lost`() async throws {
    let events = ServerEvents()
    let (count, size) = (64, 256 << 10)
    let long = String(repeating: "x", count: size)
    for number in 1...count { events.send("rows", "\(number) \(long)") }
    events.close()
    try await stream(events) { _, near in
      var numbers: [String] = []
      var largest = 0
      while true {
        let taken = await next(near)
        if taken.isEmpty { break }
        largest = max(largest, taken.count)
        numbers += taken.map { String($0.data.prefix { $0 != " " }) }
      }
      #expect(numbers == (1...count).map(String.init))
      #expect(largest * size < 4 << 20)
    }
  }

  @Test func `an event beyond the limit ends the stream`() async throws {
    var limits = RemoteServer.Limits()
    limits.answerBytes = 1_000
    limits.silentTime = .seconds(600)
    let events = ServerEvents()
    try await stream(events, limits: limits) { _, near in
      events.send("rows", String(repeating: "x", count: 1 << 20))
      #expect(await next(near).isEmpty)
      #expect(near.isClosed)
    }
  }

  @Test func `events do not depend on how their bytes are split`() {
    let text = """
      retry: 1000\n\n:\n\nevent: world\r\ndata: {}\r\n\r\nevent: rows\nid: 7\ndata: ä\ndata:b\n\n
      data: no type\n\nevent: none\n\nevent:rows\nid: 8\ndata\n\nevent: rows\ndata: no end
      """
    let bytes = Array(text.utf8)
    for size in 1...bytes.count {
      var reader = EventReader()
      var events: [ServerEvents.Event] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        events += reader.read(bytes[start...].prefix(size))
      }
      #expect(events.map(\.type) == ["world", "rows", "rows"])
      #expect(events.map(\.data) == ["{}", "ä\nb", ""])
      #expect(events.map(\.id) == [nil, "7", "8"])
      #expect(reader.byteCount == "data: no end".utf8.count)
    }
  }
}
#endif
