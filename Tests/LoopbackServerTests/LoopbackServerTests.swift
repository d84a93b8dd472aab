#if Inspector
import TestSupport
import Testing

@testable import LoopbackServer

@Suite struct LoopbackServerTests {
  @Test func `two servers have their own ports and keys`() async throws {
    try await TestServer.run { first in
      try await TestServer.run { second in
        #expect(first.port != second.port)
        #expect(first.key != second.key)
        for (server, key, status) in [
          (first, first.key, 200), (second, second.key, 200), (second, first.key, 403),
        ] {
          let client = try RawClient(port: server.port)
          try await client.send(
            """
            GET /api/x HTTP/1.1\r
            Host: 127.0.0.1:\(server.port)\r
            X-Moonroute-Key: \(key)\r\n\r\n
            """
          )
          #expect(try await client.answer().status == status)
        }
      }
    }
  }

  @Test func `the next server can use the port immediately, with the same key`()
    async throws
  {
    var options = ServerOptions.patient
    options.port = OwnPort.next()
    let first = try await TestServer.start(options)
    let client = try RawClient(port: first.port)
    try await client.send(first.get("/api/x"))
    #expect(try await client.answer().status == 200)
    let stranger = try RawClient(port: first.port)
    await first.close()
    await first.close()
    #expect(first.connectionCount == 0)
    #expect(try await client.rest().isEmpty)
    #expect(try await stranger.rest().isEmpty)
    #expect(throws: RawClient.Failure.self) { try RawClient(port: first.port) }

    let second = try await TestServer.start(options)
    #expect(second.url == first.url)
    let again = try RawClient(port: second.port)
    try await again.send(first.get("/api/x"))
    #expect(try await again.answer().status == 200)
    await second.close()
  }

  @Test func `if a port is in use, the next one is tried`() async throws {
    try await TestServer.run { server in
      var options = ServerOptions.patient
      (options.port, options.portCount) = (server.port, 50)
      try await TestServer.run(options) { next in
        #expect((server.port + 1..<server.port + 50).contains(next.port))
        #expect(next.key == options.key.text)
      }
    }
  }

  @Test func `a port in use, or an address of another machine, is reported`() async throws {
    try await TestServer.run { server in
      var options = ServerOptions.patient
      options.port = server.port
      let taken = await #expect(throws: ServerError.portTaken(host: "127.0.0.1", port: server.port))
      {
        try await LoopbackServer.start(assets: [], options: options, answer: TestServer.echo)
      }
      #expect(
        taken?.description == """
          Another program uses 127.0.0.1:\(server.port). Choose another port, or 0 for any free \
          port.
          """
      )
      for (host, reason) in [
        ("192.0.2.1", "Cannot assign requested address"), ("256.1.1.1", "no address has this name"),
      ] {
        (options.host, options.port) = (host, 0)
        let foreign = await #expect(throws: ServerError.self) {
          try await LoopbackServer.start(assets: [], options: options, answer: TestServer.echo)
        }
        #expect(
          foreign?.description
            == "cannot listen at \(host):0: \(reason). Choose an address of this machine and"
            + " a port that you may use."
        )
      }
    }
  }
}
#endif
