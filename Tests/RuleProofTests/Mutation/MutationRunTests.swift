import ScriptTesting
import Synchronization
import TestSupport
import Testing

@testable import RuleProof

/// Whether specs detect mutations, in applications written for the purpose.
@Suite(.timeLimit(.minutes(10))) struct MutationRunTests {
  /// An application with one guard, which starts in line 2 of `main.lua`, and one spec.
  private static func guarded(
    _ body: String,
    _ spec: String = "it('opens', function() assert.opened(router.open('/b')) end)"
  ) -> [String: String] {
    let main = """
      router.guard("b", function(state)
      \(body)
      end)
      router.route { name = "b", path = "/b", view = "B" }
      """
    return ["main.lua": main, "spec/a_spec.lua": spec]
  }

  /// The login and the page behind it, in two files.
  private static let files = [
    "main.lua": """
    local auth = require "auth"
    router.route { name = "home", path = "/", view = "Home" }
    router.route { name = "login", path = "/login", view = "Login" }
    router.route { name = "orders", path = "/orders", view = "Orders", redirect = auth.required }
    router.route { name = "order", path = "/orders/:id<int>", view = "Order", redirect = auth.required }
    """,
    "auth.lua": """
    local M = {}
    function M.required()
      if session.user then
        return true
      end
      return router.to("login")
    end
    return M
    """,
  ]

  private static let spec = """
    describe("orders", function()
      before_each(app.reset)
      it("are for people who are logged in", function()
        assert.redirected(router.open("/orders"), { "/login" })
        session.user = "mei"
        assert.opened(router.open("/orders"), "orders")
      end)
    end)
    """

  private static func report(
    _ files: [String: String],
    _ configure: (inout MutationRun) -> Void = { _ in }
  ) async throws -> (report: MutationReport, folder: TextFolder) {
    let folder = try TextFolder(files)
    var run = MutationRun(SpecRunner())
    configure(&run)
    let specs = try SpecFinder().files(in: [folder("spec")])
    return (try await run.report(on: specs), folder)
  }

  /// Each result as `file:line change: status`.
  private static func lines(_ report: MutationReport) -> [String] {
    report.results.map {
      "\($0.change.file):\($0.change.line) \($0.change.kind.rawValue): \($0.status.rawValue)"
    }
  }

  @Test func `a change that no spec tests is not detected, and the nearest spec is named`()
    async throws
  {
    let (report, folder) = try await Self.report(
      Self.files.merging(["spec/orders_spec.lua": Self.spec]) { $1 }
    )
    #expect(
      Self.lines(report) == [
        "auth.lua:3 negate: noticed", "auth.lua:4 stop: noticed", "auth.lua:6 let_through: noticed",
        "main.lua:4 drop: noticed", "main.lua:5 widen: unnoticed", "main.lua:5 drop: unnoticed",
      ]
    )
    #expect(report.guards.noticed == 4)
    #expect(report.guards.unnoticed == 1)
    #expect(report.guards.percent == "80.0 %")
    #expect(report.others.percent == "0.0 %")
    #expect(!report.isGreen)
    #expect(report.results[0].spec?.name == "orders are for people who are logged in")
    #expect(report.results[0].spec?.line == 3)
    #expect(report.results[0].spec?.file == folder("spec/orders_spec.lua"))
  }

  @Test func `a spec that tests the rule detects the change`() async throws {
    let more = """
      describe("an order", function()
        before_each(app.reset)
        it("is for them, too", function()
          assert.redirected(router.open("/orders/7"), { "/login" })
          assert.not_found(router.open("/orders/latest"))
        end)
      end)
      """
    let specs = ["spec/orders_spec.lua": Self.spec, "spec/order_spec.lua": more]
    let (report, _) = try await Self.report(Self.files.merging(specs) { $1 }) { $0.jobs = 3 }
    #expect(report.results.allSatisfy { $0.status == .noticed })
    #expect(report.isGreen)
    #expect(report.guards.percent == "100.0 %")
    #expect(report.testCount == 2)
  }

  @Test func `a changed text stays after a reset, a reload and a load of the folder`()
    async throws
  {
    for call in ["app.reset()", "app.reload({})", "app.load('..')"] {
      let spec = """
        it("is asked", function()
          \(call)
          assert.redirected(router.open("/orders"), { "/login" })
        end)
        """
      let (report, _) = try await Self.report(
        Self.files.merging(["spec/a_spec.lua": spec]) { $1 }
      ) {
        $0.rules = [.guard]
      }
      #expect(report.results.map(\.status).prefix(4).contains(.noticed), "\(call)")
      #expect(
        report.results.first { $0.change.kind == .letThrough }?.status == .noticed,
        "\(call)"
      )
    }
  }

  @Test func `a rule that no spec runs is reported with the nearest test`() async throws {
    let files = Self.guarded(
      """
        if state.query.key then
          return true
        end
        return false
      """,
      "it('stops', function() assert.intercepted(router.open('/b')) end)"
    )
    let (report, _) = try await Self.report(files)
    #expect(
      Self.lines(report) == [
        "main.lua:2 negate: noticed", "main.lua:3 stop: uncovered",
        "main.lua:5 let_through: noticed",
      ]
    )
    #expect(report.results[1].spec?.name == "stops")
  }

  @Test func `a function returned by another one is a rule where the application calls it`()
    async throws
  {
    let files = [
      "main.lua": """
      local needs = require "needs"
      local scope = router.scheme("shop")
      scope.guard("/vault", needs("key"))
      scope.route { name = "vault", path = "/vault", view = "Vault" }
      """,
      "needs.lua": """
      return function(name)
        return function()
          return session[name] == true, "no " .. name
        end
      end
      """,
      "spec/a_spec.lua": """
      it('stops', function() assert.intercepted(router.open('shop://vault'), 'no key') end)
      """,
    ]
    let (report, _) = try await Self.report(files)
    #expect(
      Self.lines(report) == ["needs.lua:3 let_through: noticed", "needs.lua:3 stop: unnoticed"]
    )
  }

  @Test func `a comment excludes a change, and a comment without effect is reported`()
    async throws
  {
    let files = Self.guarded(
      """
        -- moonroute: equivalent
        if session.never then
          return false -- moonroute: equivalent
        end
        return true -- moonroute: equivalent
      """
    )
    let (report, folder) = try await Self.report(files)
    #expect(
      Self.lines(report) == [
        "main.lua:3 negate: noticed", "main.lua:4 let_through: equivalent",
        "main.lua:6 stop: noticed",
      ]
    )
    #expect(report.unusedComments == [folder("main.lua:2"), folder("main.lua:6")])
    #expect(report.guards.counted == 2)
    #expect(report.guards.equivalent == 1)
    #expect(report.isGreen)
  }

  @Test func `an endless loop and excessive memory are detected, each within its limit`()
    async throws
  {
    let files = Self.guarded(
      """
        local done = true
        while not done do end
        if not done then
          local list = {}
          repeat list[#list + 1] = ("x"):rep(1000) until #list < 0
        end
        return true
      """
    )
    let (report, _) = try await Self.report(files) { $0.runner.memoryBytes = 8 << 20 }
    #expect(
      Self.lines(report) == [
        "main.lua:3 negate: timed_out", "main.lua:4 negate: noticed",
        "main.lua:6 negate: unnoticed", "main.lua:8 stop: noticed",
      ]
    )
    #expect(report.guards.timedOut == 1)
    #expect(report.guards.noticed == 3)
    #expect(report.guards.unnoticed == 1)
  }

  @Test func `a spec that catches every failure is stopped by its time limit`() async throws {
    let files = Self.guarded(
      """
        local done = true
        while not done do end
        return true
      """,
      """
      it('opens again and again', function()
        for _ = 1, 100 do router.open('/b') end
      end)
      """
    )
    let (report, _) = try await Self.report(files)
    #expect(report.results.first?.status == .timedOut)
  }

  @Test func `a change that prevents loading is not counted`() async throws {
    let files = [
      "main.lua": """
      router.route { name = "a", path = "/a/:id<int>", view = "A" }
      router.route { name = "b", path = "/a/:id", view = "B" }
      """,
      "spec/a_spec.lua": "it('opens', function() assert.opened(router.open('/a/1'), 'a') end)",
    ]
    let (report, _) = try await Self.report(files)
    #expect(Self.lines(report) == ["main.lua:1 widen: unloaded"])
    #expect(report.others.unloaded == 1)
    #expect(report.others.counted == 0)
    #expect(report.isGreen)
  }

  @Test func `without time nothing is tried, and this is not a success`() async throws {
    let (report, _) = try await Self.report(
      Self.files.merging(["spec/orders_spec.lua": Self.spec]) { $1 }
    ) { $0.time = .nanoseconds(1) }
    #expect(report.results.allSatisfy { $0.status == .untried })
    #expect(report.guards.untried == 5)
    #expect(!report.isGreen)
  }

  @Test func `only rules with selected lines are changed`() async throws {
    let (report, _) = try await Self.report(
      Self.files.merging(["spec/orders_spec.lua": Self.spec]) { $1 }
    ) {
      $0.isChosen = { path, lines in path.hasSuffix("/auth.lua") && lines.contains(4) }
    }
    #expect(report.results.map(\.change.file) == ["auth.lua", "auth.lua", "auth.lua"])
  }

  @Test func `equal runs give equal reports, independently of parallel jobs`() async throws {
    let folder = try TextFolder(Self.files.merging(["spec/orders_spec.lua": Self.spec]) { $1 })
    var texts: Set<String> = []
    for jobs in [1, 4] {
      var run = MutationRun(SpecRunner())
      run.jobs = jobs
      texts.insert(MutationJSON(try await run.report(on: [folder("spec/orders_spec.lua")])).text)
    }
    #expect(texts.count == 1)
  }

  @Test func `failing specs and missing specs are refused`() async throws {
    let failing = ["main.lua": "router.route { path = '/', view = 'A' }"]
    for (spec, count) in [("it('x', function() error('y') end)", 1), ("local x = 1", 0)] {
      let folder = try TextFolder(failing.merging(["spec/a_spec.lua": spec]) { $1 })
      await #expect {
        try await MutationRun(SpecRunner()).report(on: [folder("spec/a_spec.lua")])
      } throws: { error in
        switch error as? MutationError {
        case .specsFail(let results): results.count == count
        case .noTests: count == 0
        default: false
        }
      }
    }
  }

  @Test func `no file is written`() async throws {
    let spec = "it('x', function() assert.matches_snapshot('y') end)"
    let folder = try TextFolder([
      "main.lua": "router.guard('/a', function() return true end)",
      "spec/a_spec.lua": spec,
    ])
    for mode in [SpecSnapshotMode.write, .update, .compare] {
      var run = MutationRun(SpecRunner())
      run.runner.snapshots = mode
      _ = try? await run.report(on: [folder("spec/a_spec.lua")])
      #expect(try folder.names == ["main.lua", "spec", "spec/a_spec.lua"])
    }
  }

  @Test
  func `a file that fails without earlier files does not detect changes, even with shared state`()
    async throws
  {
    let folder = try TextFolder([
      "main.lua":
        "router.route { name = 'a', path = '/a', view = 'A', redirect = function() return true end }",
      "spec/a_spec.lua":
        "_G.known = true it('opens', function() assert.opened(router.open('/a')) end)",
      "spec/b_spec.lua": "it('knows', function() assert.is_true(_G.known) router.open('/a') end)",
    ])
    for isolation in [SpecIsolation.shared, .insulated] {
      var run = MutationRun(SpecRunner())
      run.runner.isolation = isolation
      await #expect {
        try await run.report(on: [folder("spec/a_spec.lua"), folder("spec/b_spec.lua")])
      } throws: { error in
        guard case .specsFail(let results) = error as? MutationError else { return false }
        return results.map(\.name) == ["knows"]
      }
    }
  }

  @Test func `a spec that only requests a table detects changes of the table`() async throws {
    let folder = try TextFolder([
      "main.lua": """
      local auth = require "auth"
      router.route { name = "a", path = "/a", view = "A", redirect = auth.members }
      router.route { name = "b", path = "/b", view = "B", redirect = auth.members }
      """,
      "auth.lua": """
      local M = {}
      function M.members()
        if session.user then
          return true
        end
        return false, "members only"
      end
      return M
      """,
      "personas.lua": "return { mei = { session = { user = 1 } }, visitor = {} }",
      "spec/a_spec.lua": "it('keeps them out', function() assert.access('access.snap') end)",
      "access.snap": """
      /a (a)
        mei: opens
        visitor: stopped: members only
      /b (b)
        mei: opens
        visitor: stopped: members only
      """,
    ])
    let run = MutationRun(SpecRunner())
    let report = try await run.report(on: [folder("spec/a_spec.lua")])
    #expect(
      Self.lines(report) == [
        "auth.lua:3 negate: noticed", "auth.lua:4 stop: noticed", "auth.lua:6 let_through: noticed",
        "main.lua:2 drop: noticed", "main.lua:3 drop: noticed",
      ]
    )
  }

  @Test func `a comment after a line applies only to that line`() async throws {
    let files = Self.guarded(
      """
        if state.query.a then return true end -- moonroute: equivalent
        if state.query.b then return true end
        -- moonroute: equivalent
        if state.query.c then return true end -- moonroute: equivalent (an own word)
        return true
      """
    )
    let (report, folder) = try await Self.report(files)
    #expect(
      Self.lines(report) == [
        "main.lua:2 negate: equivalent", "main.lua:2 stop: equivalent",
        "main.lua:3 negate: unnoticed", "main.lua:3 stop: unnoticed",
        "main.lua:5 negate: equivalent", "main.lua:5 stop: equivalent",
        "main.lua:6 stop: noticed",
      ]
    )
    #expect(report.unusedComments == [folder("main.lua:4")])
  }

  /// An application with a page of two guards, each in its own line.
  private static let twoGuards = """
    router.route { name = "b", path = "/b", view = "B", redirect = function(state)
      if state.query.key then
        return false
      end
      return true
    end }
    router.route { name = "c", path = "/c", view = "C" }
    """

  @Test func `a change that only a later test notices is noticed by that test`() async throws {
    let spec = """
      local outcome
      it("opens", function() outcome = router.open("/b?key=1") end)
      it("opens another", function() assert.opened(router.open("/c")) end)
      it("has been stopped", function() assert.intercepted(outcome) end)
      """
    let (report, _) = try await Self.report([
      "main.lua": Self.twoGuards, "spec/a_spec.lua": spec,
    ])
    #expect(
      Self.lines(report) == [
        "main.lua:2 negate: noticed", "main.lua:3 let_through: noticed",
        "main.lua:5 stop: uncovered",
      ]
    )
    #expect(report.results.prefix(2).map(\.spec?.name) == ["has been stopped", "has been stopped"])
  }

  @Test func `a test that needs any other test notices nothing alone`() async throws {
    let spec = """
      local is_ready
      it("prepares", function() is_ready = true end)
      it("opens", function()
        assert.is_true(is_ready)
        router.open("/b")
      end)
      it("prepares as well", function() is_ready = true end)
      """
    let (report, _) = try await Self.report([
      "main.lua": Self.twoGuards, "spec/a_spec.lua": spec,
    ])
    #expect(
      Self.lines(report) == [
        "main.lua:2 negate: unnoticed", "main.lua:3 let_through: uncovered",
        "main.lua:5 stop: unnoticed",
      ]
    )
  }
}
