import Moonroute
import ScriptHost
import ScriptTesting
import Testing

@testable import RuleProof

@Suite struct TrialTests {
  @Test func `a trial waits in no real time`() async throws {
    let scripts = ProofScripts.of(
      """
      router.route { name = "slow", path = "/slow", action = function() sleep(9) return 7 end }
      """
    )
    let trial = try await scripts.trial()
    let outcome = await trial.perform { await $0.router.open("/slow") }
    #expect(outcome?.values == [.integer(7)])
    #expect(trial.time.clock.now.offset == .seconds(9))
    await trial.end()
  }

  @Test func `what waits for ever, or longer than it may, has no answer`() async throws {
    let scripts = ProofScripts.of(
      """
      router.route { name = "slow", path = "/slow", action = function() sleep(9) return 7 end }
      """
    )
    let trial = try await scripts.trial()
    var limits = Trial.Limits()
    limits.waiting = .seconds(5)
    let slow = await trial.perform(limits) { await $0.router.open("/slow").status }
    #expect(slow == nil)
    let answer = OneShotContinuation<Void>()
    let ever = await trial.run { (try? await answer.wait()) != nil }
    #expect(ever == nil)
    answer.resume(returning: ())
    await trial.end()
  }

  @Test func `nothing of a trial is seen in the next one`() async throws {
    let scripts = ProofScripts.of(
      """
      local count = 0
      router.route { name = "count", path = "/count", action = function()
        count = count + 1
        session.count = (session.count or 0) + 1
        return count + session.count
      end }
      """
    )
    for _ in 0..<2 {
      let trial = try await scripts.trial()
      let outcome = await trial.perform { await $0.router.open("/count") }
      #expect(outcome?.status == .handled)
      #expect(outcome?.values == [.integer(2)])
      await trial.end()
    }
  }

  @Test func `scripts that do not load say why`() async throws {
    let scripts = ProofScripts.of("router.rout {}")
    await #expect(throws: ScriptProblems.self) { try await scripts.trial() }
  }
}
