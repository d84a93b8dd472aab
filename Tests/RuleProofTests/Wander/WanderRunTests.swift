import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting
import Synchronization
import TestSupport
import Testing

@testable import RuleProof

@Suite struct WanderRunTests {
  private static func walk(
    _ scripts: RehearsalScripts,
    steps: Int = 60,
    seed: UInt64 = 7,
    as personas: [String]? = nil
  ) async throws -> WanderReport {
    var run = WanderRun(scripts)
    (run.stepCount, run.seed, run.personas) = (steps, seed, personas)
    return try await run.walk()
  }

  /// The printed form of a report.
  private static func text(_ report: WanderReport) -> String {
    (report.found.map(\.json.line) + [report.json.line]).joined(separator: "\n")
  }

  @Test(arguments: ["shop", "museum", "tabs", "book", "github", "outcomes", "library"])
  func `a walk through an example finds nothing, and reaches nearly all of it`(
    _ name: String
  ) async throws {
    let report = try await Self.walk(try ProofScripts.example(name), steps: TestScale.exampleSteps)
    #expect(report.found.isEmpty, "\(Self.text(report))")
    #expect(report.end == .done)
    #expect(report.coverage.unreachedRoutes.count * 10 <= report.coverage.routeCount)
    #expect(report.coverage.unaskedGuards.isEmpty)
  }

  @Test(arguments: LargeApplications.all.keys.sorted())
  func `a walk through a large application without a mistake finds nothing`(
    _ name: String
  ) async throws {
    let scripts = ProofScripts.of(try #require(LargeApplications.all[name]))
    let report = try await Self.walk(scripts, steps: TestScale.exampleSteps)
    #expect(report.found.isEmpty, "\(Self.text(report))")
    #expect(report.coverage.routeCount > 100)
  }

  @Test(arguments: ["shop", "tabs"])
  func `the same seed gives the same walk, and another seed a different one`(
    _ name: String
  ) async throws {
    let scripts = try ProofScripts.example(name)
    let report = Self.text(try await Self.walk(scripts))
    #expect(Self.text(try await Self.walk(scripts)) == report)
    #expect(Self.text(try await Self.walk(scripts, seed: 8)) != report)
  }

  private static let broken = """
    local count = 0
    router.route { name = "home", path = "/", view = "Home" }
    router.route { name = "bad", path = "/bad", action = function()
      error("always")
    end }
    router.route { name = "worse", path = "/worse/:id<int>", action = function(state)
      error("worse " .. state.params.id)
    end }
    """

  @Test func `a finding is reported once, and the walk continues after it`() async throws {
    let report = try await Self.walk(ProofScripts.of(Self.broken))
    #expect(Set(report.found.map(\.finding.subject)) == ["bad", "worse"])
    #expect(report.found.count == 2)
    #expect(report.found.allSatisfy { $0.steps.count == 1 && $0.isCertain })
    #expect(report.stepCount == 60)
  }

  @Test func `a walk stops at its configured end`() async throws {
    var run = WanderRun(ProofScripts.of(Self.broken))
    run.stepCount = 100
    let report = try await run.walk { _ in false }
    #expect(report.found.count == 1)
    #expect(report.end == .found)
    run.isOver = { true }
    let late = try await run.walk()
    #expect(late.end == .timeUsed)
    #expect(late.stepCount == 0)
  }

  @Test(arguments: [
    ("error(\"always\") -- moonroute: allow script_error", true),
    ("-- moonroute: allow script_error\n  error(\"always\")", true),
    ("error(\"always\") -- moonroute: allow timeout", false),
  ])
  func `a comment at the failing line allows the failure`(
    _ line: String,
    _ isAllowed: Bool
  ) async throws {
    let report = try await Self.walk(
      ProofScripts.of(
        """
        router.route { name = "home", path = "/", view = "Home" }
        router.route { name = "bad", path = "/bad", action = function()
          \(line)
        end }
        """
      )
    )
    #expect(report.found.isEmpty == isAllowed)
  }

  @Test func `a comment at the line of a route allows the findings of its page`() async throws {
    let report = try await Self.walk(
      ProofScripts.of(
        """
        -- moonroute: allow dead_end
        router.route { name = "end", path = "/end", view = function()
          return screen { "End", body = { { "text", "The end." } } }
        end }
        """
      )
    )
    #expect(report.found.isEmpty)
  }

  @Test func `only the named personas take part`() async throws {
    let files = [
      "main.lua": """
      router.route { name = "home", path = "/", view = function()
        if session.user == "ada" then error("ada is here") end
        return screen { "Home" }
      end }
      """,
      "personas.lua": "return { ada = { session = { user = 'ada' } }, visitor = {} }",
    ]
    let scripts = ProofScripts.of(files)
    let found = try await Self.walk(scripts, steps: 200).found.map(\.finding)
    #expect(Set(found.map(\.subject)) == ["home"], "\(found)")
    #expect(try await Self.walk(scripts, steps: 200, as: ["visitor"]).found.isEmpty)
    await #expect(throws: WanderError.self) { try await Self.walk(scripts, as: ["eve"]) }
  }

  @Test func `scripts without a route are reported`() async throws {
    do {
      _ = try await Self.walk(ProofScripts.of("router.on_error(function() end)"))
      Issue.record("a walk through nothing")
    } catch let problem as WanderError {
      #expect(
        "\(problem)" == "There is no route that a link can open. Write one with router.route { … }."
      )
    }
  }

