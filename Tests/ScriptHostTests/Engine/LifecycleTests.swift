import Moonroute
import TestSupport
import Testing

@testable import ScriptHost

/// The end of a generation, a host and an application, with anything waiting.
@Suite struct LifecycleTests {
  /// Scripts where something waits forever, and the line that starts the wait.
  struct Wait: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let main: String

    init(_ name: String, _ main: String) { (testDescription, self.main) = (name, main) }

    /// All ways to wait.
    static let all = [
      Wait("a task", "spawn(function() host.reach() sleep(3600) end)"),
      Wait("a task in a loop", "spawn(function() host.reach() while true do sleep(0.5) end end)"),
      Wait("a task that asks", "spawn(function() host.reach() router.ask('/page') end)"),
      Wait(
        "a task that waits for another",
        """
        spawn(function() spawn(function() sleep(3600) end):wait() end)
        host.reach()
        """
      ),
      Wait("a task that waits for the program", "spawn(function() host.never() end) host.reach()"),
      Wait("a timer", "after(3600, print) host.reach()"),
      Wait("a timer that repeats", "every(0.5, function() host.reach() end)"),
      Wait("a timer's function", "after(0, function() host.reach() sleep(3600) end)"),
      Wait(
        "a handler of an event",
        """
        events.on("/go", function() host.reach() while true do sleep(0.5) end end)
        events.emit("/go")
        """
      ),
      Wait(
        "a task that waits for an event",
        "spawn(function() host.reach() events.next('/x') end)"
      ),
    ]
  }

  private static func source(_ wait: Wait) -> ScriptSource {
    .texts([
      "main.lua": """
      router.route { name = "page", path = "/page", view = "Page" }
      router.route { path = "/begin", action = function()
        \(wait.main)
      end }
      """
    ])
  }

  private static func host(
    _ wait: Wait,
    _ reached: AsyncStream<Void>.Continuation
  ) throws
    -> ScriptHost
  {
    try ScriptHost(source(wait), in: .patient(clock: SkippingClock())) { offers in
      offers.function("reach") { _ in
        reached.yield()
        return .null
      }
      offers.function("never") { _ async in
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return .null
      }
    }
  }

  @Test(arguments: Wait.all)
  func `an application can be released, whatever waits in it`(wait: Wait) async throws {
    let (stream, reached) = AsyncStream.makeStream(of: Void.self)
    var iterator = stream.makeAsyncIterator()
    let generations = Witnesses()
    weak var application: LinkRouter?
    do {
      let host = try Self.host(wait, reached)
      application = host.router
      try await host.load()
      await host.router.perform { generations.add(host.engine(in: $0).generation) }
      #expect(await host.router.open("/begin").status == .handled)
      await iterator.next()
    }
    for _ in 0..<10_000 where application != nil || generations.aliveCount > 0 {
      await Task.yield()
    }
    #expect(application == nil)
    #expect(generations.aliveCount == 0)
  }

  @Test(arguments: Wait.all)
  func `waits end with their generation`(wait: Wait) async throws {
    let (stream, reached) = AsyncStream.makeStream(of: Void.self)
    var iterator = stream.makeAsyncIterator()
    let generations = Witnesses()
    let host = try Self.host(wait, reached)
    try await host.load()
    await host.router.perform { generations.add(host.engine(in: $0).generation) }
    #expect(await host.router.open("/begin").status == .handled)
    await iterator.next()
    try await host.load(from: .texts(["main.lua": "router.route { path = '/', view = 'New' }"]))
    await host.router.perform { host.closeRetired(in: $0) }
    // The texts of the previous generation are kept for a rollback, but not its state.
    for _ in 0..<10_000 where generations.aliveCount > 0 { await Task.yield() }
    #expect(generations.aliveCount == 0)
  }

  @Test func `tasks spawned by an open run until the open is over`() async throws {
    let gate = Gate()
    let scripts = try LoadedScripts(
      """
      router.route { path = "/a", action = function()
        local task = spawn(function() host.wait() return "done" end)
        return task:wait()
      end }
      """
    ) { offers in
      offers.function("wait") { _ in
        await gate.wait()
        return .null
      }
    }
    try await scripts.host.load()
    let open = Task { await scripts.open("/a") }
    await gate.reached()
    try await scripts.host.load(from: .texts(["main.lua": ""]))
    gate.open()
    #expect(await open.value == "handled done")
  }

  @Test func `many loads with waiting tasks leave one generation and no task`() async throws {
    let main = """
      events.on("/go", function() while true do sleep(3600) end end)
      spawn(function() while true do sleep(3600) end end)
      spawn(function() spawn(function() sleep(3600) end):wait() end)
      every(3600, print)
      after(0, function() events.emit("/go") end)
      """
    let host = try ScriptHost(.texts(["main.lua": main]), in: .patient(clock: SkippingClock()))
    try await host.load()
    let generations = Witnesses()
    for number in 1...TestScale.reloads {
      await host.router.perform { generations.add(host.engine(in: $0).generation) }
      try await host.load(from: .texts(["main.lua": "local n = \(number)\n" + main]))
      await Task.yield()
    }
    await host.router.perform { host.closeRetired(in: $0) }
    for _ in 0..<10_000 where generations.aliveCount > 0 { await Task.yield() }
    #expect(generations.aliveCount == 0)
    #expect(host.router.life.taskCount <= 6)
  }

  @Test func `many hosts that are created and released leave nothing behind`() async throws {
    let applications = Witnesses()
    for _ in 0..<TestScale.reloads {
      let host = try ScriptHost(
        .texts(["main.lua": "every(3600, print) spawn(function() sleep(3600) end)"]),
        in: .patient(clock: SkippingClock())
      )
      try await host.load()
      applications.add(host.router)
    }
    for _ in 0..<10_000 where applications.aliveCount > 0 { await Task.yield() }
    #expect(applications.aliveCount == 0)
  }

  @Test func `close ends the scripts, and another host can take their place`() async throws {
    let application = try LinkRouter.patient()
    let generations = Witnesses()
    let main = """
      router.route { path = "/script", view = "Script" }
      spawn(function() sleep(3600) end)
      """
    let first = try ScriptHost(.texts(["main.lua": main]), in: application)
    let second = try ScriptHost(.texts(["main.lua": main]), in: application)
    try await first.load()
    await application.perform { generations.add(first.engine(in: $0).generation) }
    let reloads = first.reloads()
    await #expect(throws: ScriptProblems.self) { try await second.load() }
    do {
      try await second.load()
    } catch {
      #expect(
        error.problems.map(\.message) == [
          "Another script host has loaded its scripts into this application. Close that one first,"
            + " or load these scripts with its load(from:)."
        ]
      )
    }
    await first.close()
    await first.close()
    for await _ in reloads {}
    #expect(!application.canOpen("/script"))
    for _ in 0..<10_000 where generations.aliveCount > 0 { await Task.yield() }
    #expect(generations.aliveCount == 0)
    do {
      try await first.load()
      Issue.record("loaded")
    } catch {
      #expect(error.problems.map(\.code) == [.closed])
      #expect(error.problems.map(\.message) == ["The script host is closed. Create another one."])
    }
    try await second.load()
    #expect(await application.open("/script").status == .opened)
    await application.close()
    #expect(await application.open("/script").error?.code == .closed)
    await #expect(throws: ScriptProblems.self) { try await second.load() }
  }

  @Test func `the stream of reloads ends with its host`() async throws {
    var host: ScriptHost? = try ScriptHost(.texts([:]))
    let reloads = try #require(host).reloads()
    host = nil
    for await _ in reloads {}
  }
}
