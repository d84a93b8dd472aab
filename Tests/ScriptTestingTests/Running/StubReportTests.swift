import ScriptTesting
import TestSupport
import Testing

/// Stubs, and host globals that a spec replaces: a report or an error names them.
@Suite struct StubReportTests {
  private static let files = [
    "main.lua": """
    router.route { name = "home", path = "/", view = "Home" }
    router.route { name = "flag", path = "/flag", action = function() return host.flag("a") end }
    """,
    "lib/cart.lua": "return { total = function() return 1 end }",
    "headless.lua": "host.stub('flag', function() return true end)",
  ]

  private func run(_ spec: String) async throws -> [SpecResult] {
    try await SpecRun.of(spec, with: Self.files) { $0.loadsApplications = true }.results
  }

  @Test func `a failed test lists the active stubs and their lines, the last one first`()
    async throws
  {
    let results = try await run(
      """
      local cart = require("lib.cart")
      stub(host, "flag").returns("off")
      it("holds", function() assert.handled(router.open("/flag"), "off") end)
      it("fails", function()
        stub(cart, "total")
        stub(router, "ask")
        spy.on(router, "open")
        local reverted = stub(table, "concat")
        reverted:revert()
        assert.handled(router.open("/flag"), true)
      end)
      it("fails elsewhere", function() app.reset() stub({ f = print }, "f") error("no") end)
      it("fails with many", function()
        app.reset()
        for i = 1, 12 do stub({}, "f" .. i) end
        error("no")
      end)
      """
    )
    let place = { (line: Int) in " is stubbed at \(results[0].file):\(line)" }
    #expect(results.map(\.status) == [.passed, .failed, .errored, .errored])
    #expect(
      results.map(\.diagnostics.stubs) == [
        [],
        ["router.ask" + place(6), "lib.cart.total" + place(5), "host.flag" + place(2)],
        ["'f'" + place(12)],
        (3...12).reversed().map { "'f\($0)'" + place(15) } + ["2 more stubs are active"],
      ]
    )
    var reporter = SpecFormat.plain.makeReporter()
    let text = results.map { reporter.add($0) }.joined() + reporter.end(SpecSummary())
    #expect(text.contains("\n  Stubs:\n    router.ask" + place(6)), "\(text)")
  }

  @Test func `a failed test lists the tasks and timers that have not ended, the newest first`()
    async throws
  {
    let results = try await run(
      """
      before_each(app.reset)
      it("holds", function() after(5, print) end)
      it("fails", function()
        after(2.5, print)
        every(60, print)
        after(1, print)
        spawn(function() sleep(9) end)
        spawn(function() end)
        clock.advance(1)
        error("no")
      end)
      it("fails with many", function()
        for _ = 1, 12 do after(1, print) end
        error("no")
      end)
      """
    )
    let place = { (line: Int) in " at \(results[0].file):\(line) " }
    #expect(
      results.map(\.diagnostics.pendingWork) == [
        [],
        [
          "spawn\(place(7))has not ended", "every\(place(5))runs in 59 s",
          "after\(place(4))runs in 1.5 s",
        ],
        Array(repeating: "after\(place(13))runs in 1 s", count: 10) + ["2 more have not ended"],
      ]
    )
    var reporter = SpecFormat.plain.makeReporter()
    let text = results.map { reporter.add($0) }.joined() + reporter.end(SpecSummary())
    #expect(text.contains("\n  Not ended:\n    spawn" + place(7)), "\(text)")
  }

  @Test func `a function of the runner runs before each test of all files`() async throws {
    let spec = """
      it("sets", function() session.user = "mei" end)
      it("sees nothing", function() assert.is_nil(session.user) end)
      """
    for (path, message) in [
      ("app.reset", nil),
      (
        "app.rest",
        "--before-each names 'app.rest', which is not defined. Name a function, such as app.reset."
      ),
    ] {
      let run = try await SpecRun.of(spec, with: Self.files) {
        $0.selection.preparation.beforeEach = path
      }
      #expect(run.message == message)
    }
  }

  @Test(arguments: [
    (
      "session = { user = 'Ada' }",
      "a spec cannot replace 'session': the application would not see it. Set its fields, such as"
        + " session.user = …, or take a persona with app.persona."
    ),
    (
      "host = { flag = function() end }",
      "a spec cannot replace 'host': the application would not see it. Use stub(host, \"name\")."
    ),
    (
      "router = { open = function() end }",
      "a spec cannot replace 'router': the application would not see it. Use stub(router, \"open\")."
    ),
  ])
  func `a spec that replaces a value invisible to the application fails at its line`(
    row: (assignment: String, message: String)
  ) async throws {
    for spec in [
      "it('a', function() \(row.assignment) end)",
      "describe('a', function() before_each(function() \(row.assignment) end) it('b', print) end)",
    ] {
      let results = try await run("\n" + spec)
      #expect(results[0].message?.hasSuffix(row.message) == true, "\(results)")
      #expect(results[0].diagnostics.trace.first == results[0].file + ":2")
    }
    let local = try await run("it('a', function() local \(row.assignment) end)")
    #expect(local.map(\.status) == [.passed])
    let without = try await SpecRun.of("it('a', function() \(row.assignment) end)")
    #expect(without.results.map(\.status) == [.passed])
  }
}
