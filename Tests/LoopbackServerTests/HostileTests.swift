#if Inspector
import TestSupport
import Testing

@testable import LoopbackServer

@Suite struct HostileTests {
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    /// SplitMix64.
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// Texts with a meaning for a request parser.
  private static let snippets = [
    "\r\n", "\n", "\r\n\r\n", "\0", " ", "\t", ":", "%", "%00", "%ff", "?", "&", "=", ";", ",",
    "\u{FF}",
    "HTTP/1.1", "HTTP/0.9", "HTTP/9.9", "CONNECT ", "PRI * HTTP/2.0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Transfer-Encoding: gzip\r\n", "Content-Length: 5\r\n", "Content-Length: -1\r\n",
    "Upgrade: h2c\r\n",
    "Connection: close\r\n", "Connection: upgrade\r\n", "Expect: 100-continue\r\n", "Host: a\r\n",
    "0\r\n\r\n", "ffffffffffffffff\r\n", "GET / HTTP/1.1\r\n", "key=", "/api/",
    "Range: bytes=0-\r\n",
    String(repeating: "a", count: 5_000), String(repeating: "x: y\r\n", count: 300),
  ]

  private static func mutated(_ bytes: [UInt8], _ random: inout Generator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(place + Int.random(in: 0...20, using: &random), bytes.count)
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where place < bytes.count: bytes[place] = .random(in: 0 ... .max, using: &random)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3: bytes.insert(.random(in: 0 ... .max, using: &random), at: place)
      case 4:
        bytes.insert(
          contentsOf: snippets.randomElement(using: &random)?.utf8.map { $0 } ?? [],
          at: place
        )
      default: bytes = Array(bytes[..<place]) + bytes[end...]
      }
    }
    return bytes
  }

  @Test func `hostile requests end, and a valid one afterwards gets its answer`() async throws {
    let seed = TestScale.seed
    var random = Generator(state: seed)
    let answer: LoopbackServer.Answer = { request in
      guard request.path.hasSuffix("stream") else { return await TestServer.echo(request) }
      let events = ServerEvents()
      events.send("rows", "1")
      return .events(events)
    }
    try await TestServer.run(answer: answer) { server in
      let good = [
        server.get("/"), server.get("/api/a?b=c%20d"), server.get("/app.js") + server.get("/api/2"),
        server.post("/api/open", #"{"location":"/a"}"#), server.get("/api/stream"),
        server.post("/api/x", "5\r\n{\"a\":\r\n0\r\n\r\n")
          .replacing("Content-Length: 15", with: "Transfer-Encoding: chunked"),
        "GET /#key=\(server.key) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n",
      ]
      for number in 0..<TestScale.hostileRequests {
        let bytes = Self.mutated(Array(good[number % good.count].utf8), &random)
        let client = try RawClient(port: server.port)
        try await client.send(bytes)
        client.endInput()
        let text = try await client.rest()
        guard text.isEmpty || text.hasPrefix("HTTP/1."), !text.contains(" 500 ") else {
          Issue.record("seed \(seed), request \(number): \(text)")
          return
        }
      }
      while server.connectionCount > 0 { await Task.yield() }
      let client = try RawClient(port: server.port)
      try await client.send(server.get("/app.js"))
      #expect(try await client.answer().status == 200, "seed \(seed)")
    }
  }
}
#endif
