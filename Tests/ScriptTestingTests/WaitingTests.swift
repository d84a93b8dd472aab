import ScriptTesting
import Testing

/// Specs that wait in virtual time.
@Suite struct WaitingTests {
  @Test func `a spec can wait as often as it likes`() async throws {
    let run = try await SpecRun.of(
      "it('waits', function() for _ = 1, 60000 do sleep(1) end assert.equal(60000, clock.now()) end)",
      with: ["main.lua": ""]
    ) { $0.timeLimit = .seconds(60) }
    #expect(run.lines == ["success waits"])
    #expect(run.message == nil)
  }

  @Test func `a screen's message arrives while everything waits`() async throws {
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

  /// A spec that waits forever, and the words in its message.
  struct Wait: Sendable, CustomTestStringConvertible {
    let rule: String
    let spec: String
    let lines: [String]
    var testDescription: String { rule }
  }

  static let waits = [
    Wait(
      rule: "an event",
      spec: "events.next('late')",
      lines: ["for the event 'late' (spec/a_spec.lua:2)"]
    ),
    Wait(
      rule: "a screen that is asked",
      spec: "router.ask('/sure')",
      lines: ["for the result of the screen '/sure' (spec/a_spec.lua:2)"]
    ),
    Wait(
      rule: "a screen that an action asks",
      spec: "router.open('/refund')",
      lines: [
        "for router.open of '/refund' (spec/a_spec.lua:2)",
        "for the result of the screen '/sure' (main.lua:3)",
      ]
    ),
    Wait(
      rule: "a task",
      spec: "local task = spawn(function()\n events.next('never') end)\ntask:wait()",
      lines: [
        "for the event 'never' (spec/a_spec.lua:3)",
        "for the task of spec/a_spec.lua:2 (spec/a_spec.lua:4)",
      ]
    ),
  ]

  @Test(arguments: waits)
  func `an endless wait names its target`(row: Wait) async throws {
    let run = try await SpecRun.of(
      "it('waits', function()\n\(row.spec)\nend)",
      with: [
        "main.lua": """
        events.declare { name = "late", path = "/late" }
        router.route { path = "/refund", action = function()
          return router.ask("/sure")
        end }
        router.route { path = "/sure", view = "Sure" }
        events.declare { name = "never", path = "/never" }
        """
      ]
    )
    let message = try #require(run.message).replacing(#/\/\S*\/spec\//#, with: "spec/")
    let end = "nothing can end it. It waits "
    #expect(message.contains("this waits forever: everything waits, no timer is left, and \(end)"))
    let waits = message.split(separator: end).last?.split(separator: "; ").map(String.init)
    #expect(waits.map(Set.init) == Set(row.lines), "\(message)")
  }
}
