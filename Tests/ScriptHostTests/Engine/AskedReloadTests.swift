import Moonroute
import ScriptHost
import Testing

/// Scripts that wait for a dialog during a reload.
@Suite struct AskedReloadTests {
  private static func main(_ more: String = "") -> String {
    """
    router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
    router.route { name = "sure", path = "/sure", view = "Sure", animator = "sheet" }
    local function ask(who)
      local answer, how = router.ask("/sure")
      log.info(who, tostring(answer), how)
      router.ask("/sure")
      log.info(who, "again")
    end
    router.route { name = "refund", path = "/refund", action = function()
      local answer, how = router.ask("/sure")
      return tostring(answer) .. " " .. how
    end }
    router.route { path = "/task", action = function() spawn(function() ask("task") end) end }
    router.route { path = "/timer", action = function() after(1, function() ask("timer") end) end }
    router.route { path = "/event", action = function() events.emit("/go") end }
    router.route { path = "/cancelled", action = function()
      local task = spawn(function() ask("cancelled") end)
      spawn(function() sleep(0.9) task:cancel() end)
    end }
    events.on("/go", function() ask("event") end)
    \(more)
    """
  }

  private func dialog(of scripts: LoadedScripts) async {
    for _ in 0..<10_000 where await scripts.evaluate("stage.top().name") != "sure" {
      await Task.yield()
    }
  }

  private func lines(of scripts: LoadedScripts, _ count: Int) async -> [String] {
    for _ in 0..<10_000 where scripts.log.lines.count < count { await Task.yield() }
    for _ in 0..<100 { await Task.yield() }
    return scripts.log.lines
  }

  @Test(arguments: ["task", "timer", "event"])
  func `a handler waiting in ask continues once when a reload ends the wait`(
    who: String
  ) async throws {
    let scripts = try await LoadedScripts.load(Self.main())
    _ = await scripts.router.open("/")
    _ = await scripts.router.open("/" + who)
    await dialog(of: scripts)
    try await scripts.host.load(from: .texts(["main.lua": Self.main("-- changed")]))
    #expect(await lines(of: scripts, 1) == ["main.lua:5 info: \(who) nil cancelled"])
  }

  @Test func `a program's open waiting in ask gets the answer after a reload`()
    async throws
  {
    let scripts = try await LoadedScripts.load(Self.main())
    let application = scripts.router
    _ = await application.open("/")
    async let outcome = application.open("/refund")
    await dialog(of: scripts)
    try await scripts.host.load(from: .texts(["main.lua": Self.main("-- changed")]))
    _ = await scripts.evaluate("stage.top():close('yes')")
    #expect(await outcome.values == ["yes closed"])
  }

  @Test func `a page that an open shows after a reload has the functions of the new scripts`()
    async throws
  {
    func main(_ title: String) -> String {
      Self.main(
        """
        router.route { name = "vip", path = "/vip", view = function()
          return screen { "Vip", title = "\(title)", body = { { "button", "Go", on_tap = function()
            events.emit("/tapped", "\(title)") end } } } end }
        router.guard("vip", function() return router.ask("/sure") == "yes", "no" end)
        events.on("/tapped", function(event) log.info("tapped", event.extra) end)
        """
      )
    }
    let scripts = try await LoadedScripts.load(main("old"))
    let application = scripts.router
    _ = await application.open("/")
    async let outcome = application.open("/vip")
    await dialog(of: scripts)
    try await scripts.host.load(from: .texts(["main.lua": main("new")]))
    _ = await scripts.evaluate("stage.top():close('yes')")
    #expect(await outcome.status == .opened)
    #expect(await scripts.evaluate("stage.top().title") == "new")
    _ = await scripts.evaluate("stage.top():tap('Go')")
    #expect(await lines(of: scripts, 1).first?.hasSuffix("tapped new") == true)
  }

  @Test func `a stage that is restored during a reload has the functions of the new scripts`()
    async throws
  {
    func main(_ title: String) -> String {
      Self.main(
        """
        router.route { name = "vip", path = "/vip", view = function()
          return screen { "Vip", title = "\(title)" } end }
        router.guard("vip", function()
          if not session.asks then return true end
          return router.ask("/sure") == "yes", "no"
        end)
        """
      )
    }
    let scripts = try await LoadedScripts.load(main("old"))
    let application = scripts.router
    _ = await application.open("/")
    _ = await application.open("/vip")
    _ = await scripts.evaluate("session.asks = true")
    let saved = await application.perform { $0.stage.restorationState }
    async let restored = application.restore(from: saved)
    await dialog(of: scripts)
    try await scripts.host.load(from: .texts(["main.lua": main("new")]))
    _ = await scripts.evaluate("stage.top():close('yes')")
    #expect(try await restored == [])
    #expect(await scripts.evaluate("stage.top().title") == "new")
  }

  @Test func `a task that a script cancels does not continue`() async throws {
    let scripts = try await LoadedScripts.load(Self.main())
    _ = await scripts.router.open("/")
    _ = await scripts.router.open("/cancelled")
    await dialog(of: scripts)
    await scripts.host.settle(within: .seconds(60))
    #expect(await lines(of: scripts, 1) == [])
  }
}
