import Moonroute
import ScriptHost
import Testing

@Suite struct TimeTests {
  @Test func `a newer open started by a timer cancels the waiting one`() async throws {
    let host = try ScriptHost(
      .texts([
        "main.lua": """
        router.route { name = "new", path = "/new", view = "New", animator = "root" }
        router.route {
          name = "slow", path = "/slow", view = "Slow", animator = "root",
          redirect = function()
            after(0, function() router.open("/new") end)
            sleep(3600)
            return true
          end,
        }
        """
      ]),
      in: .patient()
    )
    try await host.load()
    #expect(await host.router.open("/slow").status == .cancelled)
    #expect(await host.router.perform { $0.stage.top?.name } == "new")
  }

  @Test func `a cancelled timer does not run`() async throws {
    let host = try ScriptHost(
      .texts([
        "main.lua": """
        session.runs = 0
        local timer = after(0, function() session.runs = session.runs + 1 end)
        timer:cancel()
        timer:cancel()
        """
      ]),
      in: .patient()
    )
    try await host.load()
    #expect(try await host.evaluate("sleep(0)") == [])
    #expect(try await host.evaluate("session.runs") == ["0"])
  }

  @Test(arguments: ["sleep(-1)", "sleep(0/0)", "after('x', print)", "every(0, print)", "after(1)"])
  func `an invalid time or function is an error`(line: String) async throws {
    let host = try ScriptHost(.texts(["main.lua": ""]), in: .patient())
    try await host.load()
    await #expect(throws: ScriptProblems.self) { try await host.evaluate(line) }
  }

  @Test func `settling waits exactly for timers, tasks and handlers`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      events.on("/seek", function() sleep(0.3) log.info("handler") end)
      router.route { path = "/late", action = function()
        after(0.1, function() log.info("timer") spawn(function() sleep(0.1) log.info("task") end) end)
        events.emit("/seek")
      end }
      router.route { path = "/ever", action = function()
        every(0.25, function() log.info("tick") end)
      end }
      """
    )
    #expect(await scripts.host.settle(within: .seconds(3600)))
    #expect(await scripts.open("/late") == "handled ")
    #expect(await scripts.host.settle(within: .seconds(3600)))
    let lines = scripts.log.lines.map { $0.split(separator: " ").last ?? "" }
    #expect(lines.sorted() == ["handler", "task", "timer"])
    #expect(await scripts.open("/ever") == "handled ")
    #expect(await !scripts.host.settle(within: .seconds(1)))
  }

  @Test func `timers that are cancelled immediately release their values`() async throws {
    let scripts = try await LoadedScripts.load("x = 1", computingTime: .seconds(120))
    let before = await scripts.host.hostBytes
    let line = "for i = 1, 40000 do after(3600, function() return i end):cancel() end return 'done'"
    #expect(await scripts.evaluate(line) == "done")
    await scripts.host.collect()
    #expect(await scripts.host.hostBytes <= before + 64 << 10)
  }
}
