#if Command
import Foundation
import TestSupport
import Testing

@testable import MessageStream

/// `moonroute debug`, started as by an editor.
@Suite(.serialized, .timeLimit(.minutes(10))) struct DebugTests {
  private static let scripts = [
    "main.lua": """
    router.route { name = "sum", path = "/sum/:a<int>/:b<int>", action = function(state)
      print("adds")
      return state.params.a + state.params.b
    end }
    """,
    "spec/sum_spec.lua": """
    describe("sums", function()
      it("adds", function()
        local outcome = router.open("/sum/1/2")
        assert.equal(3, outcome.value)
      end)
      it("is wrong", function()
        assert.equal(4, router.open("/sum/1/2").value)
      end)
    end)
    """,
  ]

  /// The command in its own folder, with a connected client.
  private static func started<Answer>(
    _ arguments: [String],
    scripts: [String: String] = scripts,
    _ body: (DebugClient, URL) async throws -> Answer
  ) async throws -> (answer: Answer, status: Int32) {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let folder = scratch["app"]
    for (name, text) in scripts {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let process = try MessageProcess(["debug"] + arguments, in: folder)
    let client = DebugClient(over: process.connection)
    let answer: Answer
    do {
      answer = try await body(client, folder)
    } catch {
      process.terminate()
      throw error
    }
    client.vanish()
    return (answer, await process.end())
  }

  @Test func `an application stops at a breakpoint, and its output goes to the editor`()
    async throws
  {
    let (_, status) = try await Self.started([".", "/sum/1/2"]) { client, folder in
      try await client.begin("launch")
      try await client.setBreakpoints(folder.path + "/main.lua", 3)
      try await client.ask("configurationDone")
      let stop = try await client.stopped()
      #expect(stop.place == "main.lua:3")
      #expect(try await client.event("output")["output"].text == "adds\n")
      #expect(try await client.evaluate("state.params.a", of: stop.thread) == "1")
      let table = #"{ ["end"] = "a\"b" }"#
      #expect(try await client.evaluate(table, of: stop.thread) == table)
      try await client.go("continue", stop.thread)
      let outcome = try await client.event("output")["output"].text
      #expect(outcome?.contains("/sum/1/2") == true)
      try await client.ask("disconnect")
    }
    #expect(status == 0)
  }

  @Test func `output of a script to standard output does not disturb the protocol`() async throws {
    let scripts = [
      "main.lua": "io.write('Content-Length: 3\\r\\n\\r\\nxyz'); io.flush(); print('done')"
    ]
    let (_, status) = try await Self.started(["--unsafe"], scripts: scripts) { client, _ in
      try await client.begin("launch")
      try await client.ask("configurationDone")
      #expect(try await client.event("output")["output"].text == "done\n")
      try await client.ask("disconnect")
    }
    #expect(status == 0)
  }

  @Test(arguments: [(3, Int32(0), 1), (6, 1, 1), (1, 1, 2), (99, 1, 0)])
  func `a test or a block is debugged with its application, and its result is the status`(
    line: Int,
    expected: Int32,
    opens: Int
  ) async throws {
    let (_, status) = try await Self.started(["--spec", "spec/sum_spec.lua:\(line)"]) {
      client,
      folder in
      try await client.begin("launch")
      try await client.setBreakpoints(folder.path + "/main.lua", 3)
      if line == 3 { try await client.setBreakpoints(folder.path + "/spec/sum_spec.lua", 4) }
      try await client.ask("configurationDone")
      for _ in 0..<opens {
        let stop = try await client.stopped()
        #expect(stop.place == "main.lua:3")
        try await client.go("continue", stop.thread)
      }
      if opens == 0 {
        let words = "There is no test at line 99 of 'spec/sum_spec.lua'."
        #expect(try await client.event("output")["output"].text?.contains(words) == true)
      }
      if line == 3 {
        let stop = try await client.stopped()
        #expect(stop.place == "sum_spec.lua:4")
        try await client.go("continue", stop.thread)
      }
      #expect(try await client.event("exited")["exitCode"].int == Int(expected))
      try await client.ask("disconnect")
    }
    #expect(status == expected)
  }

  @Test func `a result that is too large does not stop a debugged spec`() async throws {
    let spec = """
      it(("x"):rep(5 << 20), function() end)
      it("b", function() local _ = assert[("x"):rep(5 << 20)] end)
      """
    let scripts = ["main.lua": "", "spec/large_spec.lua": spec]
    let (_, status) = try await Self.started(["--spec", "spec/large_spec.lua"], scripts: scripts) {
      client,
      _ in
      try await client.begin("launch")
      try await client.ask("configurationDone")
      #expect(try await client.event("exited")["exitCode"].int == 1)
      try await client.ask("disconnect")
    }
    #expect(status == 1)
  }

  @Test func `a test restarted during a stop starts again, and ends once`()
    async throws
  {
    let (_, status) = try await Self.started(["--spec", "spec/sum_spec.lua:3"]) { client, folder in
      try await client.begin("launch")
      try await client.setBreakpoints(folder.path + "/main.lua", 3)
      try await client.ask("configurationDone")
      #expect(try await client.stopped().place == "main.lua:3")
      try await client.ask("restart")
      let stop = try await client.stopped()
      #expect(stop.place == "main.lua:3")
      try await client.go("continue", stop.thread)
      #expect(try await client.event("exited")["exitCode"].int == 0)
      try await client.ask("disconnect")
    }
    #expect(status == 0)
  }

  @Test func `--attach forwards the editor's messages to a running program`() async throws {
    let path = "/tmp/moonroute-\(UUID().uuidString.prefix(8)).sock"
    let listener = try MessageListener(at: .socket(path))
    defer { listener.close() }
    let (_, status) = try await Self.started(["--attach", path]) { client, _ in
      let program = try #require(listener.accept())
      let number = client.send("initialize")
      guard case .message(let request) = await program.next() else {
        Issue.record("nothing came")
        return
      }
      #expect(request["command"].text == "initialize")
      program.send(
        .fields(
          ("seq", .int(1)),
          ("type", .text("response")),
          ("request_seq", request["seq"]),
          ("success", .bool(true)),
          ("command", .text("initialize"))
        )
      )
      _ = try await client.answer(to: number)
      await program.finish()
    }
    #expect(status == 0)
  }

  @Test(arguments: [("debug", Int32(4)), ("lsp", 1)])
  func `an invalid protocol stream ends with its reason`(
    command: String,
    status: Int32
  ) async throws {
    let run = try await CommandRun.moonroute([command], input: Array("hello\u{1B}\n".utf8))
    #expect(run.status == status)
    #expect(run.output == "")
    #expect(
      run.errors
        == #"moonroute: the header 'hello?' is not part of this protocol. Send Content-Length."#
        + "\n"
    )
  }

  @Test func `debug keeps hostile names on their line`() async throws {
    let run = try await CommandRun.moonroute(["debug", "--attach", "/no/a\u{1B}[2J\n.sock"])
    #expect(run.status == 4)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix(#"moonroute: no program listens at '/no/a\u{1B}[2J\u{A}.sock'"#))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    (["--attach", "x", "app"], "--attach debugs a running program. Leave out the application."),
    (["--spec", "x", "app"], "--spec finds the application itself. Leave out the application."),
  ])
  func `conflicting arguments are refused`(
    arguments: [String],
    message: String
  ) async throws {
    let run = try await CommandRun.moonroute(["debug"] + arguments)
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("Error: \(message)"))
  }

  @Test func `a silent editor ends the session`() async throws {
    let run = try await CommandRun.moonroute(["debug"])
    #expect(run.status == 0)
    #expect(run.output == "")
  }
}
#endif
