import ScriptTesting
import TestSupport
import Testing

@testable import RuleProof

/// Typical mistakes in the rules of the examples, and the rule that each breaks.
@Suite struct WanderFaultTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let example: String
    let changes: [(file: String, old: String, new: String)]
    /// Changes that the version without the mistake has too.
    let base: [(file: String, old: String, new: String)]
    let rule: RuleFinding.Rule
    /// A part of the message.
    let message: String
    /// The number of steps of the walk.
    ///
    /// `nil` for the default.
    var stepCount: Int?
    /// Files to add to the example, including the version without the mistake.
    var others: [String: String] = [:]

    init(
      _ description: String,
      in example: String,
      _ changes: [(file: String, old: String, new: String)],
      adding others: [String: String] = [:],
      to base: [(file: String, old: String, new: String)] = [],
      in stepCount: Int? = nil,
      breaks rule: RuleFinding.Rule,
      _ message: String
    ) {
      (self.others, self.stepCount) = (others, stepCount)
      testDescription = description
      self.example = example
      (self.changes, self.base) = (changes, base)
      self.rule = rule
      self.message = message
    }
  }

  private static let faults = ruleFaults + inputFaults + effectFaults

  private static let ruleFaults = [
    Fault(
      "a logout that leaves protected pages",
      in: "shop",
      [
        (
          "routes/account.lua",
          "    -- Protected pages disappear in every tab; one in front is replaced by the login."
            + "\n    router.recheck()\n", ""
        )
      ],
      breaks: .logout,
      "stays on the stage after a logout although its guards say no"
    ),
    Fault(
      "a modal that cannot be left",
      in: "tabs",
      [
        (
          "screens/library.lua", "if not form.unsaved then\n      return true",
          "if form then\n return false"
        )
      ],
      breaks: .back,
      "'new_playlist' cannot be left"
    ),
    Fault(
      "a page without a way out",
      in: "shop",
      [("routes/basket.lua", "{ { \"list\", list }, back }", "{ { \"list\", list } }")],
      breaks: .deadEnd,
      "'basket' has no way out"
    ),
    Fault(
      "a handler that raises when something is bought",
      in: "museum",
      [
        (
          "routes/tickets.lua", #"log.info("bought", event.extra.kind, event.extra.day)"#,
          #"log.info("bought " .. event.extra.kind .. event.extra.room)"#
        )
      ],
      breaks: .problem,
      "attempt to concatenate a nil value (field 'room')"
    ),
    Fault(
      "a timer that expects a page to be on the stage",
      in: "shop",
      [
        (
          "routes/basket.lua", "  local pieces = basket.add(state.params.id, quantity_of(state))",
          """
            local pieces = basket.add(state.params.id, quantity_of(state))
            after(5, function() stage.find("basket"):update { title = "Still here" } end)
          """
        )
      ],
      breaks: .problem,
      "attempt to index a nil value"
    ),
    Fault(
      "a list that grows with each visited page",
      in: "shop",
      [
        (
          "routes/home.lua", "local function everything()",
          "local seen = {}\nlocal function everything()"
        ),
        (
          "routes/home.lua", "    local links = {}",
          "    local links = {}\n    seen[#seen + 1] = { #seen }"
        ),
      ],
      breaks: .memory,
      "more bytes, although the stage is empty"
    ),
    Fault(
      "a sold-out product that gets into the basket",
      in: "shop",
      [
        (
          "basket.lua", "quantities()[id] = pieces > 0 and pieces or nil",
          "quantities()[id] = wanted"
        ),
        ("routes/basket.lua", "if host.stock(product.id) == 0 then", "if host.stock(0) == 0 then"),
      ],
      breaks: .invariant,
      "the invariant 'the basket holds nothing that is sold out' does not hold: "
    ),
    Fault(
      "a proxy that changes its answer",
      in: "tabs",
      [
        (
          "main.lua", "router.shell({",
          """
          router.proxy("/listen/album/:id", function()
            if session.greeted then return "/listen" end
            session.greeted = true
          end)
          router.shell({
          """
        )
      ],
      breaks: .restore,
      "the restored stage is not the saved one"
    ),
    Fault(
      "a restore that lacks data for the page",
      in: "shop",
      [
        (
          "routes/account.lua", #"{ name = "orders", path = "orders", view = "Orders" }"#,
          #"""
          { name = "orders", path = "orders", view = function()
            session.looks = (session.looks or 0) + 1
            if session.looks > 1 then error("no orders twice") end
            return screen { "Orders" }
          end }
          """#
        )
      ],
      in: 8_000,
      breaks: .problem,
      "no orders twice"
    ),
    Fault(
      "a race of two opens",
      in: "book",
      [
        (
          "main.lua", #"router.guard("account""#,
          #"""
          router.route { name = "sync", path = "/sync", action = function()
            local count = session.count or 0
            sleep(1)
            session.count, session.runs = count + 1, (session.runs or 0) + 1
          end }
          router.guard("account"
          """#
        )
      ],
      adding: [
        "invariants.lua": """
        invariant("every run is counted", function() return session.count == session.runs end)
        """
      ],
      breaks: .invariant,
      "the invariant 'every run is counted' does not hold"
    ),
    Fault(
      "a guard that raises for people who are not logged in",
      in: "museum",
      [
        (
          "routes/members.lua", #"session.member and session.member.card or """#,
          "session.member.card"
        )
      ],
      breaks: .problem,
      "attempt to index a nil value (field 'member')"
    ),
    Fault(
      "a guard that alternates its answers",
      in: "shop",
      [
        (
          "routes/staff.lua", #"router.guard("/staff/**", function()"#,
          #"""
          local turn = 0
          router.guard("/category/**", function()
            turn = turn + 1
            return turn % 3 ~= 0, "not now"
          end)
          router.guard("/staff/**", function()
          """#
        )
      ],
      breaks: .recheck,
      "is on the stage after a recheck, and its guards say no"
    ),
    Fault(
      "a redirect loop for logged-in people",
      in: "shop",
      [
        (
          "routes/account.lua",
          "return auth.destination(state.query.back)\n    end\n    return true",
          "return \"/welcome\"\n    end\n    return true"
        ),
        (
          "routes/account.lua", "router.route {\n  name = \"logout\",",
          """
          router.route { path = "/welcome", redirect = function() return router.to "login" end }
          router.route {
            name = "logout",
          """
        ),
      ],
      breaks: .problem,
      "redirect"
    ),
    Fault(
      "a page that fails for an unknown number",
      in: "shop",
      [
        (
          "routes/products.lua",
          "  if catalog.product(state.params.id) then\n    return true\n  end\n",
          """
            if state.params.id then
              return true
            end

          """
        )
      ],
      breaks: .problem,
      "attempt to index a nil value"
    ),
    Fault(
      "a logout that leaves a greeting",
      in: "museum",
      [("routes/members.lua", "router.reset(router.to \"you\")", "router.recheck()")],
      breaks: .leftover,
      "the screen 'you' still contains"
    ),
    Fault(
      "a first page that greets a person who is gone",
      in: "shop",
      [("routes/account.lua", #"page:update { title = "Welcome" }"#, "page:update {}")],
      breaks: .leftover,
      "the screen 'home' still contains"
    ),
    Fault(
      "a session that keeps a name",
      in: "museum",
      [
        (
          "routes/members.lua", "session.declare { member",
          "session.declare { last = \"string\", member"
        ),
        (
          "main.lua", "local member = session.member\n",
          "local member = session.member\n        session.last = member and member.name or session.last\n"
        ),
      ],
      breaks: .leftover,
      "session.last still contains"
    ),
    Fault(
      "a resource that keeps a name",
      in: "museum",
      [
        (
          "main.lua", "local rooms = require \"rooms\"",
          """
          resources.put { name = "reader", path = "/reader", value = "" }
          local rooms = require "rooms"
          """
        ),
        (
          "main.lua", "local member = session.member\n",
          """
          local member = session.member
                  if member then
                    resources.update("reader", member.name)
                  end

          """
        ),
      ],
      breaks: .leftover,
      "the resource 'reader' still contains"
    ),
    Fault(
      "scripts that load once only",
      in: "museum",
      [
        (
          "main.lua", #"require "routes.archive""#,
          #"assert(reload.generation == 1, "loaded twice")"# + "\n" + #"require "routes.archive""#
        )
      ],
      breaks: .problem,
      "the scripts do not load again"
    ),
  ]

  @Test(arguments: Array(stride(from: 0, to: faults.count, by: TestScale.faultStride)))
  func `a fault is found, its journey is short, and its spec fails until the fault is fixed`(
    _ index: Int
  ) async throws {
    let fault = Self.faults[index]
    let changed = try ProofScripts.files(of: fault.example, changing: fault.base + fault.changes)
      .merging(fault.others) { $1 }
    var successes = 0
    for seed in TestScale.wanderSeeds where successes < TestScale.wanderSuccesses {
      var run = WanderRun(ProofScripts.of(changed))
      (run.stepCount, run.seed) = (fault.stepCount ?? TestScale.wanderSteps, seed)
      let report = try await run.walk { $0.finding.rule != fault.rule }
      guard let found = report.found.last(where: { $0.finding.rule == fault.rule }) else {
        continue
      }
      successes += 1
      #expect(found.finding.message.contains(fault.message), "\(found.finding.message)")
      // A refused step back needs a page below, a page to leave, and input.
      #expect(found.steps.count <= (fault.rule == .leave ? 6 : 5), "\(found.steps.map(\.words))")
      #expect(found.isCertain)
      let spec = WanderSpec(found).text
      let failed = try await Self.result(of: spec, with: changed)
      #expect(!failed.hasPassed, "\(spec)")
      let mended = try ProofScripts.files(of: fault.example, changing: fault.base)
        .merging(fault.others) { $1 }
      let passed = try await Self.result(of: spec, with: mended)
      #expect(passed.hasPassed, "\(spec)")
    }
    #expect(successes == TestScale.wanderSuccesses, "\(fault.testDescription)")
  }

  /// Runs a spec with these scripts.
  private static func result(
    of spec: String,
    with files: [String: String]
  ) async throws -> SpecSummary {
    let folder = try TextFolder(files.merging(["spec/found/found_spec.lua": spec]) { $1 })
    return await SpecRunner().run(["\(folder.path)/spec/found/found_spec.lua"]) { _ in }
  }
}
