import ScriptTesting
import TestSupport
import Testing

@Suite struct RunningTests {
  @Test func `200 nested blocks are read, and one more is an error of the last`()
    async throws
  {
    func run(_ levels: Int) async throws -> SpecRun {
      try await SpecRun.of(
        """
        local function again(n)
          if n == 0 then return it('a', function() end) end
          describe('d', function() again(n - 1) end)
        end
        again(\(levels))
        """
      )
    }
    let names = String(repeating: "d ", count: 200)
    #expect(try await run(200).lines == ["success \(names)a"])
    let refused = try await run(201)
    #expect(refused.lines == ["error \(names.dropLast())"])
    #expect(refused.message?.hasSuffix("blocks nest at most 200 levels deep") == true)
  }

  @Test func `files next to a spec are its fixtures, others are not`() async throws {
    let run = try await SpecRun.of(
      """
      local fixtures = require("busted.fixtures")
      it("reads", function() assert.are.equal("# title\\n", fixtures.read("data/a.md")) end)
      it("loads", function()
        assert.are.equal(7, fixtures.load("data/../data/b.lua"))
        assert.are.equal(7, fixtures.load("data/b"))
      end)
      it("knows the way", function() assert.matches("spec/data/a.md$", fixtures.path("./data/a.md")) end)
      it("goes nowhere else", function()
        assert.error_matches(function() fixtures.read("../../../etc/passwd") end, "neither in the spec")
        assert.error_matches(function() fixtures.read("data/none") end, "cannot be read")
      end)
      """,
      with: ["spec/data/a.md": "# title\n", "spec/data/b.lua": "return 7"]
    )
    #expect(run.lines.allSatisfy { $0.hasPrefix("success") }, "\(run.message ?? "")")
    #expect(run.lines.count == 4)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let spec: String
    let lines: [String]

    var testDescription: String { rule }
  }

  static let endings = [
    Case(
      rule: "a test without assertions succeeds",
      spec: "it('a', function() end)",
      lines: ["success a"]
    ),
    Case(
      rule: "a failed assertion is a failure",
      spec: "it('a', function() assert.is_true(false) end)",
      lines: ["failure a"]
    ),
    Case(
      rule: "any other raised value is an error",
      spec: "it('a', function() error('x') end)",
      lines: ["error a"]
    ),
    Case(
      rule: "pending in a test ends it",
      spec: "it('a', function() pending('x') error('y') end)",
      lines: ["pending a"]
    ),
    Case(
      rule: "a pending block does not run",
      spec: "pending('a', function() error('x') end)",
      lines: ["pending a"]
    ),
    Case(
      rule: "a before_each that raises is an error and the test does not count",
      spec:
        "describe('d', function() before_each(function() error('x') end) it('a', function() end) end)",
      lines: ["error d before_each"]
    ),
    Case(
      rule: "a set-up that raises ends its block",
      spec:
        "describe('d', function() setup(function() error('x') end) it('a', function() end) end)",
      lines: ["error d setup"]
    ),
    Case(
      rule: "an after_each that raises is an error besides the test",
      spec:
        "describe('d', function() after_each(function() error('x') end) it('a', function() end) end)",
      lines: ["success d a", "error d after_each"]
    ),
    Case(
      rule: "a block whose body raises is an error",
      spec: "describe('d', function() error('x') end) it('a', function() end)",
      lines: ["error d", "success a"]
    ),
    Case(
      rule: "an error of finally is an error of a successful test",
      spec: "it('a', function() finally(function() error('x') end) end)",
      lines: ["error a"]
    ),
    Case(
      rule: "a test whose finally also raises counts once",
      spec: "it('a', function() finally(function() error('x') end) assert.is_true(false) end)",
      lines: ["failure a"]
    ),
    Case(
      rule: "hooks after one that raises run, and the after hooks from its block on",
      spec: """
        local log = ''
        describe('d', function()
          before_each(function() log = log .. 'a' error('x') end)
          before_each(function() log = log .. 'b' end)
          after_each(function() log = log .. 'c' end)
          describe('e', function()
            after_each(function() log = log .. 'd' end)
            it('f', function() end)
          end)
        end)
        it('g', function() assert.are.equal('abc', log) end)
        """,
      lines: ["error d before_each", "success g"]
    ),
    Case(
      rule: "os.exit is an error of the test that calls it",
      spec: "it('a', function() os.exit(0) end) it('b', function() end)",
      lines: ["error a", "success b"]
    ),
    Case(
      rule: "a word of blocks in a test is an error",
      spec: "it('a', function() it('b', function() end) end)",
      lines: ["error a"]
    ),
    Case(
      rule: "a test for each row, with its arguments in the name",
      spec:
        "it.each { { 1, 'x' }, { 2, 'y' } }('%s is %s', function(a, b) assert.is_string(b) end)",
      lines: ["success 1 is x", "success 2 is y"]
    ),
    Case(
      rule: "a skipped test is pending",
      spec: "it.skip('a', function() error('x') end)",
      lines: ["pending a"]
    ),
  ]

  @Test(arguments: endings)
  func `each test ends in one of four ways`(row: Case) async throws {
    #expect(try await SpecRun.of(row.spec).lines == row.lines)
  }

  @Test func `a spec that does not parse is an error of its file`() async throws {
    let run = try await SpecRun.of("it('a', function(")
    #expect(run.results.map(\.status) == [.errored])
    #expect(run.message?.contains("expected near <eof>") == true)
    let told = try await SpecRun.of("it('a', function() if x != 1 then end end)")
    #expect(told.message?.hasSuffix("The script does not parse. Not equal is ~=.") == true)
  }

