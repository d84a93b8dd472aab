import MessageStream
import Moonroute
import ScriptHost
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(1))) struct SteppingTests {
  /// Follows steps from a first breakpoint, and lets the open end.
  private func places(_ line: Int, _ steps: [String]) async throws -> [String] {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, host in
      try await client.setBreakpoints("main.lua", line)
      async let outcome = host.application.open("/add/1/2")
      var stop = try await client.stopped()
      var places = [stop.place]
      for step in steps {
        try await client.go(step, stop.thread)
        stop = try await client.stopped()
        #expect(stop.reason == "step")
        places.append(stop.place)
      }
      try await client.ask("disconnect")
      #expect(await outcome.values == [.integer(3)])
      return places
    }
  }

  @Test func `next goes over a call`() async throws {
    #expect(try await places(8, ["next", "next"]) == ["main.lua:8", "main.lua:9", "main.lua:10"])
  }

  @Test func `stepIn goes into a call, and stepOut back`() async throws {
    let places = try await places(8, ["stepIn", "next", "stepOut"])
    #expect(places.dropLast() == ["main.lua:8", "main.lua:2", "main.lua:3"])
    #expect(["main.lua:8", "main.lua:9"].contains(places.last))
  }

  @Test func `next goes over a wait`() async throws {
    #expect(
      try await places(13, ["next", "next", "next"])
        == ["main.lua:13", "main.lua:14", "main.lua:15", "main.lua:16"]
    )
  }

  @Test func `a coroutine that is older than the debugger stops, too`() async throws {
    let scripts = """
      local step = coroutine.wrap(function()
        local count = 0
        while true do
          count = count + 1
          coroutine.yield(count)
        end
      end)
      step()
      router.route { path = "/step", action = function() return step() end }
      """
    try await Debuggee.attached(to: ["main.lua": scripts]) { client, host in
      try await client.setBreakpoints("main.lua", 4)
      async let outcome = host.application.open("/step")
      let stop = try await client.stopped()
      #expect(stop.place == "main.lua:4")
      #expect(try await client.evaluate("count", of: stop.thread) == "1")
      try await client.go("continue", stop.thread)
      #expect(await outcome.values == [.integer(2)])
    }
  }

  @Test func `pause works before there is any breakpoint, and threads are known`() async throws {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, host in
      let idle = try await client.ask("threads")["threads"].items
      #expect(idle.map { $0["name"].text } == ["scripts"])
      try await client.ask("pause", ("threadId", idle.first?["id"] ?? .null))
      async let outcome = host.application.open("/add/1/2")
      let stop = try await client.stopped()
      #expect(stop.reason == "pause")
      #expect(stop.place == "main.lua:13")
      let threads = try await client.ask("threads")["threads"].items
      #expect(threads.map { $0["name"].text } == ["guard of 'add', /add/1/2"])
      try await client.go("continue", stop.thread)
      #expect(await outcome.isSuccess)
    }
  }

  @Test func `an endless loop is paused`() async throws {
    let scripts = """
      router.route { path = "/loop", action = function()
        local on = true
        while on do end
        return "done"
      end }
      """
    let host = try Debuggee.host(.files(["main.lua": scripts]), computing: .seconds(3600))
    try await host.load()
    try await Debuggee.attached(host) { client in
      try await client.setBreakpoints("main.lua", 2)
      async let outcome = host.application.open("/loop")
      let first = try await client.stopped()
      try await client.setBreakpoints("main.lua")
      try await client.go("continue", first.thread)
      // The list of threads is not kept waiting by it.
      #expect(try await client.ask("threads")["threads"].items.isEmpty == false)
      try await client.ask("pause", ("threadId", .int(first.thread)))
      let stop = try await client.stopped()
      #expect(stop.place == "main.lua:3")
      let set = try await client.ask(
        "setVariable",
        ("variablesReference", .int(try await client.reference("Locals", of: stop.thread))),
        ("name", .text("on")),
        ("value", .text("false"))
      )
      #expect(set["value"].text == "false")
      try await client.go("continue", stop.thread)
      #expect(await outcome.values == [.text("done")])
    }
  }

  @Test func `scripts that wait are threads with frames, too`() async throws {
    let scripts = """
      router.route { name = "slow", path = "/slow", action = function()
        sleep(3000)
        return 1
      end }
      """
    try await Debuggee.attached(to: ["main.lua": Scripts.add + "\n" + scripts]) { client, host in
      try await client.setBreakpoints("main.lua", 19)
      let slow = Task { await host.application.open("/slow") }
      let first = try await client.stopped()
      try await client.go("continue", first.thread)
      try await client.setBreakpoints("main.lua", 9)
      async let outcome = host.application.open("/add/1/2")
      let stop = try await client.stopped()
      let threads = try await client.ask("threads")["threads"].items
      #expect(threads.count == 2)
      let waiting = threads.first { $0["id"].int != stop.thread }
      #expect(waiting?["name"].text == "action of 'slow', /slow")
      #expect(try await client.place(of: waiting?["id"].int ?? 0) == "main.lua:19")
      try await client.go("continue", stop.thread)
      #expect(await outcome.isSuccess)
      slow.cancel()
      try await client.ask("disconnect")
      await host.close()
    }
  }
}
