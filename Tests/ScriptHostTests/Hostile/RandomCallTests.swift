import Foundation
import Moonroute
import ScriptHost
import Testing

/// Whatever a script can reach, called with whatever it can reach, from wherever it can call: the
/// host goes on.
///
/// Another seed is tried with `MOONROUTE_CALL_SEED`, more rounds with `MOONROUTE_CALL_ROUNDS`, or
/// with `MOONROUTE_SOAK=1`.
@Suite struct RandomCallTests {
  /// What one run tries.
  private struct Plan {
    let seed, rounds: Int

    init() {
      let environment = ProcessInfo.processInfo.environment
      func number(_ name: String) -> Int? { environment["MOONROUTE_\(name)"].flatMap { Int($0) } }
      seed = number("CALL_SEED") ?? 1
      rounds = number("CALL_ROUNDS") ?? (environment["MOONROUTE_SOAK"] == nil ? 20 : 500)
    }
  }

  private static let caller = URL(filePath: #filePath)
    .deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "ScriptTestingTests/Fixtures/random_caller.lua")

  private static let main = """
    local random_caller = require("random_caller")
    local globals, register, on, screen, after = _G, router.route, events.on, screen, after
    local made = 0
    local function call(place)
      local extra = { place, place.params, session, stage.top(), router.location("/page/2?a=b") }
      made = made + random_caller(globals, extra, place.params.seed, 150)
    end
    register { path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
    register { path = "/safe", view = "Safe", animator = "root" }
    register { path = "/page/:n", view = "Page", animator = "push" }
    register { path = "/count", action = function() return made end }
    register { path = "/action/:seed<int>", action = call }
    register { path = "/redirect/:seed<int>", redirect = function(state)
      call(state)
      return "/page/1"
    end }
    register { path = "/guard/:seed<int>", view = "Guarded", animator = "push" }
    router.guard("/guard/:seed<int>", call)
    register { path = "/view/:seed<int>", animator = "push", view = function(state)
      call(state)
      return screen { "View", body = { { "button", "Call", on_tap = function() call(state) end } } }
    end }
    register { path = "/leave/:seed<int>", view = "Left", animator = "push", on_exit = function(_, to)
      if to then call({ params = { seed = #to.path } }) end
    end }
    register { path = "/timer/:seed<int>", action = function(state)
      after(0, function() call(state) end)
      sleep(0)
    end }
    on("/event/:seed<int>", call)
    register { path = "/emit/:seed<int>", action = function(state)
      events.emit("/event/" .. state.params.seed, state)
    end }
    """

  private static let places = [
    "action", "redirect", "guard", "view", "leave", "timer", "emit", "action",
  ]

  @Test func `no call that a script can make brings the host down`() async throws {
    let plan = Plan()
    print("random calls, seed \(plan.seed), \(plan.rounds) rounds")
    await #expect(processExitsWith: .success, "seed \(plan.seed), \(plan.rounds) rounds") {
      let plan = Plan()
      var (scripts, calls) = (try Self.scripts(), 0)
      for round in 0..<plan.rounds {
        // A session that cannot be copied refuses the reload; another host begins without it.
        if (try? await scripts.host.load()) == nil {
          scripts = try Self.scripts()
          try await scripts.host.load()
        }
        let safe = await scripts.open("/safe")
        precondition(safe == "opened Safe", "seed \(plan.seed), round \(round): \(safe)")
        for (index, place) in Self.places.enumerated() {
          _ = await scripts.open("/\(place)/\((plan.seed * 100_000 + round) * 10 + index)")
          for _ in 0..<20 { await Task.yield() }
        }
        let end = await scripts.open("/count")
        if end.hasPrefix("handled ") { calls += Int(end.dropFirst(8)) ?? 0 }
      }
      precondition(calls >= plan.rounds * 100, "seed \(plan.seed): only \(calls) calls were made")
    }
  }

  private static func scripts() throws -> LoadedScripts {
    try LoadedScripts(
      main,
      files: ["random_caller.lua": try String(contentsOf: caller, encoding: .utf8)],
      memoryLimit: 16 << 20,
      computingTime: .milliseconds(50),
      clock: StillClock()
    )
  }
}
