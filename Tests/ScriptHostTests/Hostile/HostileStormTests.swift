import Moonroute
import ScriptHost
import TestSupport
import Testing

/// Storms of events, opens, timers and tasks in a separate process, so that the address sanitizer
/// also covers the code that runs them.
///
/// The host keeps working, before and after a reload.
@Suite struct HostileStormTests {
  private static let main = """
    router.route { path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
    router.route { path = "/safe", view = "Safe", animator = "root" }
    router.route { path = "/leaf", action = function() return 1 end }
    router.route { path = "/page/:n", view = "Page", animator = "push" }
    hoard, n = {}, 0

    """

  static let storms = [
    ScriptCase(
      "handlers that answer each other",
      """
      events.on("/a", function(event) n = n + 1 events.emit("/b", { n }) events.emit("/b") end)
      events.on("/b", function(event) events.emit("/a", event.extra) end)
      function storm() events.emit("/a") end
      """
    ),
    ScriptCase(
      "handlers that wait and then emit",
      """
      for i = 1, 5 do
        events.on("/a/**", function(event) sleep(0) n = n + 1 events.emit("/a/" .. n % 7, event) end)
      end
      function storm() events.emit("/a/1") end
      """
    ),
    ScriptCase(
      "handlers that listen and cancel while events are delivered",
      """
      local function again(event)
        n = n + 1
        for i = 1, 3 do hoard[n % 50 + i] = events.on("/a/:n", again, { once = i == 1 }) end
        local other = hoard[(n * 7) % 50]
        if other then other:cancel() end
        if n % 3 == 0 then error("no") end
        if n % 5 == 0 then events.emit("/a/" .. n) end
      end
      events.on("/a/:n", again)
      function storm() events.emit("/a/0") for _, one in pairs(hoard) do one:cancel() end end
      """
    ),
    ScriptCase(
      "sticky events that are kept, delivered and removed",
      """
      events.declare { name = "kept", path = "/kept/:n", sticky = true }
      events.on("/go", function()
        for i = 1, 20 do events.emit("/kept/" .. i, { i }) end
        hoard[n] = events.on("/kept/*", function(event) n = n + 1
          if n % 10 == 0 then events.forget("kept") end
          if n % 4 == 0 then events.emit("/kept/" .. n % 30, event.extra) end
        end)
      end)
      function storm() events.emit("/go") end
      """
    ),
    ScriptCase(
      "tasks that wait for the next event",
      """
      function storm()
        for i = 1, 50 do
          hoard[i] = spawn(function() n = n + 1 events.next("/tick/**", { timeout = i / 1e4 }) end)
        end
        for i = 1, 50, 2 do hoard[i]:cancel() end
        for i = 1, 9 do events.emit("/tick/" .. i) sleep(0) end
      end
      """
    ),
    ScriptCase(
      "opens inside opens",
      """
      router.route { path = "/in/:n<int>", action = function(state)
        n = n + 1
        if state.params.n == 0 then return router.open("/leaf").value end
        local both = { spawn(function() return router.open("/in/" .. state.params.n - 1) end),
          spawn(function() return router.fetch("/in/" .. state.params.n - 1) end) }
        if n % 3 == 0 then both[1]:cancel() end
        pcall(function() both[2]:wait() end)
        return router.open("/page/" .. n, { animated = false }).status
      end }
      function storm() router.open("/in/6") router.open("/", { animated = false }) end
      """
    ),
    ScriptCase(
      "guards and events that open",
      """
      router.guard("/page/**", function(state) n = n + 1
        if n % 2 == 0 then router.open("/page/" .. n) end
        if n % 7 == 0 then return false, "no" end
      end)
      events.on("moonroute://did-open", function(event)
        if n % 3 == 0 then router.open("/page/" .. n, { animated = false }) end
      end)
      events.on("moonroute://*", function(event) hoard[event.path] = event end)
      function storm() router.open("/page/1") router.open("/", { animated = false }) end
      """
    ),
    ScriptCase(
      "screens that send, listen and close each other",
      """
      local function open()
        local outcome = router.open("/page/" .. n, { animated = false, on = {
          hello = function(value) n = n + 1 if stage.top() then stage.top():send("hello", { value }) end end,
        } })
        if outcome.handle then
          outcome.handle:on("hello", function() n = n + 1 if n % 5 == 0 then router.close(n) end end)
          outcome.screen:on("close", function(page) page.title = "gone" page:send("hello", 1) end)
          outcome.screen:on("appear", function(page) page:send("hello", page.title) end)
        end
      end
      function storm()
        router.open("/", { animated = false })
        for _ = 1, 5 do open() stage.top():send("hello", n) end
        for _ = 1, 3 do router.back() end
      end
      """
    ),
    ScriptCase(
      "timers that start, cancel and repeat each other",
      """
      local function again()
        n = n + 1
        hoard[n % 40] = after(0, again)
        hoard[n % 40 + 40] = every(0.0001, function() if hoard[n % 80] then hoard[n % 80]:cancel() end end)
        if n % 9 == 0 then error("no") end
      end
      function storm()
        for _ = 1, 9 do again() end
        sleep(0.001)
        for _, timer in pairs(hoard) do timer:cancel() end
      end
      """
    ),
    ScriptCase(
      "tasks that spawn, wait for and cancel each other",
      """
      local function again(depth)
        return spawn(function()
          n = n + 1
          if depth == 0 then sleep(0) return n end
          local one, two = again(depth - 1), again(depth - 1)
          if n % 3 == 0 then one:cancel() end
          return pcall(one.wait, one), two:wait()
        end)
      end
      function storm() local ok = pcall(function() return again(6):wait() end) end
      """
    ),
    ScriptCase(
      "resources that are made, changed and deleted while tasks wait for them",
      """
      function storm()
        for i = 1, 20 do
          resources.put { path = "/r/" .. i, combine = function(_, new) return new end,
            value = function() n = n + 1 sleep(0) return resources.get("/r/" .. i % 20 + 1) end }
          hoard[i] = spawn(function() return resources.get("/r/" .. i) end)
        end
        for i = 1, 20 do
          sleep(0)
          if i % 2 == 0 then resources.delete("/r/" .. i) else resources.update("/r/" .. i, { i }) end
          if i % 3 == 0 then hoard[i]:cancel() end
        end
      end
      """
    ),
    ScriptCase(
      "everything that never ends",
      """
      events.on("/a", function() while true do pcall(error) end end)
      function storm()
        for _ = 1, 3 do
          after(0, function() while true do end end)
          spawn(function() while true do coroutine.wrap(function() while true do end end)() end end)
        end
        events.emit("/a")
        sleep(0.001)
      end
      """
    ),
  ]

  @Test func `a storm of calls ends, and the host continues`() async {
    let progress = ChildProgress()
    let end = await #expect(processExitsWith: .success) {
      [progress = progress as ChildProgress] in
      for storm in Self.storms { try await Self.pass(storm, progress) }
    }
    let last = progress.end()
    #expect(end != nil, "the process ended at '\(last)'")
  }

  private static func pass(_ storm: ScriptCase, _ progress: ChildProgress) async throws {
    let name = storm.testDescription
    let scripts = try await LoadedScripts.load(
      main + storm.script,
      memoryLimit: 8 << 20,
      computingTime: .milliseconds(30)
    )
    for round in 1...TestScale.stormRounds {
      try progress.begin("\(name), round \(round)")
      _ = await scripts.evaluate("storm()")
      for _ in 0..<200 { await Task.yield() }
      if round % 4 == 0 { try await scripts.host.load() }
      let safe = await scripts.open("/safe")
      #expect(safe == "opened Safe", "\(name), round \(round): \(safe)")
    }
    let held = await scripts.host.hostBytes
    #expect(held <= 9 << 20, "\(name): \(held) bytes")
    let two = await scripts.evaluate("1 + 1")
    #expect(two == "2", "\(name): \(two)")
  }
}
