import Foundation
import ScriptTesting
import TestSupport
import Testing

/// Whatever a spec can reach, called with whatever it can reach, from wherever it can call: the
/// runner goes on.
///
/// Another seed is tried with `MOONROUTE_SEED`, more specs with `MOONROUTE_SOAK`.
@Suite struct RandomSpecCallTests {
  private static func spec(_ seed: Int) -> String {
    """
    local random_caller = require("random_caller")
    local globals = _G
    for n = 1, 10 do
      it("calls " .. n, function()
        local _, failed = pcall(assert.equal, 1, 2)
        local _, pends = pcall(pending, "later")
        local extra = {
          failed, pends, assert, spy, stub, mock, match, require("busted"), app, clock, router,
          events, spy.new(), match.is_number(), assert:snapshot(),
        }
        random_caller(globals, extra, \(seed) + n, 200)
      end)
    end
    """
  }

  @Test func `no call that a spec can make brings the runner down`() async throws {
    await #expect(processExitsWith: .success) {
      let seed = Int((TestScale.askedSeed ?? 1) % 1_000_000)
      let rounds = TestScale.callingSpecs
      let caller = URL(fileURLWithPath: OwnSpecTests.folder).appending(path: "random_caller.lua")
      var files = [
        "main.lua": "router.route { path = '/safe', view = 'Safe', animator = 'root' }",
        "random_caller.lua": try String(contentsOf: caller, encoding: .utf8),
        "spec/z_spec.lua": "it('goes on', function() assert.equal('/a', '/' .. 'a') end)",
      ]
      for round in 0..<rounds {
        files["spec/\(round)_spec.lua"] = Self.spec((seed * 1_000 + round) * 100)
      }
      print("random calls of specs, seed \(seed)")
      let folder = try SpecFolder(files)
      let specs = (0..<rounds).map { folder("spec/\($0)_spec.lua") } + [folder("spec/z_spec.lua")]
      let run = await SpecRun.of(specs) { $0.timeLimit = .milliseconds(200) }
      let ended = run.results.filter { $0.name.hasPrefix("calls ") }
      let last = run.results.last.map { "\($0.status.rawValue) \($0.name)" }
      precondition(last == "success goes on", "seed \(seed): \(last ?? "nothing")")
      precondition(ended.count >= rounds * 10, "seed \(seed): only \(ended.count) ended")
    }
  }
}
