import LuaRuntime
import Moonroute
import Rehearsal
import ScriptHost

extension SpecLibrary {
  /// Adds the functions for `assert.invariants` and `assert.flat`; see
  /// `scripts/testing/app/invariants.lua`.
  func addRules(to host: inout LuaTable) throws(LuaError) {
    host["invariants"] = .function(
      try driver.makeSuspending("assert.invariants") { [driver, opens] call in
        let (isRechecked, hasToEnd) = (Self.isTrue(call[0]), Self.isTrue(call[1]))
        return {
          let rules = StageRules(
            driver.router,
            isRechecked: isRechecked,
            loggedOut: driver.loggedOutPersona
          )
          var findings = opens.faults + (await rules.findings())
          findings += driver.brokenInvariants().map(RuleFinding.init)
          var messages = findings.map(Self.words)
          if hasToEnd, driver.isAnythingRunning {
            messages.append("a task that the test spawned never ends")
          }
          return [.table(LuaTable(messages.map(LuaValue.string)))]
        }
      }
    )
    let state = driver.state
    host["rounds"] = .table(LuaTable(MemoryGrowth.rounds.map { .integer(Int64($0)) }))
    host["begin_round"] = .function(
      try driver.makeSuspending("assert.flat") { [driver, time] _ in
        {
          try driver.beginAnew()
          await time.clock.advance(by: .zero)
          return [.integer(Int64(driver.collectedBytes()))]
        }
      }
    )
    host["grows"] = .function(
      try state.makeFunction("grows") { call in
        let bytes = try call.table(0).array.map { Int($0.integer ?? 0) }
        return [.boolean(MemoryGrowth.grows(bytes))]
      }
    )
  }

  private static func isTrue(_ value: LuaValue) -> Bool {
    if case .boolean(true) = value { true } else { false }
  }

  private static func words(_ finding: RuleFinding) -> String {
    finding.site.map { "\($0): \(finding.message)" } ?? finding.message
  }
}
