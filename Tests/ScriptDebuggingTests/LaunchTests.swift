import Foundation
import MessageStream
import ScriptHost
import TestSupport
import Testing

@testable import ScriptDebugging

@Suite(.serialized, .timeLimit(.minutes(10))) struct LaunchTests {
  private static let scripts = """
    local greeting = "hello"
    router.route { name = "greet", path = "/greet", action = function()
      return greeting
    end }
    """

  @Test func `scripts load after configurationDone, and breakpoints work from their first line`()
    async throws
  {
    try await Debuggee.launched(["main.lua": Self.scripts]) { client, folder, session in
      let path = folder.path + "/main.lua"
      try await client.begin("launch", ("links", .list([.text("/greet")])))
      let set = try await client.setBreakpoints(path, 1, 3)
      #expect(set.map { $0["verified"].bool } == [false, false])
      try await client.ask("configurationDone")
      let load = try await client.stopped()
      #expect(load.place == "main.lua:1")
      #expect(try await client.frames(of: load.thread)[0]["source"]["path"].text == path)
      try await client.go("continue", load.thread)
      let open = try await client.stopped()
      #expect(open.place == "main.lua:3")
      let changed = try await client.event("breakpoint")
      #expect(changed["breakpoint"]["verified"].bool == true)
      try await client.go("continue", open.thread)
      let output = try await client.event("output")
      #expect(output["output"].text == "handled /greet 'greet'\n")
      try await client.ask("disconnect")
      #expect(await session.wait() == 0)
    }
  }

  @Test func `scripts that do not load are reported, and the program ends`() async throws {
    try await Debuggee.launched(["main.lua": "router.route {"]) { client, _, session in
      try await client.begin("launch")
      try await client.ask("configurationDone")
      let output = try await client.event("output")
      #expect(output["category"].text == "stderr")
      #expect(output["output"].text?.hasPrefix("main.lua:1: ") == true)
      #expect(try await client.event("exited")["exitCode"].int == 3)
      try await client.event("terminated")
      try await client.ask("disconnect")
      #expect(await session.wait() == 3)
    }
  }

  @Test func `stopOnEntry stops at the first line`() async throws {
    try await Debuggee.launched(["main.lua": Self.scripts]) { client, _, _ in
      try await client.begin("launch", ("stopOnEntry", .bool(true)))
      try await client.ask("configurationDone")
      let stop = try await client.stopped()
      #expect(stop.reason == "entry")
      #expect(stop.place == "main.lua:1")
    }
  }

  @Test func `noDebug runs without stopping`() async throws {
    try await Debuggee.launched(["main.lua": Self.scripts]) { client, folder, _ in
      try await client.begin(
        "launch",
        ("noDebug", .bool(true)),
        ("links", .list([.text("/greet")]))
      )
      try await client.setBreakpoints(folder.path + "/main.lua", 3)
      try await client.ask("configurationDone")
      let output = try await client.event("output")
      #expect(output["output"].text == "handled /greet 'greet'\n")
      #expect(!client.hasEvent("stopped"))
    }
  }

  @Test func `restart loads again with breakpoints set first, and opens the links again`()
    async throws
  {
    try await Debuggee.launched(["main.lua": Self.scripts]) { client, folder, _ in
      try await client.begin(
        "launch",
        ("links", .text("/greet")),
        ("watch", .bool(false))
      )
      try await client.setBreakpoints(folder.path + "/main.lua", 3)
      try await client.ask("configurationDone")
      let first = try await client.stopped()
      #expect(first.place == "main.lua:3")
      try folder.write("-- new\n" + Self.scripts, to: "main.lua")
      // The client moves its breakpoints with the text, and sends requests while the script is
      // stopped.
      try await client.setBreakpoints(folder.path + "/main.lua", 2, 4)
      let restart = client.send("restart")
      let load = try await client.stopped()
      #expect(load.place == "main.lua:2")
      try await client.go("continue", load.thread)
      _ = try await client.answer(to: restart)
      let open = try await client.stopped()
      #expect(open.place == "main.lua:4")
      try await client.go("continue", open.thread)
    }
  }

  @Test func `hotReload loads changed scripts, and reports if nothing changed`() async throws {
    try await Debuggee.launched(["main.lua": Self.scripts]) { client, folder, _ in
      try await client.begin("launch", ("watch", .bool(false)))
      try await client.ask("configurationDone")
      try await client.event("loadedSource")
      #expect(try await client.ask("hotReload")["changed"].bool == false)
      try folder.write(Self.scripts.replacing("hello", with: "hi"), to: "main.lua")
      let reload = try await client.ask("hotReload")
      #expect(reload["changed"].bool == true)
      #expect(reload["generation"].int == 2)
      let body = try await client.ask(
        "evaluate",
        ("expression", .text("router.open('/greet').value")),
        ("context", .text("repl"))
      )
      #expect(body["result"].text == "\"hi\"")
      try folder.write("router.route {", to: "main.lua")
      await #expect(throws: DebugClient.Refused.self) { try await client.ask("hotReload") }
    }
  }

  @Test func `terminate ends the program during a stop`() async throws {
    try await Debuggee.launched(["main.lua": Self.scripts]) { client, folder, session in
      try await client.begin("launch", ("links", .text("/greet")))
      try await client.setBreakpoints(folder.path + "/main.lua", 3)
      try await client.ask("configurationDone")
      try await client.event("stopped")
      try await client.ask("terminate")
      #expect(try await client.event("exited")["exitCode"].int == 0)
      try await client.event("terminated")
      try await client.ask("disconnect")
      #expect(await session.wait() == 0)
    }
  }

  @Test func `a client that disappears ends the program that it started`() async throws {
    try await Debuggee.launched(["main.lua": Self.scripts]) { client, folder, session in
      try await client.begin("launch", ("links", .text("/greet")))
      try await client.setBreakpoints(folder.path + "/main.lua", 3)
      try await client.ask("configurationDone")
      try await client.event("stopped")
      client.vanish()
      #expect(await session.wait() == 0)
    }
  }
}
