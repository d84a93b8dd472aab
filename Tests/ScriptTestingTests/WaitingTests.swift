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

  @Test func `a message of a screen is heard when everything waits`() async throws {
    let run = try await SpecRun.of(
      """
      for _ = 1, 200 do
        it('hears', function()
          local heard = {}
          router.open('/', { on = { added = function(value) heard[#heard + 1] = value end } })
          stage.top():send('added', 'apple')
          clock.advance(0)
          assert.same({ 'apple' }, heard)
        end)
      end
      """,
      with: ["main.lua": "router.route { path = '/', view = 'Home', animator = 'root' }"]
    )
    #expect(run.lines.filter { $0 != "success hears" } == [])
    #expect(run.lines.count == 200)
  }
}
