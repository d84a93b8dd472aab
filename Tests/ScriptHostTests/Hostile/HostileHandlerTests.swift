import Moonroute
import ScriptHost
import Synchronization
import Testing

/// Handlers, timers and tasks that compute forever do not delay others.
@Suite struct HostileHandlerTests {
  private static let safe =
    "router.route { path = '/safe', view = 'Safe', animator = 'root' }\n"

  private func load(
    _ main: String,
    offering: (inout HostOffers) -> Void = { _ in }
  ) async throws -> LoadedScripts {
    try await LoadedScripts.load(
      Self.safe + main,
      computingTime: .milliseconds(30),
      offering: offering
    )
  }

  private func isStopped(_ scripts: LoadedScripts) -> Bool {
    scripts.log.lines.contains { $0.contains(Self.stopped) }
  }

  private static let stopped = "was stopped 3 times in a row and is not called again"

  // Functions on one line count as one, so each function that starts others has its own line.
  @Test(arguments: [
    ScriptCase(
      "a handler that emits to itself",
      "events.on('/loop', function() events.emit('/loop') while true do end end)"
    ),
    ScriptCase(
      "sixty handlers of one event",
      "for _ = 1, 60 do events.on('/loop', function() while true do end end) end"
    ),
    ScriptCase(
      "a handler that waits first",
      "for _ = 1, 60 do events.on('/loop', function() sleep(0) while true do end end) end"
    ),
    ScriptCase(
      "timers that are due immediately",
      "events.on('/loop', function() for _ = 1, 60 do\n after(0, function() while true do end end)"
        + " end end)"
    ),
    ScriptCase(
      "a timer that repeats",
      "events.on('/loop', function() every(0.001, function() while true do end end) end)"
    ),
    ScriptCase(
      "a timer that starts itself again",
      "local function again() after(0, again) while true do end end events.on('/loop', again)"
    ),
    ScriptCase(
      "tasks",
      "events.on('/loop', function() for _ = 1, 60 do\n spawn(function() while true do end end) end"
        + " end)"
    ),
    ScriptCase(
      "a task that spawns itself",
      "local function again() spawn(again) while true do end end events.on('/loop', again)"
    ),
  ])
  func `a function that is stopped repeatedly is no longer called`(
    row: ScriptCase
  ) async throws {
    let scripts = try await load(row.script)
    var emitCount = 0
    while !isStopped(scripts) {
      _ = try await scripts.router.perform { try $0.events.emit("/loop") }
      emitCount += 1
      for _ in 0..<1_000 where !isStopped(scripts) { await Task.yield() }
    }
    #expect(await scripts.open("/safe") == "opened Safe")
    #expect(await scripts.evaluate("events.emit('/loop') return 1 + 1") == "2")
    let lines = scripts.log.lines
    // On a busy machine, several events are emitted before the function is stopped often enough.
    #expect(lines.count <= 4 + emitCount, "\(lines)")
    #expect(lines.last?.contains(Self.stopped) == true, "\(lines)")
  }

  @Test func `the last line names the function, the reason and the time`() async throws {
    let scripts = try await load(
      "events.on('/loop', function()\n  while true do end\nend)\n"
    )
    for _ in 0..<5 {
      _ = try await scripts.router.perform { try $0.events.emit("/loop") }
    }
    #expect(
      scripts.log.lines.last
        == "main.lua:3 error: the event '/loop': the script computed for more than 30 ms; do less"
        + " at a time, or raise computingTime. The function at main.lua:2"
        + " was stopped 3 times in a row and is not called again until the scripts are reloaded"
    )
    #expect(scripts.log.lines.count == 3)
    #expect(try await scripts.router.perform { try $0.events.emit("/loop") } == 0)
    try await scripts.host.load()
    #expect(try await scripts.router.perform { try $0.events.emit("/loop") } == 1)
  }

  @Test func `a function that sometimes succeeds is still called`() async throws {
    let scripts = try await load(
      """
      local count = 0
      events.on("/a", function()
        count = count + 1
        while count % 3 ~= 0 do end
      end)
      function counted() return count end
      """
    )
    for _ in 0..<7 { _ = try await scripts.router.perform { try $0.events.emit("/a") } }
    #expect(await scripts.evaluate("counted()") == "7")
    #expect(!scripts.log.lines.contains { $0.contains(Self.stopped) })
  }

  @Test func `emit waits for all handlers, and others do not wait for it`()
    async throws
  {
    let notes = Mutex<[String]>([])
    let handlers = (1...3)
      .map { "events.on('/loop', function() host.note('\($0)') while true do end end)\n" }
      .joined()
    let scripts = try await load(
      handlers
        + "router.route { path = '/go', action = function()\n"
        + "  events.emit('/loop') host.note('go') end }\n"
    ) { offers in
      offers.function("note") { arguments in
        notes.withLock { $0.append(arguments.first?.text ?? "") }
        return .null
      }
    }
    await scripts.router.perform { application in
      let go = Task {
        _ = application
        _ = await application.open("/go")
      }
      let safe = Task {
        _ = application
        _ = await application.open("/safe")
        notes.withLock { $0.append("safe") }
      }
      await go.value
      await safe.value
    }
    let lines = notes.withLock { $0 }
    #expect(lines.filter { $0 != "safe" } == ["1", "2", "3", "go"])
    #expect((lines.firstIndex(of: "safe") ?? 9) < 3, "\(lines)")
  }

  @Test func `emitting in a loop has a budget`() async throws {
    let time = Mutex<UInt64>(0)
    let scripts = try await load(
      """
      events.on("/a", function() host.compute(30) end)
      events.on("/a", function() host.compute(30) end)
      count = 0
      router.route { path = "/plain", action = function()
        while true do
          events.emit("/a")
          count = count + 1
        end
      end }
      router.route { path = "/caught", action = function()
        while true do pcall(events.emit, "/a") end
      end }
      """
    ) { offers in
      offers.function("compute") { arguments in
        time.withLock { $0 += UInt64(arguments.first?.int ?? 0) * 1_000_000 }
        return .null
      }
    }
    await scripts.router.perform { application in
      application.events.computing = ComputingClock(callLimit: 250_000_000) {
        time.withLock { $0 }
      }
    }
    #expect(
      await scripts.open("/plain")
        == "failed timeout: main.lua:7: The handlers of the events that this script emits computed"
        + " for more than 1 s together. Emit less, or let the handlers do less."
    )
    #expect(await scripts.evaluate("count") == "17")
    #expect(await scripts.open("/caught").hasPrefix("failed timeout: "))
    #expect(await scripts.open("/safe") == "opened Safe")
  }

  @Test func `ordinary handlers, timers and tasks run as usual`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      local count = 0
      for _ = 1, 50 do events.on("/a", function(event) count = count + event.extra end) end
      events.on("/b", function() events.emit("/a", 2) events.emit("/a", 3) end)
      router.route { path = "/go", action = function()
        for i = 1, 100 do events.emit("/a", 1) end
        events.emit("/b")
        local tasks = {}
        for i = 1, 50 do tasks[i] = spawn(function() sleep(0) count = count + 1 end) end
        for _, task in ipairs(tasks) do task:wait() end
        return count
      end }
      """
    )
    #expect(await scripts.open("/go") == "handled \(5_000 + 50 * 5 + 50)")
    #expect(scripts.log.lines.isEmpty)
  }
}
