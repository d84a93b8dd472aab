import MessageStream
import Moonroute
import Rehearsal
import ScriptReports
import ScriptTesting
import Testing

@testable import RuleProof

/// The specs of walks, step by step.
@Suite struct WanderSpecTests {
  private static let acts: [Act] = [
    .person(.tap("Go", on: nil), on: .index(1)), .person(.fill([.init("who", "x")], on: nil)),
    .back(1), .swipeBack, .dismiss, .person(.select("a")), .person(.reselect(2)), .advance(60),
    .recheck, .reload, .restore, .restart,
  ]

  private static let found = WanderFound(
    finding: RuleFinding(.problem, about: "a", "broken"),
    journey: ([WanderStep(.become("mei")), .open("/a"), WanderStep(.opening("/b"), after: "/a")]
      + acts.map { WanderStep($0) })
      .map { JourneyRun.Done(step: $0) },
    seed: 1,
    isCertain: true
  )

  @Test func `a step is the call of its act`() {
    #expect(
      WanderSpec(Self.found).text == """
        -- Found by moonroute wander: problem, about 'a'.
        describe("wander", function()
          before_each(app.reset)
          it("raises no problem", function()
            app.persona("mei")
            router.open("/a")
            spawn(function()
              router.open("/a")
            end)
            clock.advance(0)
            router.open("/b")
            clock.advance(0)
            stage.screens()[2]:tap("Go")
            stage.top():fill({ ["who"] = "x" })
            router.back()
            stage.swipe_back()
            router.dismiss()
            router.select("a")
            router.reset(2)
            clock.advance(60)
            router.recheck()
            assert.is_true(app.reload())
            stage.restore(stage.save())
            do
              local saved = stage.save()
              app.reset()
              app.persona("mei")
              stage.restore(saved)
            end
            assert.invariants()
          end)
        end)

        """
    )
  }

  @Test func `a step has the kind and the words that the report prints`() {
    #expect(
      Self.found.steps.map { "\($0.kind): \($0.words)" } == [
        "become: log in as mei", "open: open /a", "open_both: open /a and /b at once",
        "tap: tap 'Go'", "fill: fill 'who'", "back: go back", "swipe: swipe back",
        "dismiss: dismiss", "select: select 'a'", "reselect: tap the tab 2 again",
        "wait: wait 60 s", "recheck: recheck", "reload: reload the scripts",
        "restore: restore what was saved",
        "restart: end the program and restore what was saved",
      ]
    )
  }

  @Test func `a replaced function of the program is a stub until the next login`() {
    let steps = [
      WanderStep(.become("mei"), answers: ["is_staff": .bool(true), "level": .text("gold")]),
      .open("/a"), WanderStep(.restart), WanderStep(.become(nil)), .open("/b"), .open("/b"),
    ]
    let found = WanderFound(
      finding: RuleFinding(.retry, about: "b", "it opens"),
      journey: steps.map { JourneyRun.Done(step: $0) },
      seed: 1,
      isCertain: true
    )
    #expect(
      steps.map(\.words).first
        == #"log in as mei, with host.is_staff = true and host.level = "gold""#
    )
    #expect(
      WanderSpec(found).text == """
        -- Found by moonroute wander: retry, about 'b'.
        describe("wander", function()
          before_each(app.reset)
          it("refuses the same link again", function()
            local stubs = {}
            app.persona("mei")
            stubs.is_staff = stub(host, "is_staff").returns(true)
            stubs.level = stub(host, "level").returns("gold")
            router.recheck()
            router.open("/a")
            do
              local saved = stage.save()
              app.reset()
              app.persona("mei")
              stubs.is_staff = stub(host, "is_staff").returns(true)
              stubs.level = stub(host, "level").returns("gold")
              stage.restore(saved)
            end
            stubs.is_staff:revert()
            stubs.level:revert()
            app.persona(nil)
            local refused = router.open("/b")
            local again = router.open("/b")
            assert.equal(refused.status, again.status)
          end)
        end)

        """
    )
  }

  private static func found(
    _ finding: RuleFinding,
    isCertain: Bool = true
  ) -> WanderFound {
    WanderFound(
      finding: finding,
      journey: [JourneyRun.Done(step: .open("/a"))],
      seed: 1,
      isCertain: isCertain
    )
  }

  @Test func `a spec is tried with the scripts of the application`() async {
    let spec = WanderSpec(Self.found(RuleFinding(.problem, about: "a", "it fails")))
    func scripts(_ body: String) -> [String: [UInt8]] {
      ["main.lua": Array(#"router.route { path = "/a", action = function() \#(body) end }"#.utf8)]
    }
    #expect(await spec.fails(with: scripts("error('no')")))
    #expect(await !spec.fails(with: scripts("return 1")))
    let tapping = WanderFound(
      finding: RuleFinding(.recheck, about: "a", "it stays"),
      journey: [JourneyRun.Done(step: WanderStep(.person(.tap("Go", on: nil), on: nil)))],
      seed: 1,
      isCertain: true
    )
    // The button does not exist, which says nothing about the finding.
    #expect(await !WanderSpec(tapping).fails(with: scripts("return 1")))
  }

  @Test func `a spec with replaced functions of the program runs, also across restarts`() async {
    let steps = [
      WanderStep(.become("mei"), answers: ["level": .text("gold")]), .open("/gold"),
      WanderStep(.reload), .open("/gold"), WanderStep(.restart), .open("/gold"),
      WanderStep(.become("mei")), .open("/none"),
    ]
    let spec = WanderSpec(
      WanderFound(
        finding: RuleFinding(.problem, about: "gold", "it fails"),
        journey: steps.map { JourneyRun.Done(step: $0) },
        seed: 1,
        isCertain: true
      )
    )
    let scripts = [
      "main.lua": """
      router.route { path = "/:level", view = function(state)
        assert(host.level() == state.params.level, host.level())
        return screen { "Level" }
      end }
      """,
      "headless.lua": "host.stub('level', function() return 'none' end)",
      "personas.lua": "return { mei = {} }",
    ]
    #expect(await !spec.fails(with: scripts.mapValues { Array($0.utf8) }), "\(spec.text)")
  }

  @Test func `a finding that no spec shows is reported without one`() {
    let found = Self.found(RuleFinding(.problem, about: "a", "it fails"), isCertain: false)
    #expect(found.json["spec"] == .null)
    let lines = WanderText(ReportStyle(isColoured: false, width: 80)).lines(of: found, number: 1)
    #expect(
      lines == [
        "1. it fails", "   after 1 step; no spec shows it alone:", "     open /a", "",
      ]
    )
  }

  @Test func `different findings about one part of the application have different files`() {
    func headline(_ code: String, line: Int) -> String {
      let site = SourceSite(file: "main.lua", line: line)
      return WanderSpec(Self.found(RuleFinding(.problem, code: code, about: "a", "x", at: site)))
        .headline
    }
    #expect(
      headline("script_error", line: 3)
        == "-- Found by moonroute wander: problem script_error at main.lua:3, about 'a'."
    )
    #expect(headline("script_error", line: 4) != headline("script_error", line: 3))
    #expect(headline("timeout", line: 3) != headline("script_error", line: 3))
  }
}
