import LuaRuntime
import Moonroute
import Rehearsal
import ScriptHost

extension SpecLibrary {
  /// Adds the functions for `assert.invariants`, `assert.flat`, `assert.unaffected` and
  /// `assert.effect`; see `scripts/testing/app/invariants.lua`.
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
    host["shown"] = .function(
      try state.makeFunction("shown") { [driver] _ in [.string(driver.router.shownText)] }
    )
    try addEffects(to: &host)
    host["grows"] = .function(
      try state.makeFunction("grows") { call in
        let count = Int(clamping: try call.integer(1))
        let bytes = try call.table(0).array.prefix(count).map { Int($0.integer ?? 0) }
        return [.boolean(MemoryGrowth.grows(bytes))]
      }
    )
  }

  private func addEffects(to host: inout LuaTable) throws(LuaError) {
    let state = driver.state
    let recorder = SpecEffects(driver)
    host["begin_effects"] = .function(
      try state.makeFunction("begin_effects") { _ in
        recorder.begin()
        return []
      }
    )
    host["end_effects"] = .function(
      try state.makeFunction("end_effects") { _ in [.boolean(recorder.end())] }
    )
  }

  private static func isTrue(_ value: LuaValue) -> Bool {
    if case .boolean(true) = value { true } else { false }
  }

  private static func words(_ finding: RuleFinding) -> String {
    finding.site.map { "\($0): \(finding.message)" } ?? finding.message
  }
}

/// The effects of a function in a spec.
private final class SpecEffects {
  private let driver: SpecDriver
  private let recorder = EffectRecorder()
  private var observations: [AnyObject] = []
  private var before: (session: Value, work: Int)?

  init(_ driver: SpecDriver) { self.driver = driver }

  func begin() {
    if observations.isEmpty {
      recorder.observe(driver.router)
      let recorder = recorder
      observations = [
        driver.observeHostCalls { recorder.note($0) }, driver.observeLog { _ in recorder.note() },
      ]
    }
    before = (driver.session, driver.pendingWork.count)
    recorder.begin()
  }

  func end() -> Bool {
    let effects = recorder.end()
    guard let before else { return false }
    return effects.areAny || before.session != driver.session
      || before.work != driver.pendingWork.count
  }
}
