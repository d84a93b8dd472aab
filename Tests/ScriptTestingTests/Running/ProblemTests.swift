import ScriptTesting
import Testing

/// The application in specs: the time limits of `run`, and errors that no caller waits for.
@Suite struct ProblemTests {
  private static let application = """
    router.route { name = "home", path = "/", view = "Home", animator = "root" }
    router.route { name = "loop", path = "/loop", view = "Loop", redirect = function()
      while true do end
    end }
    router.route { name = "late", path = "/late", view = "Late", redirect = function()
      sleep(11)
    end }
    router.route { name = "form", path = "/form", view = "Form", animator = "root",
      on_exit = function() end }
    events.on("/ping", function(event) error("the handler broke") end)
    events.on("/later", function(event) sleep(1) error("the handler broke late") end)
    """

  private func run(_ body: String) async throws -> SpecRun {
    try await SpecRun.of(
      "before_each(app.reset) it('a', function() \(body) end) it('b', function() end)",
      with: ["main.lua": Self.application]
    )
  }

  @Test func `an endless loop in a guard ends after run's time limit, and the test continues`()
    async throws
  {
    let run = try await run(
      """
      local outcome = router.open("/loop")
      assert.failed(outcome, "timeout")
      assert.matches("250 ms", outcome.error.message)
      """
    )
    #expect(run.lines == ["success a", "success b"], "\(run.message ?? "")")
  }

  @Test func `the test itself can compute longer, and a guard waits as long as under run`()
    async throws
  {
    let run = try await run(
      """
      local start = os.clock()
      while os.clock() - start < 0.4 do end
      assert.failed(router.open("/late"), "timeout")
      assert.are.equal(10, clock.now())
      """
    )
    #expect(run.lines == ["success a", "success b"], "\(run.message ?? "")")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: String
    let told: String

    init(_ rule: String, _ body: String, _ told: String) {
      (testDescription, self.body, self.told) = (rule, body, told)
    }
  }

  static let cases = [
    Case(
      "an event handler",
      "events.emit('/ping')",
      "main.lua:10: the event '/ping': the handler broke"
    ),
    Case(
      "one that waited",
      "events.emit('/later') clock.advance(2)",
      "main.lua:11: the event '/later': the handler broke late"
    ),
    Case(
      "a timer",
      "after(1, function() error('the timer broke') end) clock.advance(1)",
      "a_spec.lua:1: the timer broke"
    ),
    Case("a task", "spawn(function() error('the task broke') end)", "a_spec.lua:1: the task broke"),
    Case(
      "on_exit",
      "router.open('/form') router.open('/')",
      "main.lua:9: the on_exit of 'form' returned nothing; return true or false"
    ),
  ]

  @Test(arguments: cases)
  func `an unobserved error fails the test that it was raised in`(row: Case) async throws {
    let run = try await run(row.body)
    #expect(run.lines == ["error a", "success b"])
    #expect(
      run.message?
        .hasSuffix(
          row.told
            + "\nA handler, a timer, a task, on_exit or a request raised it while the test ran;"
            + " assert.problem(fn, text) expects it."
        ) == true,
      "\(run.message ?? "")"
    )
  }

  @Test(arguments: cases)
  func `a problem can be expected`(row: Case) async throws {
    let text = row.told.split(separator: ": ").last ?? ""
    let run = try await run(#"assert.problem(function() \#(row.body) end, "\#(text)")"#)
    #expect(run.lines == ["success a", "success b"], "\(run.message ?? "")")
  }

  @Test(arguments: [
    (
      "assert.problem(function() end, 'broke')",
      "No such problem was raised.\nExpected:\nbroke\nActual:\n(no problem)"
    ),
    ("assert.problem('x')", "'problem' takes a function, but got a string"),
    ("assert.problem(print, 1)", "'problem' takes a text, but got a number"),
  ])
  func `a missing problem is a failure`(body: String, told: String) async throws {
    let run = try await run(body)
    #expect(run.results.first?.message?.contains(told) == true, "\(run.message ?? "")")
  }

  @Test func `an unexpected problem still fails the test`() async throws {
    let run = try await run(
      """
      assert.problem(function()
        events.emit("/ping")
        spawn(function() error("the task broke") end)
      end, "the handler broke")
      """
    )
    #expect(run.lines == ["error a", "success b"])
    #expect(run.message?.contains("the task broke") == true)
    #expect(run.message?.contains("the handler broke") == false)
  }

  @Test func `two scripts that move the clock concurrently both continue`() async throws {
    let run = try await run(
      """
      local ended = {}
      spawn(function() clock.advance(1) ended[#ended + 1] = clock.now() end)
      spawn(function() clock.advance(3) ended[#ended + 1] = clock.now() end)
      clock.advance(2)
      ended[#ended + 1] = clock.now()
      clock.advance(5)
      assert.are.same({ 1, 2, 3 }, ended)
      """
    )
    #expect(run.lines == ["success a", "success b"], "\(run.message ?? "")")
  }

  static let substitutes = [
    Case(
      "on_error",
      "router.on_error(function() error('on_error broke') end) router.open('/none')",
      "a_spec.lua:1: on_error: on_error broke"
    ),
    Case(
      "unmatched",
      "router.unmatched(function() error('unmatched broke') end) router.open('/none')",
      "a_spec.lua:1: unmatched: unmatched broke"
    ),
    Case(
      "a view that a reload rebuilds",
      "router.open('/') app.reload { ['main.lua'] = [[router.route { name = 'home', path = '/',"
        + " view = function() error('the view broke') end }]] }",
      "main.lua:1: the view of 'home', built again: the view broke"
    ),
  ]

  @Test(arguments: substitutes)
  func `errors that no outcome shows fail the test, and can be expected`(row: Case) async throws {
    let failed = try await run(row.body)
    #expect(failed.lines == ["error a", "success b"])
    #expect(failed.message?.contains(row.told) == true, "\(failed.message ?? "")")
    let expecting = try await run("assert.problem(function() \(row.body) end, 'broke')")
    #expect(expecting.lines == ["success a", "success b"], "\(expecting.message ?? "")")
  }

  @Test(arguments: [
    "local task = spawn(broken) pcall(function() task:wait() end)",
    "local task = spawn(broken) clock.advance(1) pcall(function() task:wait() end)",
    "local task = spawn(broken) spawn(function() pcall(task.wait, task) end) clock.advance(1)",
    "local task = spawn(function() sleep(1) broken() end) pcall(task.wait, task)",
  ])
  func `the error of a task belongs to the script that waits for it`(body: String) async throws {
    let run = try await run("local function broken() error('x') end " + body)
    #expect(run.lines == ["success a", "success b"], "\(run.message ?? "")")
  }
}
