import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting
import Testing

@testable import RuleProof

@Suite struct RehearsalTests {
  @Test func `a rehearsal waits in virtual time only`() async throws {
    let scripts = ProofScripts.of(
      """
      router.route { name = "slow", path = "/slow", action = function() sleep(9) return 7 end }
      """
    )
    let rehearsal = try await scripts.rehearsal()
    let outcome = await rehearsal.perform { await $0.router.open("/slow") }
    #expect(outcome?.values == [.int(7)])
    #expect(rehearsal.time.clock.now.offset == .seconds(9))
    await rehearsal.end()
  }

  @Test func `a wait without end, or beyond its limit, has no answer`() async throws {
    let scripts = ProofScripts.of(
      """
      router.route { name = "slow", path = "/slow", action = function() sleep(9) return 7 end }
      """
    )
    let rehearsal = try await scripts.rehearsal()
    var limits = Rehearsal.Limits()
    limits.waiting = .seconds(5)
    let slow = await rehearsal.perform(limits) { await $0.router.open("/slow").status }
    #expect(slow == nil)
    let answer = OneShotContinuation<Void>()
    let ever = await rehearsal.run { (try? await answer.wait()) != nil }
    #expect(ever == nil)
    answer.resume(returning: ())
    await rehearsal.end()
  }

  @Test func `unfinished work reports the reason`() async throws {
    let scripts = ProofScripts.of(
      """
      every(0.01, function() end)
      router.route { path = "/long", action = function() sleep(9) end }
      router.route { path = "/ask", action = function() router.ask("/page") end }
      router.route { path = "/page", view = "Page" }
      router.route { path = "/busy", action = function()
        for _ = 1, 50 do spawn(function() for _ = 1, 1e6 do end end) end
        sleep(9)
      end }
      """
    )
    func unended(
      _ path: String,
      waiting: Int,
      computing: Int
    ) async throws -> Rehearsal.UnendedError? {
      let rehearsal = try await scripts.rehearsal()
      var limits = Rehearsal.Limits()
      (limits.waiting, limits.computing) = (.seconds(waiting), .milliseconds(computing))
      let end = await rehearsal.attempt(limits) { [application = rehearsal.application] in
        await application.perform { await $0.router.open(path) }.status
      }
      await rehearsal.end()
      if case .failure(let unended) = end { return unended }
      return nil
    }
    #expect(try await unended("/page", waiting: 5, computing: 5_000) == nil)
    #expect(try await unended("/long", waiting: 5, computing: 5_000) == .sleeps)
    #expect(try await unended("/busy", waiting: 5, computing: 20) == .computes)
    // A timer that ran before continues, and does not belong to the open.
    #expect(try await unended("/ask", waiting: 5, computing: 5_000) == .waits)
    #expect(try await unended("/ask", waiting: 100_000, computing: 20) == .waits)
  }

  @Test func `rehearsals do not affect each other`() async throws {
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
      let rehearsal = try await scripts.rehearsal()
      let outcome = await rehearsal.perform { await $0.router.open("/count") }
      #expect(outcome?.status == .handled)
      #expect(outcome?.values == [.int(2)])
      await rehearsal.end()
    }
  }

  @Test func `scripts that do not load report the reason`() async throws {
    let scripts = ProofScripts.of("router.rout {}")
    await #expect(throws: ScriptProblems.self) { try await scripts.rehearsal() }
  }
}
