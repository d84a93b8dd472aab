import MessageStream
import Moonroute
import ScriptHost
import TestSupport
import Testing

@testable import LuaRuntime

/// Complaints about other Lua debuggers; each test is named after one and shows that it does not
/// apply here.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ComplaintTests {
  @Test func `scripts are 120 times slower while debugged (local-lua-debugger #59)`() throws {
    let state = try LuaState()
    let environment = try state.makeEnvironment()
    _ = try state.attachDebugger(environment) { _ in .on }
    let script = """
      local function square(n) return n * n end
      local sum = 0
      for i = 1, 1000 do sum = sum + i end
      for i = 1, 10 do sum = sum + square(i) end
      return sum
      """
    func events(_ name: String) throws -> UInt64 {
      let chunk = try state.load(script, name: name, environment: environment)
      let before = state.debugEventCount
      #expect(try state.call(chunk).first?.integer == 500_885)
      return state.debugEventCount - before
    }
    #expect(try events("main.lua") == 0)
    state.setBreakpoints([1], in: "elsewhere.lua")
    // One call of the script and one of its function, but no line events.
    #expect(try events("main.lua") <= 12)
    state.setBreakpoints([2], in: "main.lua")
    #expect(try events("main.lua") > 1_000)
  }

  @Test func `errors in coroutines are missed (local-lua-debugger #29)`() async throws {
    let scripts = """
      router.route { path = "/step", action = function()
        local step = coroutine.wrap(function()
          local why = "deep inside"
          error(why)
        end)
        local answer = step()
        return answer
      end }
      """
    try await Debuggee.attached(to: ["main.lua": scripts]) { client, host in
      async let outcome = host.router.open("/step")
      let stop = try await client.stopped()
      #expect(stop.reason == "exception")
      #expect(stop.place == "main.lua:4")
      #expect(try await client.values("Locals", of: stop.thread) == [#"why = "deep inside""#])
      let frames = try await client.frames(of: stop.thread)
      #expect(frames.map { $0["line"].int } == [4, 6])
      try await client.go("continue", stop.thread)
      #expect(await outcome.status == .failed)
    }
  }

  @Test func `coroutines that are older than the debugger never stop (lua-debug #128)`()
    async throws
  {
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
      async let outcome = host.router.open("/step")
      let stop = try await client.stopped()
      #expect(stop.place == "main.lua:4")
      #expect(try await client.evaluate("count", of: stop.thread) == "1")
      try await client.go("continue", stop.thread)
      #expect(await outcome.values == [.int(2)])
    }
  }

  @Test func `an evaluation hangs the debugger (Defold #7734)`() async throws {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, host in
      try await client.setBreakpoints("main.lua", 9)
      async let outcome = host.router.open("/add/1/2")
      let stop = try await client.stopped()
      for text in [
        "(function() while true do end end)()", "('x'):rep(1e9):rep(1e9)", "sleep(1)",
        "setmetatable({}, { __tostring = function() while true do end end })",
        "coroutine.wrap(function() while true do pcall(error) end end)()",
      ] {
        _ = try? await client.evaluate(text, of: stop.thread)
      }
      #expect(try await client.evaluate("result", of: stop.thread) == "3")
      try await client.go("continue", stop.thread)
      #expect(await outcome.values == [.int(3)])
    }
  }

  @Test func `pause does nothing before a first breakpoint (EmmyLuaDebugger #86)`() async throws {
    try await Debuggee.attached(to: ["main.lua": Scripts.add]) { client, host in
      let idle = try await client.ask("threads")["threads"].items
      #expect(idle.map { $0["name"].text } == ["scripts"])
      try await client.ask("pause", ("threadId", idle.first?["id"] ?? .null))
      async let outcome = host.router.open("/add/1/2")
      let stop = try await client.stopped()
      #expect(stop.reason == "pause")
      // The position depends on how early the request arrives.
      #expect(stop.place.hasPrefix("main.lua:"))
      let threads = try await client.ask("threads")["threads"].items
      #expect(threads.allSatisfy { $0["name"].text?.hasSuffix("of 'add', /add/1/2") == true })
      #expect(threads.count == 1)
      try await client.go("continue", stop.thread)
      #expect(await outcome.isSuccess)
    }
  }

  @Test func `an endless loop can be paused`() async throws {
    let scripts = """
      router.route { path = "/loop", action = function()
        local on = true
        while on do end
        return "done"
      end }
      """
    let host = try Debuggee.host(.texts(["main.lua": scripts]), computing: .seconds(3600))
    try await host.load()
    try await Debuggee.attached(host) { client in
      try await client.setBreakpoints("main.lua", 2)
      async let outcome = host.router.open("/loop")
      let first = try await client.stopped()
      try await client.setBreakpoints("main.lua")
      try await client.go("continue", first.thread)
      // It does not block the list of threads.
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

  @Test(arguments: [
    "/home/ada/shop/routes/cart.lua", #"C:\work\shop\Routes\Cart.lua"#, "routes/cart.lua",
    "file:///home/ada/sh%6Fp/routes/cart.lua",
  ])
  func `breakpoints are never hit since paths do not match`(path: String) async throws {
    let files = [
      "main.lua": "require 'routes.cart'",
      "routes/cart.lua": "router.route { path = '/cart', action = function()\n  return 1\nend }",
    ]
    try await Debuggee.attached(to: files) { client, host in
      let set = try await client.placed(client.setBreakpoints(path, 2))
      #expect(set.map { $0["verified"].bool } == [true])
      async let outcome = host.router.open("/cart")
      let stop = try await client.stopped()
      #expect(try await client.frames(of: stop.thread)[0]["source"]["path"].text == path)
      try await client.go("continue", stop.thread)
      #expect(await outcome.values == [.int(1)])
    }
  }
}
