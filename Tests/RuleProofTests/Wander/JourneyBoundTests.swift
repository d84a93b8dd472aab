import Moonroute
import Rehearsal
import ScriptHost
import ScriptReports
import ScriptTesting
import Synchronization
import Testing

@testable import RuleProof

/// The limits of walks and journeys.
@Suite struct JourneyBoundTests {
  @Test func `a walk ends after twenty findings`() async throws {
    let routes = (1...30)
      .map { "router.route { path = '/p\($0)', action = function() error('broken') end }" }
    var run = WanderRun(ProofScripts.of(routes.joined(separator: "\n")))
    run.stepCount = 100_000
    let report = try await run.walk()
    #expect(WanderRun.foundLimit == 20)
    #expect(report.found.count == 20 && report.end == .found)
    #expect(report.stepCount < 10_000, "\(report.stepCount)")
    let lines = WanderText(.init(isColoured: false, width: 80)).lines(of: report)
    #expect(lines.last == "  ended by its findings, before all steps were done")
  }

  @Test func `at most three hundred journeys are tried to shorten one`() async throws {
    // Every step is required.
    let main = """
      local count = 0
      router.route { path = "/", action = function()
        count = count + 1
        if count == 160 then error("too often") end
      end }
      """
    let loads = Mutex(0)
    let scripts = RehearsalScripts(["main.lua": Array(main.utf8)]) { application in
      loads.withLock { $0 += 1 }
      return try ScriptHost(
        .texts(["main.lua": main]),
        in: application,
        options: ScriptOptions(runsHeadless: true, loadsParts: true, logLimit: nil)
      )
    }
    let steps = [WanderStep](repeating: .open("/"), count: 160)
    let run = try await JourneyRun(ApplicationPool(scripts))
    var findings: [RuleFinding] = []
    for step in steps { findings += try await run.perform(step) }
    await run.end()
    let finding = try #require(findings.first)
    loads.withLock { $0 = 0 }
    var shrinker = JourneyShrinker(finding, scripts) { false }
    #expect(try await shrinker.shorten(steps))
    #expect(shrinker.shortest.count == 160)
    #expect(loads.withLock(\.self) == JourneyShrinker.tryLimit)
  }

  @Test func `a page that refuses to leave is abandoned after sixty-four tries`() async throws {
    let scripts = ProofScripts.of(
      """
      local count = 0
      router.route { name = "home", path = "/", view = "Home" }
      router.route { name = "form", path = "/form", on_exit = function() return false end,
        view = function()
          local buttons = {}
          for number = 1, 100 do
            buttons[number] = { "button", "button " .. number, on_tap = function()
              if number > 61 then error("button " .. number) end
            end }
          end
          return screen { "Form", body = buttons }
        end }
      """
    )
    let run = try await JourneyRun(ApplicationPool(scripts))
    _ = try await run.perform(.open("/"))
    #expect(try await run.perform(.open("/form")).isEmpty)
    let findings = await run.finish()
    await run.end()
    #expect(JourneyRun.backLimit == 64)
    // Two steps back, then the buttons.
    #expect(
      findings.filter { $0.rule == .problem }.map(\.message).count { $0.contains("button 62") } == 1
    )
    #expect(!findings.contains { $0.message.contains("button 63") })
    let back = findings.filter { $0.rule == .back }.map(\.message)
    #expect(back == ["going back does not reach the root: 'form' cannot be left"])
  }

  @Test func `the outcomes of one step are limited to a thousand`() async throws {
    let application = try LinkRouter()
    let outcome = await application.perform { await $0.router.open("/nothing") }
    let collector = EventCollector()
    for _ in 0..<1_200 { collector.add(outcome) }
    #expect(collector.takeOutcomes().count == 1_000)
    #expect(collector.takeOutcomes().isEmpty)
  }

  @Test func `scripts that the journey's own reload ended are not a fault`() async throws {
    let scripts = ProofScripts.of(
      """
      router.route { name = "home", path = "/", view = "Home" }
      router.route { name = "sure", path = "/sure", view = function()
        return screen { "Sure", body = { { "button", "Yes", on_tap = function(page) page:close(1) end } } }
      end }
      router.route { name = "late", path = "/late", action = function()
        router.ask("/sure")
        router.guard("home", function() return true end)
      end }
      """
    )
    let acts: [Act] = [
      .opening("/"), .opening("/late"), .reload, .person(.tap("Yes", on: nil)),
    ]
    let run = try await JourneyRun(ApplicationPool(scripts))
    var findings: [RuleFinding] = []
    for act in acts { findings += try await run.perform(WanderStep(act)) }
    findings += await run.finish()
    await run.end()
    #expect(findings.map(\.message) == [])
    #expect(run.done.filter { !$0.isDone }.isEmpty)
  }
}
