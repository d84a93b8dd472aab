import Foundation
import MessageStream
import Moonroute
import ScriptHost
import TestSupport
import Testing

@testable import ScriptDebugging

@Suite(.serialized, .timeLimit(.minutes(10))) struct DebugServerTests {
  private static func socket() -> URL {
    URL(filePath: "/tmp/moonroute-\(UUID().uuidString.prefix(8)).sock")
  }

  private static func connect(_ server: DebugServer) throws -> DebugClient {
    DebugClient(over: try MessageAddress(server.address).connect())
  }

  @Test func `a port requires the server's token, and a socket requires none`() async throws {
    let host = try Debuggee.host(.texts(["main.lua": Scripts.add]))
    let server = try DebugServer(for: host, at: .port(0))
    defer { server.close() }
    #expect(server.address == "127.0.0.1:\(server.port ?? 0)")
    #expect(server.token?.utf8.count == 32)
    for wrong in [JSON.null, .text(""), .text("x"), .int(7)] {
      let client = try Self.connect(server)
      try await client.ask("initialize")
      await #expect(throws: DebugClient.Refused.self) {
        try await client.ask("attach", ("token", wrong))
      }
      // A connection only has one attempt.
      await #expect(throws: DebugClient.Over.self) { try await client.ask("threads") }
    }
    let socket = try DebugServer(for: host, at: .socket(Self.socket()))
    defer { socket.close() }
    #expect(socket.token == nil && socket.port == nil)
    let client = try Self.connect(socket)
    try await client.begin()
    client.vanish()
  }

  @Test func `an address in use is refused`() throws {
    let host = try Debuggee.host(.texts(["main.lua": ""]))
    let server = try DebugServer(for: host, at: .port(0))
    defer { server.close() }
    let error = #expect(throws: DebugServerError.self) {
      _ = try DebugServer(for: host, at: .port(server.port ?? 0))
    }
    #expect(error?.description.hasPrefix("The debug server cannot start: cannot listen at") == true)
  }

  @Test func `only one client debugs at a time, followed by the next one`() async throws {
    let host = try Debuggee.host(.texts(["main.lua": Scripts.add]))
    try await host.load()
    let server = try DebugServer(for: host, at: .socket(Self.socket()))
    defer { server.close() }
    let first = try Self.connect(server)
    try await first.begin()
    let second = try Self.connect(server)
    try await second.ask("initialize")
    await #expect(throws: DebugClient.Refused.self) { try await second.ask("attach") }
    try await first.ask("disconnect")
    try await second.ask("attach")
    second.vanish()
  }

  @Test func `a client that disappears during a stop lets the application continue`()
    async throws
  {
    let host = try Debuggee.host(.texts(["main.lua": Scripts.add]))
    try await host.load()
    let server = try DebugServer(for: host, at: .socket(Self.socket()))
    defer { server.close() }
    for _ in 0..<10 {
      let client = try Self.connect(server)
      try await client.begin()
      try await client.setBreakpoints("main.lua", 9, 14)
      async let outcome = host.router.open("/add/1/2")
      try await client.event("stopped")
      client.vanish()
      #expect(await outcome.values == [.int(3)])
    }
    // They leave no state behind.
    #expect(await host.router.open("/add/2/2").values == [.int(4)])
  }

  @Test func `a closing server lets the application continue`() async throws {
    let host = try Debuggee.host(.texts(["main.lua": Scripts.add]))
    try await host.load()
    let server = try DebugServer(for: host, at: .socket(Self.socket()))
    let client = try Self.connect(server)
    try await client.begin()
    try await client.setBreakpoints("main.lua", 9)
    async let outcome = host.router.open("/add/1/2")
    try await client.event("stopped")
    server.close()
    #expect(await outcome.isSuccess)
    await #expect(throws: DebugClient.Over.self) { try await client.event("terminated") }
  }

  @Test func `one of two applications is stopped while the other serves`() async throws {
    let stopped = try Debuggee.host(.texts(["main.lua": Scripts.add]))
    let serving = try Debuggee.host(.texts(["main.lua": Scripts.add]))
    try await stopped.load()
    try await serving.load()
    let server = try DebugServer(for: stopped, at: .socket(Self.socket()))
    defer { server.close() }
    let client = try Self.connect(server)
    try await client.begin()
    try await client.setBreakpoints("main.lua", 9)
    async let outcome = stopped.router.open("/add/1/2")
    let stop = try await client.stopped()
    for number in 1...20 {
      let other = await serving.router.open("/add/\(number)/1")
      #expect(other.values == [.int(Int64(number) + 1)])
    }
    #expect(stopped.router.canOpen("/add/3/4"))
    try await client.go("continue", stop.thread)
    #expect(await outcome.isSuccess)
    client.vanish()
  }

  @Test func `closing a host ends the debugging`() async throws {
    let host = try Debuggee.host(.texts(["main.lua": Scripts.add]))
    try await host.load()
    let server = try DebugServer(for: host, at: .socket(Self.socket()))
    defer { server.close() }
    let client = try Self.connect(server)
    try await client.begin()
    await host.close()
    try await client.event("terminated")
    client.vanish()
  }

  @Test func `an editor's adapter connects to the program's socket`() async throws {
    let host = try Debuggee.host(.texts(["main.lua": Scripts.add]))
    try await host.load()
    let server = try DebugServer(for: host, at: .socket(Self.socket()))
    defer { server.close() }
    let (adapter, editor) = try Debuggee.pair()
    let session = DebugSession(
      over: adapter,
      debugging: LaunchedApplication(app: ".", links: []) { try Debuggee.host(.folder($0)) }
    )
    session.start()
    let client = DebugClient(over: editor)
    try await client.begin("attach", ("socket", .text(server.address)))
    try await client.setBreakpoints("main.lua", 9)
    async let outcome = host.router.open("/add/1/2")
    let stop = try await client.stopped()
    #expect(stop.place == "main.lua:9")
    try await client.go("continue", stop.thread)
    #expect(await outcome.isSuccess)
    try await client.ask("disconnect")
    #expect(await session.wait() == 0)
  }
}
