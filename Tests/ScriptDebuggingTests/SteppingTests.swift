import MessageStream
import Moonroute
import ScriptHost
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct SteppingTests {
  /// Performs steps after a first breakpoint, then resumes until the open ends.
  private func places(_ line: Int, _ steps: [String]) async throws -> [String] {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, host in
      try await client.setBreakpoints("main.lua", line)
      async let outcome = host.router.open("/add/1/2")
      var stop = try await client.stopped()
      var places = [stop.place]
      for step in steps {
        try await client.go(step, stop.thread)
        stop = try await client.stopped()
        #expect(stop.reason == "step")
        places.append(stop.place)
      }
      try await client.ask("disconnect")
      #expect(await outcome.values == [.int(3)])
      return places
    }
  }

  @Test func `next steps over a call`() async throws {
    #expect(try await places(8, ["next", "next"]) == ["main.lua:8", "main.lua:9", "main.lua:10"])
  }

  @Test func `stepIn enters a call, and stepOut returns`() async throws {
    let places = try await places(8, ["stepIn", "next", "stepOut"])
    #expect(places.dropLast() == ["main.lua:8", "main.lua:2", "main.lua:3"])
    #expect(["main.lua:8", "main.lua:9"].contains(places.last))
  }

  @Test func `next steps over a wait`() async throws {
    #expect(
      try await places(13, ["next", "next", "next"])
        == ["main.lua:13", "main.lua:14", "main.lua:15", "main.lua:16"]
    )
  }

  @Test func `waiting scripts are threads with frames`() async throws {
    let scripts = """
      router.route { name = "slow", path = "/slow", action = function()
        sleep(3000)
        return 1
      end }
      """
    try await Debuggee.attached(to: ["main.lua": Scripts.add + "\n" + scripts]) { client, host in
      try await client.setBreakpoints("main.lua", 19)
      let slow = Task { await host.router.open("/slow") }
      let first = try await client.stopped()
      try await client.go("continue", first.thread)
      try await client.setBreakpoints("main.lua", 9)
      async let outcome = host.router.open("/add/1/2")
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
