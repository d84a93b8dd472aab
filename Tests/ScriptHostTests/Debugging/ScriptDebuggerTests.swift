import LuaRuntime
import Moonroute
import TestSupport
import Testing

@testable import ScriptHost

@Suite struct ScriptDebuggerTests {
  static let main = """
    router.route { name = "product", path = "/product/:id<int>", view = "Product" }
    router.guard("product", function(state)
      local id = state.params.id

      if id == 7 then return false, "sold" end
      return true
    end)
    """

  static func offers(_ offers: inout HostOffers) {
    offers.view("Product") { _ in Screen("Product") }
  }

  @Test func `a guard stops at a breakpoint and shows its variables`() async throws {
    let debugged = try DebuggedScripts(Self.main, offering: Self.offers) { scripts, stop in
      let frames = scripts.frames(of: stop.thread)
      guard let frame = frames.frames.first else { return ["no frame"] }
      let scopes = scripts.scopes(of: frame.id)
      var told = scripts.threads().map(\.name)
      told.append(scopes.map(\.name).joined(separator: " "))
      for scope in scopes where ["Locals", "Open"].contains(scope.name) {
        told += scripts.variables(of: scope.id).map { "\($0.name): \($0.value)" }
      }
      let value = try? scripts.evaluate("id + 1, state.params.id", in: frame.id)
      told += value?.map(\.value) ?? ["nothing"]
      return told
    }
    debugged.debugger.setBreakpoints([.init(line: 4)], in: "main.lua")
    try await debugged.scripts.host.load()
    #expect(await debugged.scripts.open("/product/5") == "opened Product")
    let told = debugged.told.filter { !$0.hasPrefix("state: ") && !$0.hasPrefix("steps: ") }
    #expect(
      told == [
        "breakpoint main.lua:5 verified", "main.lua:5 breakpoint",
        "guard of 'product', /product/5", "Locals Upvalues Open Session Globals", "id: 5",
        "text: /product/5", "location: /product/5", "6", "5",
      ]
    )
    debugged.debugger.detach()
  }

  @Test func `conditions, counts and logpoints are evaluated at the breakpoint`() async throws {
    let debugged = try DebuggedScripts(Self.main, offering: Self.offers)
    debugged.debugger.setBreakpoints(
      [
        .init(line: 5, condition: "id == 2"), .init(line: 5, log: "id is {id}, {'a' .. id}!"),
        .init(line: 6, hitCount: "%2"), .init(line: 6, condition: "nothing.at.all", hitCount: "1"),
      ],
      in: "main.lua"
    )
    try await debugged.scripts.host.load()
    for id in 1...3 { _ = await debugged.scripts.open("/product/\(id)") }
    #expect(
      debugged.told.filter { !$0.hasPrefix("breakpoint ") } == [
        "main.lua:5 says id is 1, a1!", "main.lua:6 breakpoint",
        "main.lua:5 says id is 2, a2!", "main.lua:5 breakpoint", "main.lua:6 breakpoint",
        "main.lua:5 says id is 3, a3!",
      ]
    )
    debugged.debugger.detach()
  }

  @Test func `a new generation has the breakpoints before it runs`() async throws {
    let debugged = try DebuggedScripts("local x = 1\nx = 2\n")
    #expect(
      debugged.debugger.setBreakpoints([.init(line: 2)], in: "main.lua").map(\.isVerified) == [
        false
      ]
    )
    try await debugged.scripts.host.load()
    try await debugged.scripts.host.load()
    #expect(
      debugged.told == [
        "breakpoint main.lua:2 verified", "main.lua:2 breakpoint", "main.lua:2 breakpoint",
      ]
    )
    debugged.debugger.detach()
  }

  @Test func `a breakpoint after the last statement, or in no file, is not verified`() async throws
  {
    let debugged = try DebuggedScripts("local x = 1\n")
    try await debugged.scripts.host.load()
    debugged.debugger.setBreakpoints([.init(line: 99)], in: "main.lua")
    debugged.debugger.setBreakpoints([.init(line: 1)], in: "other.lua")
    await debugged.settle()
    #expect(debugged.told == ["breakpoint main.lua:99 No statement follows this line."])
    debugged.debugger.detach()
  }

  @Test func `a breakpoint on a route's handler stops at its start`() async throws {
    let debugged = try DebuggedScripts(Self.main, offering: Self.offers)
    debugged.debugger.setFunctionBreakpoints([("guard product", .init(line: 0))])
    try await debugged.scripts.host.load()
    _ = await debugged.scripts.open("/product/5")
    #expect(debugged.told == ["breakpoint main.lua:3 verified", "main.lua:3 function"])
    debugged.debugger.detach()
  }

  @Test func `a failed open stops with its steps`() async throws {
    let main = "router.route { name = 'a', path = '/a', view = function() return 5 end }"
    let debugged = try DebuggedScripts(main, offering: { _ in }) { scripts, _ in
      var told = scripts.threads().map(\.name)
      for scope in scripts.scopes(of: .max) where scope.name == "Open" {
        let variables = scripts.variables(of: scope.id, count: 2)
        told += variables.map { "\($0.name): \($0.value)" }
      }
      return told
    }
    debugged.debugger.setExceptions([.failedOpen])
    try await debugged.scripts.host.load()
    _ = await debugged.scripts.open("/a")
    #expect(debugged.told == ["- failed_open", "open of /a", "text: /a", "location: /a"])
    debugged.debugger.detach()
  }

  @Test func `an uncaught error stops, and a caught one if requested`()
    async throws
  {
    let main = """
      router.route { name = "a", path = "/a", action = function()
        pcall(error, "caught")
        error("uncaught")
      end }
      """
    let debugged = try DebuggedScripts(main, offering: { _ in }) { _, stop in
      [stop.error?.message ?? ""]
    }
    try await debugged.scripts.host.load()
    _ = await debugged.scripts.open("/a")
    debugged.debugger.setExceptions([.raised])
    await debugged.settle()
    _ = await debugged.scripts.open("/a")
    debugged.debugger.setExceptions([])
    await debugged.settle()
    _ = await debugged.scripts.open("/a")
    #expect(
      debugged.told == [
        "main.lua:3 uncaught", "uncaught", "main.lua:2 raised", "caught", "main.lua:3 uncaught",
        "uncaught",
      ]
    )
    debugged.debugger.detach()
  }

  @Test func `each waiting script is listed with its purpose`() async throws {
    let main = """
      router.route { name = "slow", path = "/slow", view = "Product" }
      router.guard("slow", function()
        sleep(3600)
        return true
      end)
      router.route { name = "stop", path = "/stop", action = function()
        return 1
      end }
      """
    let (waits, wait) = AsyncStream.makeStream(of: Void.self)
    let debugged = try DebuggedScripts(main, offering: Self.offers) { scripts, stop in
      wait.yield()
      guard stop.position?.line == 7 else { return [] }
      var told: [String] = []
      for thread in scripts.threads() {
        told.append(thread.isWaiting ? thread.name + " waits" : thread.name)
        guard thread.isWaiting else { continue }
        told += scripts.frames(of: thread.id).frames.map(\.position.description)
      }
      return told
    }
    debugged.debugger.setBreakpoints([.init(line: 3), .init(line: 7)], in: "main.lua")
    try await debugged.scripts.host.load()
    let application = debugged.scripts.router
    let slow = Task { await application.open("/slow") }
    for await _ in waits { break }
    // The guard runs until it waits.
    _ = await application.open("/stop")
    slow.cancel()
    _ = await slow.value
    #expect(
      debugged.told.suffix(4) == [
        "main.lua:7 breakpoint", "action of 'stop', /stop", "guard of 'slow', /slow waits",
        "main.lua:3",
      ]
    )
    debugged.debugger.detach()
  }

  @Test func `a host module can be shown but not changed, and a session can be shown`()
    async throws
  {
    let main = """
      session.cart = 3
      router.route { name = "a", path = "/a", action = function()
        return 1
      end }
      """
    let debugged = try DebuggedScripts(main, offering: { _ in }) { scripts, stop in
      guard let frame = scripts.frames(of: stop.thread).frames.first?.id else { return ["none"] }
      var told: [String] = []
      do throws(RouterError) {
        _ = try scripts.evaluate("router.open = 1", in: frame)
      } catch {
        told.append(error.code.rawValue)
      }
      let scopes = scripts.scopes(of: frame)
      for scope in scopes where scope.name == "Session" {
        told += scripts.variables(of: scope.id).map { "\($0.expression ?? "") = \($0.value)" }
        let set = try? scripts.setVariable("cart", of: scope.id, to: "cart_count or 4")
        told.append(set?.value ?? "not set")
      }
      let fields = scripts.completions(of: "print(router.op", in: frame)
      told.append("\(fields.names.contains("open")) \(fields.replacing)")
      told += scripts.completions(of: "cart or sessio", in: frame).names
      return told
    }
    debugged.debugger.setBreakpoints([.init(line: 3)], in: "main.lua")
    try await debugged.scripts.host.load()
    _ = await debugged.scripts.open("/a")
    #expect(
      debugged.told.dropFirst(2) == ["denied", "session.cart = 3", "4", "true 2", "session"]
    )
    #expect(await debugged.scripts.evaluate("session.cart") == "4")
    debugged.debugger.detach()
  }

  @Test func `only one debugger is attached at a time, and a detached one stops nothing`()
    async throws
  {
    let debugged = try DebuggedScripts("local x = 1\nx = 2\n")
    debugged.debugger.setBreakpoints([.init(line: 2)], in: "main.lua")
    #expect(throws: ScriptProblems.self) { try debugged.scripts.host.attachDebugger { _ in } }
    debugged.debugger.detach()
    try await debugged.scripts.host.load()
    #expect(!debugged.told.contains("main.lua:2 breakpoint"))
    let other = try debugged.scripts.host.attachDebugger { _ in }
    other.detach()
  }
}