  /// A form that a user can leave in only one way, or not at all.
  private static func form(_ exit: String, _ body: String, dialog: String = "") -> String {
    """
    router.configure { initial = "/" }
    router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
    router.route { name = "form", path = "/form", animator = "present",
      view = function() return screen { "Form" \(body) } end, on_exit = function(page) \(exit) end }
    router.route { name = "sure", path = "/sure", animator = "sheet",
      view = function() return screen { "Sure" \(dialog) } end }
    """
  }

  @Test(arguments: [
    ("return false, 'no'", "", "", true),
    // A button is a way out.
    (
      "return page.sent == true",
      ", body = { { 'button', 'Send', on_tap = function(page)"
        + " page:update { sent = true } page:close() end } }", "", false
    ),
    // A question that a button answers.
    (
      "return (router.ask('sure')) == true", "",
      ", body = { { 'button', 'Yes', on_tap = function(page) page:close(true) end } }", false
    ),
    // A question drawn by the program.
    ("return (router.ask('sure')) == true", "", "", false),
    // A question with "no" as its only answer.
    (
      "return (router.ask('sure')) == true", "",
      ", body = { { 'button', 'No', on_tap = function(page) page:close(false) end } }", true
    ),
  ])
  func `a page without a way out is a dead end, but a page that asks is not`(
    _ exit: String,
    _ body: String,
    _ dialog: String,
    _ isStuck: Bool
  ) async throws {
    let report = try await Self.walk(ProofScripts.of(Self.form(exit, body, dialog: dialog)))
    #expect(report.found.map(\.finding.rule) == (isStuck ? [.back] : []), "\(Self.text(report))")
  }

  @Test func `an error of one line is one finding, whatever routes it affects`() async throws {
    let report = try await Self.walk(
      ProofScripts.of(
        """
        local function guard() error("always") end
        router.group { path = "/a", redirect = guard, routes = {
          { name = "one", path = "one", view = "One" }, { name = "two", path = "two", view = "Two" },
        } }
        """
      )
    )
    #expect(report.found.count == 1, "\(Self.text(report))")
  }

  @Test func `the applications of a walk are released, including those with invariants`()
    async throws
  {
    let scripts = ProofScripts.of([
      "main.lua": #"router.route { name = "home", path = "/", view = "Home" }"#,
      "invariants.lua": "invariant('it holds', function() return true end)",
    ])
    weak var application: LinkRouter?
    do {
      let rehearsal = try await scripts.rehearsal()
      application = rehearsal.application
      await rehearsal.end()
    }
    #expect(application == nil)
  }

  @Test func `an open that never ends is found`() async throws {
    let report = try await Self.walk(
      ProofScripts.of(
        """
        router.configure { wait_limit = 86400 }
        router.route { name = "home", path = "/", view = "Home" }
        router.route { name = "slow", path = "/slow", action = function() sleep(80000) end }
        """
      )
    )
    let first = try #require(report.found.first)
    #expect(first.finding.rule == .outcome)
    #expect(first.finding.message.hasPrefix("the step 'open "))
  }

