import MessageStream
import Moonroute
import ScriptHost
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct BreakpointTests {
  @Test func `a script stops at a breakpoint and continues`() async throws {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, host in
      let set = try await client.placed(client.setBreakpoints("/shop/main.lua", 9))
      #expect(set.map { $0["verified"].bool } == [true])
      try await client.ask("configurationDone")
      async let outcome = host.router.open("/add/1/2")
      let stop = try await client.stopped()
      #expect(stop.reason == "breakpoint")
      #expect(stop.place == "main.lua:9")
      try await client.go("continue", stop.thread)
      #expect(await outcome.values == [.int(3)])
    }
  }

  @Test func `the stop names the breakpoint`() async throws {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, host in
      let set = try await client.setBreakpoints("main.lua", 2, 9)
      async let outcome = host.router.open("/add/1/2")
      for breakpoint in set {
        let stop = try await client.event("stopped")
        #expect(stop["hitBreakpointIds"] == .list([breakpoint["id"]]))
        #expect(stop["allThreadsStopped"].bool == true)
        try await client.go("continue", stop["threadId"].int ?? 0)
      }
      #expect(await outcome.isSuccess)
    }
  }

  @Test func `a breakpoint on a line without a statement moves to the next one`() async throws {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, _ in
      let set = try await client.placed(client.setBreakpoints("main.lua", 5, 9, 400))
      #expect(set.map { $0["line"].int } == [6, 9, 400])
      #expect(set.map { $0["verified"].bool } == [true, true, false])
      #expect(set[2]["message"].text?.isEmpty == false)
    }
  }

  @Test func `the same breakpoint keeps its number, and another one gets a new one`() async throws {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, _ in
      let first = try await client.setBreakpoints("main.lua", 2, 9)
      let second = try await client.setBreakpoints("main.lua", 9, 8)
      #expect(second[0]["id"] == first[1]["id"])
      #expect(!first.map { $0["id"] }.contains(second[1]["id"]))
      #expect(try await client.setBreakpoints("main.lua").isEmpty)
    }
  }

  @Test func `a path outside of the scripts is refused with the folder of the scripts`()
    async throws
  {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, _ in
      let set = try await client.setBreakpoints("/shop/other.lua", 1)
      #expect(set[0]["verified"].bool == false)
      #expect(
        set[0]["message"].text
          == "'/shop/other.lua' is not a script of the application."
          + " Set 'localRoot' to the editor's copy."
      )
    }
  }

  @Test(arguments: [
    ("a == 2", 1), ("a > 0", 3), ("a == 9", 0), ("state == nil and a ==", 3),
  ])
  func `a condition is evaluated in the frame, and an invalid one stops`(
    condition: String,
    count: Int
  ) async throws {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, host in
      try await client.setBreakpoints(
        "main.lua",
        [.fields(("line", .int(8)), ("condition", .text(condition)))]
      )
      async let outcomes = [
        host.router.open("/add/1/2"), host.router.open("/add/2/2"),
        host.router.open("/add/3/2"),
      ]
      for _ in 0..<count { try await client.go("continue", try await client.stopped().thread) }
      #expect(await outcomes.allSatisfy(\.isSuccess))
      #expect(!client.hasEvent("stopped"))
    }
  }

  @Test(arguments: [("2", 1), (">1", 2), ("%2", 1), (">=1", 3)])
  func `a hit count selects the hits that stop`(hits: String, count: Int) async throws {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, host in
      try await client.setBreakpoints(
        "main.lua",
        [.fields(("line", .int(8)), ("hitCondition", .text(hits)))]
      )
      async let outcomes = [
        host.router.open("/add/1/2"), host.router.open("/add/2/2"),
        host.router.open("/add/3/2"),
      ]
      for _ in 0..<count { try await client.go("continue", try await client.stopped().thread) }
      #expect(await outcomes.allSatisfy(\.isSuccess))
      #expect(!client.hasEvent("stopped"))
    }
  }

  @Test func `logpoints and the log write without stopping`() async throws {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, host in
      try await client.setBreakpoints(
        "main.lua",
        [.fields(("line", .int(8)), ("logMessage", .text("adds {a} and {b}")))]
      )
      let outcome = await host.router.open("/add/1/2")
      #expect(outcome.isSuccess)
      let logpoint = try await client.event("output")
      #expect(logpoint["output"].text == "adds 1 and 2\n")
      #expect(logpoint["category"].text == "console")
      #expect(logpoint["line"].int == 8)
      let log = try await client.event("output")
      #expect(log["output"].text == "sum 3\n")
      #expect(log["category"].text == "stdout")
      #expect(log["line"].int == 9)
      #expect(log["source"]["name"].text == "main.lua")
      #expect(!client.hasEvent("stopped"))
    }
  }

  @Test func `a breakpoint on a route's function stops at its start`() async throws {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, host in
      let body = try await client.ask(
        "setFunctionBreakpoints",
        (
          "breakpoints",
          .list([
            .fields(("name", .text("guard add"))), .fields(("name", .text("guard nothing"))),
          ])
        )
      )
      if body["breakpoints"].items[0]["verified"].bool == false {
        let changed = try await client.event("breakpoint")["breakpoint"]
        #expect(changed["verified"].bool == true)
      }
      #expect(body["breakpoints"].items[1]["verified"].bool == false)
      async let outcome = host.router.open("/add/1/2")
      let stop = try await client.stopped()
      #expect(stop.reason == "function breakpoint")
      #expect(["main.lua:12", "main.lua:13"].contains(stop.place))
      try await client.go("continue", stop.thread)
      #expect(await outcome.isSuccess)
    }
  }
}
