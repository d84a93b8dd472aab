import ScriptTesting
import TestSupport
import Testing

/// Values that raise errors when they are written, and errors whose caller is the test library.
@Suite struct HostileValueTests {
  private static let raising =
    "local t = setmetatable({}, { __tostring = function() error('boom') end })"

  @Test(arguments: [
    "assert.equal(t, 1)", "assert.equal({ a = t }, { a = 3 })", "assert.same({ t }, { 1 })",
    "assert.is_true(false, t)", "assert.truthy(false, t)", "assert(false, t)",
    "assert.has_error(function() error(t) end, 'x')",
    "assert.error_matches(function() error(t) end, 'x')", "assert.matches('x', t)",
    "assert.spy(spy.new(function() end)).was.called_with(t)",
    "local s = spy.new(function() end) s(t) assert.spy(s).was.called_with(1)",
  ])
  func `a failure stays one if __tostring raises an error`(assertion: String) async throws {
    let run = try await SpecRun.of("it('a', function() \(Self.raising) \(assertion) end)")
    #expect(run.lines == ["failure a"], "\(run.message ?? "")")
    #expect(run.message?.contains("boom") == false)
  }

  @Test func `a __tostring that calls itself does not hide the failure`() async throws {
    let run = try await SpecRun.of(
      """
      it('a', function()
        local t = setmetatable({}, { __tostring = function(self) return tostring(self) end })
        assert.equal(t, 1)
      end)
      """
    )
    #expect(run.lines == ["failure a"])
  }

  @Test(arguments: [
    ("assert.matches('[', 'x')", "malformed pattern (missing ']')"),
    ("assert.has_no.matches('%', 'x')", "malformed pattern (ends with '%')"),
    ("assert.error_matches(function() error('x') end, '[')", "malformed pattern (missing ']')"),
    ("assert.is_true(match.matches('[')('x'))", "malformed pattern (missing ']')"),
    ("local s = spy.new(function() error('bad', 2) end) s()", "bad"),
    ("stub({ f = print }, 'f').invokes(function() error('bad', 2) end)()", "bad"),
    ("stub(setmetatable({}, { __index = function() error('bad', 2) end }), 'f')", "bad"),
    (
      "assert:register('assertion', 'mine', function() error('bad', 2) end) assert.mine()", "bad"
    ),
    ("assert:add_formatter(function() error('bad', 2) end) assert.equal(1, 2)", "bad"),
  ])
  func `no message names a place in the test library`(
    body: String,
    message: String
  ) async throws {
    let run = try await SpecRun.of("it('a', function() \(body) end)")
    #expect(run.lines == ["error a"])
    #expect(run.message == message)
    let trace = run.results.first?.diagnostics.trace ?? []
    #expect(!trace.isEmpty && trace.allSatisfy { $0.hasSuffix("spec/a_spec.lua:1") }, "\(trace)")
  }

  @Test func `an invalid pattern has the place of its caller`() async throws {
    let run = try await SpecRun.of(
      """
      it('a', function()
        local _, problem = pcall(function() assert.matches('[', 'x') end)
        assert.matches("a_spec.lua:2: malformed pattern (missing ']')", problem, 1, true)
      end)
      """
    )
    #expect(run.lines == ["success a"], "\(run.message ?? "")")
  }

  @Test(arguments: [
    ("it('a', function() end)\n\nlocal x = = 1", 3, "unexpected symbol near '='"),
    ("it('a', function() end)\n\n\nerror('late')", 4, "late"),
    ("\nlocal function f() error('deep') end\n\nf()", 2, "deep"),
    ("\nerror({})", 2, "{ }"), ("\nerror('x', 0)", 2, "x"),
  ])
  func `a file that does not load has the line of the error`(
    text: String,
    line: Int,
    message: String
  ) async throws {
    let run = try await SpecRun.of(text)
    #expect(run.results.map(\.line) == [line])
    #expect(run.results.map(\.status) == [.errored])
    #expect(run.message?.hasSuffix(message) == true, "\(run.message ?? "")")
  }

  @Test func `a stack overflow without a sandbox keeps its message and its place`() async throws {
    let run = try await SpecRun.of(
      """
      local function endless() return 1 + endless() end
      it('a', function() endless() end)
      it('b', function() assert.is_false((pcall(endless))) end)
      """
    ) {
      $0.isUnsafe = true
      $0.memoryBytes = 1 << 40
    }
    #expect(run.lines == ["error a", "success b"])
    #expect(run.message == "stack overflow")
    let trace = run.results.first?.diagnostics.trace ?? []
    #expect(trace.count == 1 && trace[0].hasSuffix("spec/a_spec.lua:1"), "\(trace)")
  }
}