  @Test func `an invariant that raises, waits or returns nothing cannot be checked`() async throws {
    for (body, message) in [
      ("error('oh')", "the invariant 'it holds' cannot be checked: oh"),
      (
        "return router.canopen('/')",
        "the invariant 'it holds' cannot be checked: attempt to call a nil value (field 'canopen'). Did you"
          + " mean 'router.can_open'?"
      ),
      (
        "return",
        "the invariant 'it holds' cannot be checked: it returned nothing; return true if it holds"
      ),
      (
        "return 1",
        "the invariant 'it holds' cannot be checked: it returned a number instead of true or false"
      ),
      (
        "sleep(1) return true",
        "the invariant 'it holds' cannot be checked: it waits, but an invariant must return immediately"
      ),
      ("while true do end", "the invariant 'it holds' cannot be checked: "),
      ("return false, 'so'", "the invariant 'it holds' does not hold: so"),
      ("return false", "the invariant 'it holds' does not hold"),
    ] {
      let report = try await Self.walk(
        ProofScripts.of([
          "main.lua": #"router.route { name = "home", path = "/", view = "Home" }"#,
          "invariants.lua": "invariant('it holds', function() \(body) end)",
        ]),
        steps: 10
      )
      #expect(report.found.count == 1)
      #expect(
        report.found.first?.finding.message.hasPrefix(message) == true,
        "\(Self.text(report))"
      )
    }
  }

  @Test(arguments: [
    // An action that asks a question, and then waits for the clock.
    """
    router.route { name = "sure", path = "/sure", animator = "sheet", view = function()
      return screen { "Sure", body = { { "button", "Yes", on_tap = function(page) page:close("yes") end } } }
    end }
    router.route { name = "refund", path = "/refund", action = function()
      if router.ask("/sure") ~= "yes" then return "kept" end
      sleep(2)
      return "refunded"
    end }
    """,
    // An action that asks again after a delay.
    """
    router.route { name = "sure", path = "/sure", animator = "sheet", view = "Sure" }
    router.route { name = "twice", path = "/twice", action = function()
      router.ask("/sure")
      sleep(0.2)
      return router.ask("/sure")
    end }
    """,
    // An invalid query behind an error page.
    """
    router.route { name = "find", path = "/find", query = { page = "int?" }, view = "Find" }
    router.on_error(function() return screen { "Oops" } end)
    """,
  ])
  func `a walk finds nothing in a correct application`(_ rules: String) async throws {
    let home = #"router.route { name = "home", path = "/", view = "Home" }"#
    let report = try await Self.walk(ProofScripts.of("\(home)\n\(rules)"), steps: 300)
    #expect(report.found.isEmpty, "\(Self.text(report))")
  }

  @Test(arguments: [
    // An item that no route declares, with a value from the scripts.
    #"if state.query.debug == "7F3A" then error("broken") end"#,
    // A pattern made of a parameter.
    #"local found = ("abc"):find(state.params.word)"#,
  ])
  func `values from the scripts and hostile parameters are tried`(_ body: String) async throws {
    let main = """
      router.route { name = "home", path = "/:word", view = function(state)
        \(body)
        return screen { "Home", body = { { "link", "On", to = "/on" } } }
      end }
      """
    for seed in [1, 2, 3] as [UInt64] {
      let report = try await Self.walk(ProofScripts.of(main), steps: 3_000, seed: seed)
      let found = try #require(report.found.first, "seed \(seed)")
      #expect(found.finding.rule == .problem && found.steps.count == 1)
      #expect(found.finding.site?.line == 2)
    }
  }

  @Test func `endless work is found, and its spec fails`() async throws {
    let main = """
      router.route { name = "home", path = "/", view = "Home" }
      router.configure { wait_limit = 100000 }
      router.route { path = "/stuck", action = function() events.next("/never") end }
      """
    let report = try await Self.walk(ProofScripts.of(main))
    let found = try #require(report.found.first)
    #expect(found.finding.rule == .outcome)
    #expect(found.finding.subject == "/stuck")
    #expect(WanderSpec(found).text.contains("    clock.advance(60)"))
  }

  @Test(arguments: ["", "router.on_error(function() return screen { 'Oops' } end)"])
  func `a finding about a route without a name has its pattern`(_ rules: String) async throws {
    let main = """
      router.route { path = "/page/:id<int>", view = function() error("broken") end }
      \(rules)
      """
    let report = try await Self.walk(ProofScripts.of(main))
    #expect(report.found.map(\.finding.subject) == ["/page/:id<int>"])
  }

  @Test func `each journey begins as in a new application, and none loads it again`() async throws {
    let main = """
      count = (count or 0) + 1
      table.count = (table.count or 0) + 1
      local kept = reload.keep("kept", function()
        is_new = true
        return { visits = 0 }
      end)
      begun = count == 1 and table.count == 1 and kept.visits == 0
      after(90, function() session.late = true end)
      router.route { name = "home", path = "/", view = "Home", animator = "root" }
      router.route { name = "page", path = "/page", view = function()
        kept.visits = kept.visits + 1
        session.visits = (session.visits or 0) + 1
        resources.update("visits", resources.get("visits") + 1)
        return screen { "Page", body = { { "link", "home", to = "/" } } }
      end }
      resources.put { name = "visits", path = "/visits", value = 0, persistent = true }
      """
    let invariants = """
      invariant("begins as new", function()
        if not is_new then return true end
        is_new = false
        return begun and not session.late and (session.visits or 0) <= 1
          and resources.get("visits") <= 1
      end)
      """
    let loads = Mutex(0)
    let texts = ["main.lua": main, "invariants.lua": invariants]
    let scripts = RehearsalScripts(texts.mapValues { Array($0.utf8) }) { application in
      loads.withLock { $0 += 1 }
      return try HeadlessScripts(.texts(texts)).silentHost(in: application)
    }
    let report = try await Self.walk(scripts, steps: 400)
    #expect(report.found.isEmpty, "\(Self.text(report))")
    #expect(report.journeyCount > 10)
    // Besides the first application, only the memory check and restarts load the scripts.
    #expect(loads.withLock(\.self) < report.journeyCount)
  }
}
