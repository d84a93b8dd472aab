import ScriptTesting
import Testing

@Suite struct IsolationTests {
  @Test func `an endless loop fails its test and the next one runs`() async throws {
    let run = try await SpecRun.of(
      """
      describe("d", function()
        after_each(function() _G.cleaned = (_G.cleaned or 0) + 1 end)
        it("loops", function() while true do end end)
        it("goes on", function() assert.are.equal(1, _G.cleaned) end)
      end)
      """
    ) { $0.timeLimit = .milliseconds(100) }
    #expect(run.lines == ["error d loops", "success d goes on"])
    #expect(run.message?.contains("computed for more than 100 ms") == true)
    #expect(run.results.first?.line == 3)
    #expect(run.results.first?.diagnostics.trace.first?.hasSuffix("a_spec.lua:3") == true)
  }

  @Test func `no error is lost, however it is raised`() async throws {
    let run = try await SpecRun.of(
      """
      local function thrown(fn)
        return function() error(setmetatable({}, { __tostring = fn })) end
      end
      it("raises", thrown(function() error("no") end))
      it("answers no text", thrown(function() return {} end))
      it("loops", thrown(function() while true do end end))
      it("has it inside", function()
        error({ setmetatable({}, { __tostring = function() error("no") end }) })
      end)
      it("pends", function() pending(setmetatable({}, { __tostring = function() error() end })) end)
      it("goes on", function() end)
      """
    ) { $0.timeLimit = .milliseconds(100) }
    #expect(
      run.lines == [
        "error raises", "error answers no text", "error loops", "error has it inside",
        "pending pends", "success goes on",
      ]
    )
    #expect(run.message == "(a table whose __tostring does not return a text)")
    #expect(run.results[2].message?.contains("more than 100 ms") == true)
    #expect(run.results[2].message?.contains("(--timeout)") == true)
  }

  @Test(arguments: [
    "local t = {} t.t = t error({ difference = t })",
    "local t = {} for _ = 1, 100 do t = { t } end error({ difference = t })",
    "error({ difference = 1 })",
  ])
  func `a raised table is shown with its line, whatever it contains`(
    body: String
  ) async throws {
    let run = try await SpecRun.of("it('a', function() \(body) end)")
    #expect(run.lines == ["error a"])
    #expect(run.message?.contains("[difference] = ") == true, "\(run.message ?? "")")
    let explanation = run.results.first?.diagnostics.explanation ?? ""
    #expect(explanation.hasPrefix("A table was raised:\n  { difference = "), "\(explanation)")
    #expect(run.results.first?.diagnostics.code?.contains("error({") == true)
  }

  @Test func `a spec cannot reach the metatables of the program's objects`() async throws {
    let run = try await SpecRun.of(
      """
      local function raised(fn, ...) return select(2, pcall(fn, ...)) end
      local called = spy.new()
      called(1)
      local objects = {
        failure = function() return raised(assert.equal, 1, 2) end,
        pending = function() return raised(pending, "later") end,
        fail = function() return raised(require("busted").fail, "no") end,
        spy = function() return called end,
        stub = function() return stub({ a = print }, "a") end,
        arguments = function() return called.calls[1].refs end,
        matcher = function() return match.is_number() end,
        any = function() return match._ end,
        words = function() return match.is_not end,
        snapshot = function() return assert:snapshot() end,
        level = function() return assert:level(1) end,
        bound = function() return assert.spy(called) end,
      }
      for name, make in pairs(objects) do
        it(name, function()
          assert.equal("table", type(make()))
          local shown = getmetatable(make())
          assert.is_false(pcall(function() shown.__index = {} end))
          assert.is_false(pcall(function() shown.__call = print end))
          assert.is_false(pcall(rawset, shown, "__gc", print))
          assert.is_false(pcall(setmetatable, shown, {}))
          assert.is_false(pcall(setmetatable, make(), {}))
        end)
      end
      """
    )
    #expect(run.summary.successes == 12)
    #expect(run.lines.filter { !$0.hasPrefix("success") } == [])
  }

  @Test func `a failure without a name is identified by its file`() async throws {
    let run = try await SpecRun.of("it(function() end) error('x')")
    #expect(run.results.map { $0.name.hasSuffix("spec/a_spec.lua") } == [true])
  }

  struct Killed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: String
    let code: String
  }

  static let killed = [
    Killed(
      testDescription: "a loop in a function",
      body: "spin()",
      code: "while true do local x = 1 end"
    ),
    Killed(
      testDescription: "a loop that catches errors",
      body: "while true do pcall(spin) end",
      code: "while true do local x = 1 end"
    ),
    Killed(
      testDescription: "a loop in a coroutine",
      body: "coroutine.wrap(spin)()",
      code: "while true do local x = 1 end"
    ),
    Killed(
      testDescription: "a loop after a wait",
      body: "sleep(1) spin()",
      code: "while true do local x = 1 end"
    ),
    Killed(
      testDescription: "memory in a loop",
      body: "hoard()",
      code: "while true do list = { list } end"
    ),
    Killed(
      testDescription: "memory in a loop that catches errors",
      body: "pcall(hoard)",
      code: "while true do list = { list } end"
    ),
  ]

  @Test(arguments: killed)
  func `a stopped test shows its last line`(row: Killed) async throws {
    let run = try await SpecRun.of(
      """
      local function spin()
        while true do local x = 1 end
      end
      local function hoard()
        local list = {}
        while true do list = { list } end
      end
      it("is stopped", function()
        \(row.body)
      end)
      it("goes on", function() end)
      """
    ) {
      $0.timeLimit = .milliseconds(100)
      $0.memoryBytes = 16 << 20
    }
    #expect(run.lines == ["error is stopped", "success goes on"])
    #expect(run.results.first?.diagnostics.code == row.code)
    #expect(run.results.first?.diagnostics.trace.allSatisfy { $0.contains("a_spec.lua:") } == true)
  }

  @Test func `a test that takes all memory fails and the next one runs`() async throws {
    let run = try await SpecRun.of(
      """
      it("hoards", function()
        local list = {}
        while true do list[#list + 1] = ("x"):rep(1000) .. #list end
      end)
      it("goes on", function() assert.is_true(true) end)
      """
    ) { $0.memoryBytes = 16 << 20 }
    #expect(run.lines == ["error hoards", "success goes on"])
  }

  @Test func `endless recursion fails its test and the next one runs`() async throws {
    let run = try await SpecRun.of(
      """
      local function f() return 1 + f() end
      it("recurses", function() f() end)
      it("goes on", function() end)
      """
    )
    #expect(run.lines == ["error recurses", "success goes on"])
  }

  @Test func `a test that floods its output keeps the first lines`() async throws {
    let run = try await SpecRun.of(
      """
      it("prints", function() for i = 1, 40 do print(("x"):rep(60000)) end error("no") end)
      it("goes on", function() print("here") error("no") end)
      """
    )
    #expect(run.lines == ["error prints", "error goes on"])
    #expect(run.results.map(\.output.count) == [18, 1])
    #expect(run.results.first?.output.last == "(23 lines left out)")
  }

  @Test func `a block that never ends fails and the next one runs`() async throws {
    let run = try await SpecRun.of(
      """
      describe("a", function() while true do end end)
      describe("b", function() it("c", function() end) end)
      """
    ) { $0.timeLimit = .milliseconds(100) }
    #expect(run.lines == ["error a", "success b c"])
  }

  @Test func `an application that does not load fails the file`() async throws {
    let run = try await SpecRun.of(
      "it('a', function() end)",
      with: ["main.lua": "router.route { path = 3 }"]
    )
    #expect(run.results.map(\.status) == [.errored])
    #expect(run.message?.hasPrefix("The application does not load.") == true)
  }

  /// Lua counts the frames from the innermost to each inspected one.
  ///
  /// With endless recursion, not all frames can be inspected to find the place in a script.
  @Test(.timeLimit(.minutes(10)), arguments: [0, 40, 48, 52])
  func `endless recursion of the runner itself ends immediately`(megabytes: Int) async throws {
    let run = try await SpecRun.of(
      """
      local hoard = {}
      it('recurses', function()
        for i = 1, \(megabytes) do hoard[i] = ("x"):rep(1 << 20) .. i end
        local value = {}
        setmetatable(value, { __call = value })
        assert.has_error(value)
      end)
      it('goes on', function() end)
      """
    )
    #expect(run.lines == ["error recurses", "success goes on"])
  }
}
