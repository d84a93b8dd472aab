import ScriptTesting
import Testing

/// Specs that wait in virtual time.
@Suite struct WaitingTests {
  @Test func `a spec may wait as often as it likes`() async throws {
    let run = try await SpecRun.of(
      "it('waits', function() for _ = 1, 60000 do sleep(1) end assert.equal(60000, clock.now()) end)",
      with: ["main.lua": ""]
    ) { $0.timeLimit = .seconds(60) }
    #expect(run.lines == ["success waits"])
    #expect(run.message == nil)
  }
}
