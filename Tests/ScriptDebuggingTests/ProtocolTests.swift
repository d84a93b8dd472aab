import MessageStream
import Moonroute
import ScriptHost
import TestSupport
import TextTools
import Testing

@testable import ScriptDebugging

@Suite(.serialized, .timeLimit(.minutes(10))) struct ProtocolTests {
  private static func refusal(_ body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "answered"
    } catch {
      return "\(error)"
    }
  }

  @Test func `initialize returns the capabilities`() async throws {
    try await Debuggee.launched(["main.lua": ""]) { client, _, _ in
      let body = try await client.ask("initialize", ("adapterID", .text("x")))
      #expect(body["supportsConfigurationDoneRequest"].bool == true)
      #expect(body["supportsLogPoints"].bool == true)
      #expect(body["supportsStepBack"] == .null)
      let filters = body["exceptionBreakpointFilters"].items
      #expect(filters.map { $0["filter"].text } == ["uncaught", "raised", "failed_open"])
      #expect(filters.map { $0["default"].bool } == [true, false, false])
    }
  }

  @Test func `requests in the wrong state are refused with the reason`() async throws {
    try await Debuggee.launched(["main.lua": ""]) { client, _, _ in
      let early = await Self.refusal { try await client.ask("threads") }
      #expect(early == "The first request must be 'initialize'.")
      try await client.ask("initialize")
      let refusals = [
        ("initialize", "'initialize' is not allowed now."),
        ("configurationDone", "'configurationDone' is not allowed now."),
        ("threads", "Nothing is being debugged yet. Send 'launch' or 'attach'."),
        ("restart", "Nothing is being debugged yet. Send 'launch' or 'attach'."),
        ("stepBack", "There is no request 'stepBack' here."),
        ("attach", "Name the program: 'socket' must be its path, or 127.0.0.1:PORT."),
      ]
      for (command, message) in refusals {
        #expect(await Self.refusal { try await client.ask(command) } == message)
      }
      let nowhere = await Self.refusal {
        try await client.ask("attach", ("socket", .text("/no/such.sock")))
      }
      #expect(nowhere.hasPrefix("no program listens at '/no/such.sock': "))
      let missing = await Self.refusal {
        try await client.ask("launch", ("app", .text("/no/such/app")))
      }
      #expect(missing.hasPrefix("There is no file or folder '/no/such/app'."))
      // A refused client can try again.
      try await client.ask("launch")
    }
  }

  @Test func `incomplete requests are refused with the reason`() async throws {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, _ in
      let refusals = [
        ("stackTrace", "The request needs 'threadId'."),
        ("scopes", "The request needs 'frameId'."),
        ("variables", "The request needs 'variablesReference'."),
        ("evaluate", "The request needs 'expression'."),
        ("setVariable", "The request needs 'variablesReference'."),
        ("completions", "The request needs 'text'."),
        ("setBreakpoints", "The request needs 'source.path'."),
        ("continue", "The scripts are not stopped."),
        ("next", "The scripts are not stopped."),
        ("exceptionInfo", "The scripts are not stopped."),
        ("source", "There is no script 0."),
        ("terminate", "This program was not started by the debugger. Send 'disconnect'."),
      ]
      for (command, message) in refusals {
        #expect(await Self.refusal { try await client.ask(command) } == message, "\(command)")
      }
    }
  }

  @Test func `numbers and texts of any kind get an answer without a crash`() async throws {
    let values: [JSON] = [
      .null, .bool(true), .int(-1), .int(.max), .integer(.min), .number(1e300), .text(""),
      .text("\u{0}\u{FFFD}"), .list([]), .object([]), .int(4_294_967_296),
    ]
    let fields = [
      "threadId", "frameId", "variablesReference", "startFrame", "levels", "start", "count", "name",
      "value", "expression", "text", "column", "line", "breakpoints", "filters", "source",
      "sourceReference",
    ]
    // With these texts, commands that require a text reach the check of the numbers.
    let texts = ["name": "session", "value": "1", "expression": "1", "text": "se\nro"]
    let commands = [
      "threads", "stackTrace", "scopes", "variables", "evaluate", "setVariable", "completions",
      "exceptionInfo", "source", "loadedSources", "setBreakpoints", "setFunctionBreakpoints",
      "setExceptionBreakpoints", "pause", "continue", "next", "stepIn", "stepOut", "hotReload",
    ]
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, _ in
      for command in commands {
        for value in values {
          for texts in [[:], texts] {
            let number = client.send(
              command,
              .object(fields.map { JSON.Field($0, texts[$0].map { .text($0) } ?? value) })
            )
            _ = try? await client.answer(to: number)
          }
        }
      }
      let threads = try await client.ask("threads")
      #expect(!threads["threads"].items.isEmpty)
    }
  }

  @Test func `invalid bytes on the connection do not affect the program`() async throws {
    let seed = TestScale.seed
    var random = SeededGenerator(seed: seed)
    let host = try Debuggee.host(.texts(["main.lua": Scripts.add]))
    try await host.load()
    let server = try DebugServer(for: host, at: .port(0))
    defer { server.close() }
    let parts = [
      "Content-Length: 2\r\n\r\n{}", "Content-Length: ", "\r\n\r\n", "GET / HTTP/1.1\r\n",
      #"{"type":"request","seq":1,"command":"initialize"}"#, "[[[[", "\u{0}",
      "Content-Length: 5\r\n\r\n[1,2}",
    ]
    for _ in 0..<40 {
      let connection = try RawConnection(port: server.port ?? 0)
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        if Bool.random(using: &random) {
          bytes += parts[Int.random(in: 0..<parts.count, using: &random)].utf8
        } else {
          bytes += (0..<20).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
        }
      }
      connection.write(bytes)
      connection.end()
    }
    let outcome = await host.router.open("/add/1/2")
    #expect(outcome.values == [.int(3)], "seed \(seed)")
    // The last client may still be disconnecting.
    var isWelcome = false
    while !isWelcome {
      let client = DebugClient(over: try MessageAddress(server.address).connect())
      defer { client.vanish() }
      do {
        try await client.begin("attach", ("token", .text(server.token ?? "")))
        isWelcome = true
      } catch {
        try Task.checkCancellation()
      }
    }
  }

  @Test func `a message that is not a request is skipped, and the next one is handled`()
    async throws
  {
    let (adapter, editor) = try Debuggee.pair()
    let session = DebugSession(
      over: adapter,
      debugging: LaunchedApplication(app: ".", links: []) { try Debuggee.host(.folder($0)) }
    )
    session.start()
    defer { editor.close() }
    // This is not a request, so it gets no response.
    editor.send(.list([.int(1)]))
    editor.send(.fields(("type", .text("response"))))
    editor.send(
      .fields(("seq", .int(1)), ("type", .text("request")), ("command", .text("nothing")))
    )
    let answer = await editor.next()
    guard case .message(let message) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(message["success"].bool == false)
    #expect(message["message"].text == "The first request must be 'initialize'.")
  }
}
