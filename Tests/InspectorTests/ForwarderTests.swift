#if Inspector
import Inspector
import LoopbackServer
import MessageStream
import Moonroute
import ScriptHost
import Synchronization
import TestSupport
import Testing

/// The page for a remote inspector.
@Suite struct ForwarderTests {
  /// The codes that a forwarder reported.
  private final class Told: Sendable {
    private let list = Mutex<[String?]>([])
    var codes: [String?] { list.withLock { $0 } }
    func add(_ error: ForwardError?) { list.withLock { $0.append(error?.code) } }
  }

  /// Limits for busy machines, which do not time out slow programs.
  private static var patient: RemoteServer.Limits {
    var limits = RemoteServer.Limits()
    limits.silentTime = .seconds(86_400)
    limits.connectTime = .seconds(3_600)
    return limits
  }

  /// A running program, and its page on this machine.
  private func attached(
    isReadOnly: Bool = false,
    _ body: (ScriptHost, Inspector, WireClient) async throws -> Void
  ) async throws {
    let host = try ScriptHost(.texts(Samples.small))
    try await host.load()
    let inspector = try await Inspector.attach(to: host)
    let forwarder = try await InspectorForwarder.start(
      to: RemoteAddress(inspector.address),
      isReadOnly: isReadOnly,
      limits: Self.patient
    )
    #expect(forwarder.application == host.entryFile)
    #expect(forwarder.port != inspector.port && forwarder.key != inspector.key)
    #expect(forwarder.url == "http://127.0.0.1:\(forwarder.port)/#key=\(forwarder.key)")
    try await body(host, inspector, WireClient(port: forwarder.port, key: forwarder.key))
    await forwarder.close()
    await inspector.close()
  }

  @Test func `the page is served locally, and requests go to the program`() async throws {
    try await attached { host, inspector, near in
      let far = WireClient(port: inspector.port, key: inspector.key)
      let hello = try await near.get("hello")
      #expect(hello.status == 200)
      #expect(try await far.get("hello").json == hello.json)
      #expect(hello.json["attached"].bool == true)
      let page = try RawClient(port: near.port)
      try await page.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(near.port)\r\n\r\n")
      let answer = try await page.answer()
      #expect(answer.body.contains("<!doctype html>"))
      #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") == true)

      let opened = try await near.post("open", #"{"location":"/item/7"}"#)
      #expect(opened.json["outcome"]["status"].text == "opened")
      let number = try #require(opened.json["number"].int)
      #expect(try await near.get("outcomes/\(number)").json["location"].text == "/item/7")
      #expect(try await near.get("match?location=%2Fitem%2Fx%26y").status == 200)
      #expect(try await near.get("timeline?after=0&limit=1").json["rows"].items.count == 1)
      let tree = await host.router.perform { $0.stage.tree.description }
      #expect(try await near.get("stage").json["stage_text"].text == tree)
      #expect(try await near.get("nothing").status == 404)
    }
  }

  @Test func `the stream follows the program and ends with it`() async throws {
    try await attached { host, inspector, near in
      let stream = try await near.stream(upTo: "event: stage\n")
      _ = await host.router.open("/item/8")
      _ = try await stream.text(upTo: "/item/8")
      await inspector.close()
      _ = try await stream.text(upTo: "\r\n0\r\n\r\n")
      let gone = try await near.get("hello")
      #expect(gone.status == 502)
      #expect(gone.json["error"]["code"].text == "far_gone")
    }
  }

  @Test func `the forwarding server has its own access control`() async throws {
    try await attached { _, inspector, near in
      let foreign = try await WireClient(port: near.port, key: inspector.key).get("hello")
      #expect(foreign.status == 403)
      #expect(foreign.json["error"]["code"].text == "wrong_key")
    }
    try await attached(isReadOnly: true) { _, _, near in
      let opened = try await near.post("open", #"{"location":"/item/7"}"#)
      #expect(opened.json["error"]["code"].text == "read_only")
      #expect(try await near.post("match", #"{"location":"/item/7"}"#).status == 200)
    }
  }

  @Test func `an unreachable program is reported, and served again after it is back`() async throws
  {
    let host = try ScriptHost(.texts(Samples.small))
    try await host.load()
    var options = ServerOptions()
    options.port = OwnPort.next()
    func start() async throws -> Inspector {
      let world = InspectedApplication(host.router, host: host)
      return try await OwnPort.whenFree({ "\($0)".contains("is taken") }) {
        try await Inspector.start(world, settings: .init(), options: options)
      }
    }
    let first = try await start()
    let told = Told()
    let forwarder = try await InspectorForwarder.start(
      to: RemoteAddress(first.address),
      limits: Self.patient
    ) { told.add($0) }
    let near = WireClient(port: forwarder.port, key: forwarder.key)
    await first.close()
    for _ in 0..<3 { #expect(try await near.get("stage").status == 502) }
    #expect(told.codes == ["far_gone"])
    options.key = try #require(ServerKey(first.key))
    let second = try await start()
    let stream = try await near.stream(upTo: "event: stage\n")
    stream.vanish()
    #expect(try await near.get("hello").status == 200)
    #expect(told.codes == ["far_gone", nil])
    await second.close()
    options.key = ServerKey()
    let third = try await start()
    let refused = try await near.get("hello")
    #expect(refused.json["error"]["code"].text == "far_key")
    #expect(told.codes == ["far_gone", nil, "far_key"])
    await forwarder.close()
    await third.close()
  }

  @Test(arguments: [
    (#"{"protocol":{"major":2,"minor":0},"application":"x"}"#, "far_version"),
    (#"{"protocol":"2"}"#, "far_unknown"), ("[", "far_unknown"),
  ])
  func `a program of another version is refused`(hello: String, code: String) async throws {
    let key = String(repeating: "a", count: 32)
    let server = try RawServer([
      .http("200 OK", ["Content-Type: application/json"], hello)
    ])
    let address = try RemoteAddress("http://127.0.0.1:\(server.port)/#key=\(key)")
    let error = await #expect(throws: ForwardError.self) {
      try await InspectorForwarder.start(to: address)
    }
    #expect(error?.code == code)
  }
}
#endif
