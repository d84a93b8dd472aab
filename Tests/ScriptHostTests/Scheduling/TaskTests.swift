import Moonroute
import ScriptHost
import Testing

/// Tasks that scripts spawn.
@Suite struct TaskTests {
  @Test(arguments: [
    ("spawn(function() return 1, 'two' end):wait()", "1, two"),
    ("spawn(function() sleep(0) return 3 end):wait()", "3"),
    (
      "(function() local t = spawn(function() return 4 end) sleep(0) return t:wait(), t:wait() end)()",
      "4, 4"
    ),
    (
      "(function() local a, b = spawn(function() sleep(0.01) return 1 end), "
        + "spawn(function() return 2 end) return b:wait(), a:wait() end)()",
      "2, 1"
    ),
    (
      "(function() local ok, e = pcall(function() spawn(function() error('oh') end):wait() end) "
        + "return ok, e.message, e.line end)()",
      "false, oh, 1"
    ),
    (
      "(function() local t = spawn(function() sleep(3600) end) t:cancel() t:cancel() "
        + "local ok, e = pcall(t.wait, t) return ok, e.code, e.message end)()",
      "false, cancelled, the task was cancelled"
    ),
    (
      "(function() local t do local u <close> = spawn(function() sleep(3600) end) t = u end "
        + "return select(2, pcall(t.wait, t)).code end)()",
      "cancelled"
    ),
    (
      "(function() local n = 0 for i = 1, 50 do spawn(function() sleep(0) n = n + 1 end) end "
        + "while n < 50 do sleep(0) end return n end)()",
      "50"
    ),
    ("spawn(function() return spawn(function() return 'inner' end):wait() end):wait()", "inner"),
    (
      "(function() local a = clock.now() sleep(0.01) return clock.now() > a, math.type(a) end)()",
      "true, float"
    ),
  ])
  func `a task runs concurrently with its spawner`(line: String, answer: String) async throws {
    let scripts = try await LoadedScripts.load("")
    #expect(await scripts.evaluate(line) == answer)
  }

  @Test func `the error of a task without a waiter is logged`() async throws {
    let scripts = try await LoadedScripts.load("")
    _ = await scripts.evaluate("(function() spawn(function() error('lost') end) sleep(0.01) end)()")
    #expect(scripts.log.lines == ["(eval):1 error: lost"])
  }

  @Test func `a task that computes endlessly is stopped`() async throws {
    let scripts = try await LoadedScripts.load("")
    let line =
      "select(2, pcall(function() spawn(function() while true do end end):wait() end)).code"
    #expect(await scripts.evaluate(line) == "timeout")
    #expect(await scripts.evaluate("1") == "1")
  }

  @Test(arguments: ["spawn()", "spawn(1)", "spawn(print):wait(", "clock.now = 1 spawn.x = 1"])
  func `an invalid call is an error`(line: String) async throws {
    let scripts = try await LoadedScripts.load("")
    #expect(await scripts.evaluate(line).hasPrefix("(eval):1:"))
  }

  @Test func `a thousand guards wait concurrently`() async throws {
    let count = 1000
    let gathering = Gathering(of: count)
    let scripts = try await LoadedScripts.load(
      """
      router.route {
        path = "/wait/:n<int>",
        redirect = function() host.gather() return true end,
        action = function(state) return state.params.n end,
      }
      """
    ) { offers in
      offers.function("gather") { _ async in
        await gathering.arrive()
        return .null
      }
    }
    let application = scripts.router
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 1...count {
        group.addTask { await application.open("/wait/\(number)").values.first?.int ?? 0 }
      }
      return await group.reduce(0, +)
    }
    #expect(sum == count * (count + 1) / 2)
  }
}