  @Test func `a failure shows the line of the spec and its code`() async throws {
    let run = try await SpecRun.of(
      """
      local function check(value)
        assert.are.equal(1, value)
      end
      it("a", function()
        check(2)
      end)
      """
    )
    let result = try #require(run.results.first)
    #expect(result.diagnostics.code == "assert.are.equal(1, value)")
    #expect(result.line == 4)
    let trace = result.diagnostics.trace
    #expect(
      trace.map { $0.hasSuffix("a_spec.lua:2") || $0.hasSuffix("a_spec.lua:5") } == [true, true]
    )
  }

  @Test func `a spec uses the application with the nearest main file above it`() async throws {
    let run = try await SpecRun.of(
      """
      it("opens", function()
        local outcome = router.open("/user/7")
        assert.are.equal("opened", outcome.status)
        assert.are.equal(7, outcome.params.id)
        assert.are.equal("here", require("words").where)
      end)
      """,
      with: [
        "main.lua": """
        local words = require("words")
        router.route { name = "user", path = "/user/:id<int>", view = function()
          return screen { "User", title = words.where }
        end }
        """, "words.lua": "return { where = 'here' }",
      ]
    )
    #expect(run.lines == ["success opens"])
  }

  @Test func `each file has its own state`() async throws {
    let folder = try TextFolder([
      "a_spec.lua": "it('a', function() _G.x = 1 string.y = 2 end)",
      "b_spec.lua": "it('b', function() assert.is_nil(_G.x) assert.is_nil(string.y) end)",
    ])
    let run = await SpecRun.of([folder("a_spec.lua"), folder("b_spec.lua")])
    #expect(run.lines == ["success a", "success b"])
  }

  @Test func `a helper runs before each file`() async throws {
    let run = try await SpecRun.of(
      "it('a', function() assert.are.equal('x', helped) end)",
      with: ["main.lua": "", "helper.lua": "return function(_, _, o) helped = o.arguments[1] end"]
    ) {
      $0.selection.preparation.helper = "helper"
      $0.selection.preparation.helperArguments = ["x"]
    }
    #expect(run.lines == ["success a"])
  }

  @Test func `a test's output is part of its result`() async throws {
    let run = try await SpecRun.of("it('a', function() print('x', 1) end) it('b', function() end)")
    #expect(run.results.map(\.output) == [["x\t1"], []])
  }

  static let endlessWaits = [
    Case(rule: "a loop of waits", spec: "while true do sleep(1) end", lines: []),
    Case(rule: "a wait that catches", spec: "while true do pcall(sleep, 1) end", lines: []),
    Case(
      rule: "a clock that fires forever",
      spec: "every(0.001, function() end) clock.advance(1e6)",
      lines: []
    ),
    Case(
      rule: "an event that never arrives next to a timer",
      spec: "every(1, function() end) events.next('/never')",
      lines: []
    ),
    Case(
      rule: "immediate results, forever",
      spec: "while true do pcall(sleep, 0) end",
      lines: []
    ),
  ]

  @Test(.timeLimit(.minutes(10)), arguments: endlessWaits)
  func `a test that waits forever ends at its limit, and the next one runs`(row: Case) async throws
  {
    let run = try await SpecRun.of(
      """
      it("waits", function()
        \(row.spec)
      end)
      it("runs", function() sleep(0.01) clock.advance(0.01) end)
      """,
      with: ["main.lua": ""]
    ) { $0.timeLimit = .milliseconds(TestScale.specMilliseconds) }
    #expect(run.lines == ["error waits", "success runs"], "\(run.message ?? "")")
    let message = try #require(run.message)
    #expect(message.contains("--timeout"), "\(message)")
  }

  static let endless = [
    Case(rule: "alone", spec: "while true do end", lines: []),
    Case(rule: "after a wait", spec: "sleep(1) while true do end", lines: []),
    Case(rule: "with waits", spec: "while true do sleep(1) end", lines: []),
    Case(rule: "in a task", spec: "while true do spawn(function() end) sleep(0) end", lines: []),
  ]

  @Test(.timeLimit(.minutes(10)), arguments: endless)
  func `a timed-out test takes no time from the next one or its hooks`(
    row: Case
  ) async throws {
    let run = try await SpecRun.of(
      """
      before_each(app.reset)
      after_each(function() sleep(1) end)
      it("endless", function() \(row.spec) end)
      it("innocent", function() end)
      it("waits", function() sleep(1) end)
      """,
      with: ["main.lua": ""]
    ) { $0.timeLimit = .milliseconds(TestScale.specMilliseconds) }
    #expect(run.lines == ["error endless", "success innocent", "success waits"])
  }

  @Test(arguments: [
    ["main.lua": "", "spec/helper.lua": helper],
    ["main.lua": "", "spec/helper/init.lua": helper],
  ])
  func `a module next to the specs sees their functions, one of the application does not`(
    files: [String: String]
  ) async throws {
    let run = try await SpecRun.of(
      """
      local helper = require("spec.helper")
      helper.tests()
      it("asserts", function()
        helper.check(1)
        assert.has_error(function() helper.check(2) end)
      end)
      """,
      with: files.merging(["plain.lua": "return { word = stub, check = assert }"]) { $1 }
    )
    #expect(run.lines == ["success of the helper", "success asserts"], "\(run.message ?? "")")
  }

  static let helper = """
    local M = {}
    helped = stub ~= nil
    function M.check(value) assert.are.equal(1, value) end
    function M.tests() it("of the helper", function()
      assert.is_true(helped)
      assert.is_nil(require("plain").word)
      assert.are.equal("function", type(require("plain").check))
    end) end
    return M
    """
}
