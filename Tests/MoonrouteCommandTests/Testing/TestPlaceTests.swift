#if Command
import Foundation
import Testing

/// Tests and blocks chosen by places such as `spec/cart_spec.lua:12`.
struct TestPlaceTests {
  private static let nested = """
    describe("d", function()
      before_each(function()
        local _ = 1
      end)

      it("one", function()
        assert.is_true(true)
      end)

      describe("e", function()
        it("two", function() end)
        it.each { 1, 2 } ("row %s", function(n)
          assert.is_number(n)
        end)
      end)
    end)

    it("three", function() end)
    """

  private func names(_ run: CommandRun) -> [String] {
    run.lines.compactMap { $0.firstMatch(of: /ok \d+ - (.*)/).map { String($0.1) } }
  }

  private static let inner = ["d e two", "d e row 1", "d e row 2"]

  @Test(
    arguments: [
      ([6], ["d one"]), ([7], ["d one"]), ([8], ["d one"]), ([11], ["d e two"]),
      ([13], ["d e row 1", "d e row 2"]), ([10], inner), ([15], inner), ([1], ["d one"] + inner),
      ([3], ["d one"] + inner), ([18], ["three"]), ([17], ["d one"] + inner + ["three"]),
      ([7, 11], ["d one", "d e two"]), ([99], []),
    ]
  )
  func `a line selects its test, or the block around it`(
    lines: [Int],
    names: [String]
  ) async throws {
    let places = lines.map { "spec/a_spec.lua:\($0)" }
    let run = try await CommandRun.test(
      ["-o", "tap"] + places,
      ["spec/a_spec.lua": Self.nested, "spec/b_spec.lua": "it('other', function() end)"]
    )
    #expect(self.names(run) == names, "\(run.output)\(run.errors)")
    #expect(run.status == (names.isEmpty ? 1 : 0))
  }

  @Test(
    arguments: [
      (["spec/a_spec.lua:18", "spec/b_spec.lua"], ["three", "other", "more"]),
      (["spec/a_spec.lua:18,spec/b_spec.lua:1"], ["three", "other"]),
      (["./spec/a_spec.lua:18:"], ["three"]),
      (["spec/b_spec.lua", "spec/b_spec.lua:1"], ["other", "more"]),
      (["--filter", "two", "spec/a_spec.lua:10"], ["d e two"]),
    ]
  )
  func `places can be combined`(arguments: [String], names: [String]) async throws {
    let files = [
      "spec/a_spec.lua": Self.nested,
      "spec/b_spec.lua": "it('other', function() end)\nit('more', function() end)",
    ]
    let run = try await CommandRun.test(["-o", "tap"] + arguments, files)
    #expect(self.names(run) == names, "\(run.output)\(run.errors)")
    let listed = try await CommandRun.test(["--list"] + arguments, files)
    #expect(listed.lines.count == names.count, "\(listed.output)")
  }

  @Test(
    arguments: [
      (["spec/a_spec.lua:2"], ["n1"]), (["spec/a_spec.lua:3"], ["n2"]),
      (["spec/a_spec.lua:5"], ["two s"]), (["spec/a_spec.lua:6"], ["mine"]),
      (["spec/a_spec.lua:7"], ["mine"]), (["spec/a_spec.lua:7", "--filter", "n1"], []),
      (["spec/a_spec.lua:7", "--filter-out", "mine"], []),
    ]
  )
  func `a body that is written elsewhere does not widen a place, and a filter narrows it`(
    arguments: [String],
    names: [String]
  ) async throws {
    let files = [
      "spec/a_spec.lua": """
      local function named() end
      it('n1', named)
      it('n2', named)
      local shared = require 'spec.shared'
      describe('two', function() shared() end)
      it('mine', function()
        assert.is_true(true)
      end)
      """,
      "spec/shared.lua": "return function()\n\n\n\n\nit('s', function() end)\nend",
    ]
    let run = try await CommandRun.test(["--unsafe", "-o", "tap"] + arguments, files)
    #expect(self.names(run) == names, "\(run.output)\(run.errors)")
  }

  @Test(
    arguments: [
      (7, ["# SKIP full p"]), (8, ["# SKIP full p"]), (11, ["# SKIP full s"]),
      (4, ["full a", "# SKIP full p", "# SKIP full s"]), (16, []), (17, []), (18, ["last"]),
    ]
  )
  func `a line in a pending test or in an empty block selects no other test`(
    line: Int,
    names: [String]
  ) async throws {
    let spec = """
      describe('full', function()
        it('a', function()
        end)

        -- The pending tests have bodies.
        pending('p', function()
          error('never')
        end)
        it.skip('s',
          function()
            error('never')
          end)
      end)

      describe('empty', function()

      end)
      it('last', function() end)
      """
    let run = try await CommandRun.test(
      ["-o", "tap", "spec/a_spec.lua:\(line)"],
      ["spec/a_spec.lua": spec]
    )
    #expect(self.names(run) == names, "\(run.output)\(run.errors)")
    #expect(run.status == (names.isEmpty ? 1 : 0))
  }

  @Test(arguments: ["it('a', function() end)\n\n", "\n\nit('a', function() end)"])
  func `a line after the end of the file is an error`(spec: String) async throws {
    let ended = spec.hasSuffix("\n") ? 2 : 3
    let run = try await CommandRun.test(
      ["spec/a_spec.lua:\(ended + 1)"],
      ["spec/a_spec.lua": spec]
    )
    #expect(run.status == 1)
    #expect(
      run.errors
        == "moonroute: spec/a_spec.lua:\(ended + 1): the file has only \(ended) lines.\n"
    )
    let last = try await CommandRun.test(["spec/a_spec.lua:\(ended)"], ["spec/a_spec.lua": spec])
    #expect(last.status == 0, "\(last.errors)")
  }

  @Test func `every place in a report selects the failure again`() async throws {
    let files = [
      "spec/a_spec.lua": """
      describe('b', function()
        before_each(function() error('x') end)
        it('works', function() end)
      end)
      it('fails', function()
        assert.is_true(false)
      end)
      """
    ]
    let whole = try await CommandRun.test(["-o", "json"], files)
    let places = Set(whole.output.matches(of: /spec\/a_spec\.lua:\d+/).map { String($0.output) })
    #expect(places == ["spec/a_spec.lua:2", "spec/a_spec.lua:6"])
    for place in places {
      let run = try await CommandRun.test(["-o", "tap", place], files)
      #expect(run.status == 1 && run.lines.last == "1..1", "\(run.output)")
    }
    let broken = try await CommandRun.test(["spec/c_spec.lua:2"], ["spec/c_spec.lua": "it(\n\n"])
    #expect(broken.status == 1 && broken.output.contains("1 error"), "\(broken.output)")
  }

  @Test(arguments: ["spec:1", "spec/none_spec.lua:1", "spec/a_spec.lua:x", "spec/a_spec.lua:0"])
  func `a path with a colon that is no place is not found`(path: String) async throws {
    let run = try await CommandRun.test([path], ["spec/a_spec.lua": Self.nested])
    #expect(run.status == 1)
    #expect(run.errors.contains("There is no file or folder '\(path)'."), "\(run.errors)")
  }
}
#endif
