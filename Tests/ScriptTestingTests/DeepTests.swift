import ScriptTesting
import Testing

/// Comparing and formatting nested tables.
///
/// See also `Fixtures/deep_spec.lua`.
@Suite struct DeepTests {
  @Test(
    arguments: [
      ("{ 'say \"hi\"\\n' }", "[1] = 'say \"hi\"\n'"),
      ("{ '\\0012' }", #"[1] = '\0012'"#),
      ("{ ['a\\nb'] = 1 }", #"[a\10b] = 1"#),
      ("{ 1.5, true, 2^53 }", "[1] = 1.5\n  [2] = true\n  [3] = 9007199254740992.0"),
      (
        "{ inner = setmetatable({}, { __tostring = function() return 'mine' end }) }",
        "[inner] = mine"
      ),
      ("{ {} }", "[1] = { }"),
      ("{ { { { 1 } } } }", "[1] = { ... more }"),
      ("{ 1, [-5] = 7, a = 1, [3] = 3 }", "[1] = 1\n  [-5] = 7\n  [3] = 3\n  [a] = 1"),
      ("{ 0.1 + 0.2, 1e100, -1 / 0 }", "[1] = 0.30000000000000004441\n"),
      ("{ 0.5, 1e15, 1e22 }", "[1] = 0.5\n  [2] = 1000000000000000.0\n  [3] = 1.0e+22 }"),
    ]
  )
  func `a table in a message shows its content`(value: String, text: String) async throws {
    let run = try await SpecRun.of("it('a', function() assert.is_nil(\(value)) end)")
    #expect(run.message?.contains(text) == true, "\(run.message ?? "")")
  }

  @Test func `tables that occur in very many places are compared once`() async throws {
    let run = try await SpecRun.of(
      """
      local function shared(value)
        for _ = 1, 60 do value = { value, value } end
        return value
      end
      it('a', function() assert.are.same(shared(1), shared(1)) end)
      it('b', function() assert.are_not.same(shared(1), shared(2)) end)
      """
    )
    #expect(run.lines == ["success a", "success b"])
  }

  @Test func `tables that scripts cannot change are compared and written like any table`()
    async throws
  {
    let run = try await SpecRun.of(
      """
      local function page() return screen { 'A', title = 'T', list = { 1, 2 } } end
      it('a', function() assert.are.same({ title = 'T', list = { 1, 2 } }, page().props) end)
      it('b', function() assert.are.same({ p = page().props }, { p = page().props }) end)
      it('c', function() assert.are.same({ title = 'U', list = { 1, 2 } }, page().props) end)
      """
    )
    #expect(run.results.map(\.status) == [.passed, .passed, .failed])
    #expect(run.message?.contains("*[title] = 'T'") == true, "\(run.message ?? "")")
    #expect(run.message?.contains("*[title] = 'U'") == true)
  }

  @Test func `a difference is shown at any depth`() async throws {
    let run = try await SpecRun.of(
      """
      local function nested(value)
        for _ = 1, 8 do value = { value } end
        return value
      end
      it('a', function() assert.are.same(nested('here'), nested('there')) end)
      """
    )
    let explanation = run.results.first?.diagnostics.explanation ?? ""
    #expect(explanation.contains(#""here""#) && explanation.contains(#""there""#), "\(explanation)")
    #expect(run.message?.contains("{ ... more }") == true, "as luassert has it")
  }

  @Test func `values that a test sets are removed after it, also for its hooks`() async throws {
    let run = try await SpecRun.of(
      """
      after_each(function() assert.is_nil(mine) end)
      it('a', function() mine = 1 assert.are.equal(1, mine) finally(function() assert(mine) end) end)
      it('b', function() assert.is_nil(mine) end)
      """
    )
    #expect(run.lines == ["success a", "success b"])
  }
}
