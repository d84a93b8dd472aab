#if Inspector
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LoopbackServer

/// The test client and server: if a descriptor were closed twice, or during a call, it could
/// already belong to another test.
@Suite struct RawClientTests {
  @Test func `the descriptor of a client that cannot connect is closed once`() throws {
    let closed = Mutex<[Int32]>([])
    #expect(throws: RawClient.Failure.self) {
      try RawClient(port: OwnPort.next()) { number in closed.withLock { $0.append(number) } }
    }
    let numbers = closed.withLock { $0 }
    #expect(numbers.count == 1)
    for number in Set(numbers) { RawClient.close(number) }
  }

  @Test func `the descriptor of a client is closed once, when the client ends`() async throws {
    let closed = Mutex<[Int32]>([])
    try await TestServer.run { server in
      var client: RawClient? = try RawClient(port: server.port) { number in
        closed.withLock { $0.append(number) }
        RawClient.close(number)
      }
      try await client?.send(server.get("/app.js"))
      #expect(try await client?.answer().status == 200)
      #expect(closed.withLock { $0 }.isEmpty)
      client = nil
      // The client's queue may release it a moment later.
      while closed.withLock({ $0 }).isEmpty { await Task.yield() }
    }
    #expect(closed.withLock { $0 }.count == 1)
  }

  @Test func `a server closes its listener once, on the accepting thread`() async throws {
    let closed = Mutex<[Bool]>([])
    var server: RawServer? = try RawServer([.http("200 OK", [], "one")]) { number in
      RawClient.close(number)
      let isOwn = Thread.current.threadDictionary[RawServer.threadMark] != nil
      closed.withLock { $0.append(isOwn) }
    }
    let client = try RawClient(port: try #require(server?.port))
    client.sendAtOnce("GET / HTTP/1.1\r\n\r\n")
    #expect(try await client.answer().body == "one")
    #expect(closed.withLock { $0 }.isEmpty)
    server = nil
    while closed.withLock({ $0 }).isEmpty { await Task.yield() }
    #expect(closed.withLock { $0 } == [true])
  }
}
#endif
