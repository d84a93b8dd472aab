import Foundation
import ScriptTesting
import Testing

/// The explanations of failed assertions in reports.
///
/// Scripts still see the message of luassert.
@Suite struct ExplanationTests {
  /// One of 20 failures that were also tried with busted and vitest, and the explanation shown
  /// here.
  struct Failure: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Failures")

  /// The sections of `Failures/twenty.txt`.
  static let failures: [Failure] = {
    let path = folder.appendingPathComponent("twenty.txt")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "## ").dropFirst()
      .map { section in
        let lines = section.split(separator: "\n", omittingEmptySubsequences: true)
        return Failure(
          testDescription: String(lines.first ?? ""),
          text: lines.dropFirst().joined(separator: "\n")
        )
      }
  }()

  @Test func `there are twenty of them`() { #expect(Self.failures.count == 20) }

  @Test(arguments: failures)
  func `a failure shows its place`(failure: Failure) async throws {
    let spec = Self.folder.appendingPathComponent("twenty_spec.lua").path
    let run = await SpecRun.of([spec]) {
      $0.selection.names = ["a failure shows " + failure.testDescription]
    }
    #expect(run.results.count == 1)
    #expect(run.results.first?.diagnostics.explanation == failure.text)
  }

  private func explanation(_ statement: String) async throws -> String? {
    let run = try await SpecRun.of("it('a', function() \(statement) end)") {
      $0.memoryBytes = 256 << 20
      $0.timeLimit = .seconds(120)
    }
    return run.results.first?.diagnostics.explanation
  }

  @Test(
    arguments: [
      (
        "assert.is_not_nil(nil, 'the user')", "the user\nExpected anything except nil, but got nil."
      ),
      ("assert.is_true(1)", "Expected true, but got:\n  1 (number)"),
      ("assert.equal(1)", "'equals' takes at least 2 arguments, but got 1."),
      (
        "assert.is_unique({ 'a', 'b', 'a' })",
        "The values at 1 and 3 are the same in:\n  { \"a\", \"b\", \"a\" }"
      ),
      ("assert.is_not_unique({ 1, 2 })", "No value occurs twice in:\n  { 1, 2 }"),
      ("assert.array({ 1, 2 }).has.holes()", "There is no hole in:\n  { 1, 2 }"),
      (
        "assert.array({ 1, nil, 3 }).has_no.holes()",
        "There is a hole at 2 of:\n  { 1, [3] = 3 }"
      ),
      ("spy.new(1)", "A spy needs a function, but got a number."),
      (
        "assert.spy(1).was.called()",
        "'called' must follow a spy or a stub: assert.spy(s).was.called()."
      ),
      ("stub({})", "stub takes a table and a key: stub(table, 'key')."),
      (
        "describe('x', function() end)",
        "'describe' cannot be called here: it belongs in a block or at the top of a file"
      ),
      ("error({ code = 404 })", "A table was raised:\n  { code = 404 }"),
      (
        "assert.are.equal('it is red', 'we go home')",
        "The values are not equal.\n- expected  + actual\n- \"it is red\"\n+ \"we go home\""
      ),
      (
        "assert.are.equal('x: not here', 'x: no such place')",
        """
        The values are not equal.
        - expected  + actual
        - "x: not here"
                ^^^^^
        + "x: no such place"
                ^^^^^^^^^^
        """
      ),
      ("assert.is_not_true(true)", "Expected anything except true, but got:\n  true"),
      ("assert.is_truthy(nil)", "Expected anything except nil and false, but got nil."),
      ("assert.is_falsy({})", "Expected nil or false, but got:\n  {}"),
      ("assert.are_not.equal(1, 1)", "The values are equal, but should not be.\nBoth: 1"),
      ("assert.are_not.same({ 1 }, { 1 })", "The values look alike, but should not.\nBoth: { 1 }"),
      (
        "assert.are.equal(0 / 0, 0 / 0)",
        "The values are not equal.\nExpected: 0/0\nActual:   0/0\nThey look the same, but are not equal."
      ),
      (
        "assert.has_error(function() end, 'x')",
        "The function raised no error.\nExpected: \"x\""
      ),
      (
        "assert.has_no_error(function() error('x', 0) end)",
        "The function raised an error, but should not.\nRaised: \"x\""
      ),
      (
        "assert.no_error_matches(function() error('abc', 0) end, 'b')",
        "The function raised exactly this error, but should not.\nRaised: \"abc\""
      ),
      (
        "assert.error_matches(function() error('abc', 0) end, '^x')",
        "The function raised another error.\nPattern: \"^x\"\nRaised:  \"abc\""
      ),
      (
        "assert.spy(spy.new()).was.called_with('a', nil)",
        "The function was never called.\nExpected: (\"a\", nil)"
      ),
      (
        "local s = spy.new() s(1) assert.spy(s).was_not.called()",
        "Expected 0 calls. The function was called once.\n  1: (1)"
      ),
      (
        "local s = spy.new() s(1, nil) assert.spy(s).was_not.called_with(1, nil)",
        "The function was called with these arguments, but should not:\n  (1, nil)"
      ),
      (
        "local s = spy.new() s(1, 'a', { x = 1 })"
          + " assert.spy(s).was.called_with(match.is_string(), match._, { x = 1 }, nil)",
        """
        The function was called once, never with these arguments.
        - expected  + actual
        - argument 1 = (matcher) is.string()
        + argument 1 = 1
          argument 2 = "a",
          argument 3 = { x = 1 },
        - argument 4 = nil
        """
      ),
      (
        "local s = spy.new(function() return 1 end) s() assert.spy(s).was.returned_with(2)",
        """
        The function returned once, never with these values.
        - expected  + actual
        - argument 1 = 2,
        + argument 1 = 1,
        """
      ),
      (
        "assert.are.same({ [{}] = 1, [true] = 2, [1.5] = 3, ['a b'] = 4, ['end'] = 5 }, {})",
        """
        The values differ.
        - expected  + actual
          {
        -   [1.5] = 3,
        -   [true] = 2,
        -   ["a b"] = 4,
        -   ["end"] = 5,
        -   [{}] = 1,
          }
        """
      ),
      (
        "assert.are.equal('größer als 世界', 'grösser als 世间')",
        """
        The values are not equal.
        - expected  + actual
        - "größer als 世界"
              ^        ^
        + "grösser als 世间"
              ^^        ^
        """
      ),
      (
        "assert.are.equal(('line\\n'):rep(20), ('line\\n'):rep(19) .. 'line')",
        """
        The values are not equal.
        - expected  + actual
          … 17 same lines
          line
          line
          line
        - (empty)
          only the expected text ends with a line break
        """
      ),
      (
        "local a, b = { 1 }, { 2 } a.own, b.own = a, b assert.are.same(a, b)",
        """
        The values differ.
        - expected  + actual
          {
        -   [1] = 1,
        +   [1] = 2,
        -   own = { 1, own = { --[[itself]] } },
        +   own = { 2, own = { --[[itself]] } },
          }
        """
      ),
    ]
  )
  func `each kind of assertion has its words`(statement: String, text: String) async throws {
    #expect(try await explanation(statement) == text)
  }

  @Test func `a formatter and a spec's own text take precedence over ours`() async throws {
    let formatted = try await explanation(
      """
      assert:add_formatter(function(value) if type(value) == 'table' then return 'T' .. value.n end end)
      assert.are.same({ n = 1 }, { n = 2 })
      """
    )
    #expect(formatted == "The values differ.\nExpected: T1\nActual:   T2")
    let own = try await SpecRun.of(
      """
      require('say'):set('assertion.equals.positive', 'mine %s %s')
      it('a', function() assert.are.equal(1, 2) end)
      """
    )
    #expect(own.results.first?.diagnostics.explanation == nil)
    #expect(own.message == "mine (number) 2 (number) 1")
  }

  @Test func `scripts see luassert's message of a failure`() async throws {
    let run = try await SpecRun.of(
      """
      it('a', function()
        local ok, failure = pcall(assert.are.equal, 1, 2)
        assert.is_false(ok)
        local keys = {}
        for key in pairs(failure) do keys[#keys + 1] = key end
        assert.are.same({ 'message' }, keys)
        local text = 'Expected objects to be equal.\\nPassed in:\\n(number) 2\\nExpected:\\n(number) 1'
        assert.are.equal(text, tostring(failure))
        ok, failure = pcall(function() assert.are.equal(1, 2) end)
        assert.are.equal('a_spec.lua:9: ' .. text, failure.message:match('[^/]*$'))
        assert.error_matches(function() assert.are.equal(1, 2) end, 'a_spec.lua:%d+: Expected obj')
        assert.error_matches(function() assert.are.equal(1, 2) end, '^Expected objects to be equal')
        error(failure, 0)
      end)
      """
    )
    #expect(run.lines == ["failure a"])
    #expect(
      run.message?
        .hasSuffix(
          "a_spec.lua:9: Expected objects to be equal.\nPassed in:\n(number) 2\nExpected:\n(number) 1"
        ) == true
    )
    #expect(
      run.results.first?.diagnostics.explanation
        == "The values are not equal.\nExpected: 1\nActual:   2"
    )
  }

  /// Values that are too large to show completely, and parts of the shown text.
  @Test(
    arguments: [
      (
        "for i = 1, 1000000 do a[i], b[i] = i, i end b[500000] = 0 assert.are.same(a, b)",
        "-   [500000] = 500000,\n+   [500000] = 0,"
      ),
      (
        "for i = 1, 1000000 do a[i], b[i] = i, -i end assert.are.same(a, b)",
        "… there may be more differences"
      ),
      (
        "for i = 1, 1000000 do a[i], b[i] = i, i end table.remove(b, 5) assert.are.same(a, b)",
        "-   [5] = 5,\n    [5] = 6,"
      ),
      (
        "for i = 1, 50000 do a['k' .. i], b['k' .. i] = i, i end b.k5 = 0 assert.are.same(a, b)",
        "-   k5 = 5,\n+   k5 = 0,"
      ),
      ("for i = 1, 1000000 do a[i] = i end assert.is_nil(a)", "--[[999971 more]]"),
      (
        "for _ = 1, 20000 do a, b = { a }, { b } end a[1], b[1] = a, 2 assert.are.same(a, b)",
        "--[[itself]]"
      ),
      (
        "a, b = 1, 2 for _ = 1, 9000 do a, b = { a }, { b } end assert.are.same(a, b)",
        "[1] = 2,"
      ),
      (
        "a, b = 1, 2 for _ = 1, 500 do a, b = { a, x = 1 }, { b, x = 1 } end assert.are.same(a, b)",
        "more levels"
      ),
      (
        "a = ('abcdefghi\\n'):rep(400000) b = a:sub(1, 2000000) .. 'X' .. a:sub(2000002)"
          + " assert.are.equal(a, b)",
        "- abcdefghi\n+ Xbcdefghi\n  ^"
      ),
      (
        "a = ('abcdefghi '):rep(400000) b = a:sub(1, 2000000) .. 'X' .. a:sub(2000002)"
          + " assert.are.equal(a, b)",
        "efghi Xbcdefghi"
      ),
      (
        "for i = 1, 8000 do a[i], b[i] = 'x' .. i, 'y' .. i end"
          + " assert.are.equal(table.concat(a, '\\n'), table.concat(b, '\\n'))",
        "more lines that differ"
      ),
      (
        "a = ('\\27[31m\\0'):rep(99) assert.are.equal(a, a .. '\\u{202E}')",
        "\\027[31m\\000"
      ),
      (
        "for i = 1, 300 do a[i] = ('ab\\xff'):rep(1000) end assert.are.same(a, b)",
        "--[[2800 bytes left out]]"
      ),
    ]
  )
  func `hostile values are shown within a limit`(statement: String, part: String) async throws {
    let text = try #require(try await explanation("local a, b = {}, {} \(statement)"))
    #expect(text.contains(part), "\(text)")
    #expect(text.utf8.count < 40_000)
    #expect(text.split(separator: "\n").count < 140)
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
