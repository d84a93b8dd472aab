#if Command
import Foundation
import Testing

/// Options that people know from other runners: a test by its line, focused tests, retries, a share
/// of covered lines, and runs from a subfolder.
struct TestRequestTests {
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

  // MARK: Lines

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

  // MARK: Focused tests

  private static let focused = """
    describe.only("c", function() it("in", function() end) end)
    it("out #only", function() end)
    it("near #only-this", function() end)
    it.only("y", function() end)
    """

  @Test func `a focused test is an error in CI, and the others run`() async throws {
    let files = ["spec/a_spec.lua": Self.focused]
    let refused = try await CommandRun.test(["-o", "tap"], files, environment: ["CI": "1"])
    #expect(refused.status == 1)
    #expect(
      refused.lines.filter { !$0.hasPrefix("#") } == [
        "not ok 1 - c", "ok 2 - c in", "not ok 3 - out \\#only", "ok 4 - near \\#only-this",
        "not ok 5 - y", "1..5",
      ]
    )
    #expect(refused.output.contains("remove '#only'") && refused.output.contains("--allow-only"))
    for (arguments, environment) in [(["--allow-only"], ["CI": "1"]), ([], [:])] {
      let run = try await CommandRun.test(
        ["-o", "tap"] + arguments,
        files,
        environment: environment
      )
      #expect(run.status == 0)
      #expect(names(run) == ["c in", "y"])
    }
    let tagged = try await CommandRun.test(
      ["-o", "tap", "-t", "only"],
      files,
      environment: ["CI": "1"]
    )
    #expect(names(tagged) == ["out \\#only"])
    #expect(tagged.status == 0, "\(tagged.output)")
  }

  // MARK: Retries

  private static let flaky = "local n = 0 it('flaky', function() n = n + 1 assert.equal(2, n) end)"

  @Test func `a flaky test is counted, explained, and fails on request`() async throws {
    let files = ["spec/a_spec.lua": Self.flaky]
    let run = try await CommandRun.test(["-o", "plain", "--retries", "2"], files)
    #expect(run.status == 0)
    #expect(run.output.contains("0 pending / 1 flaky : "), "\(run.output)")
    #expect(
      run.output.contains("  Try 1 failed:\n    The values are not equal.\n    Expected: 2\n")
    )
    let strict = try await CommandRun.test(
      ["-o", "plain", "--retries", "2", "--fail-on-flaky"],
      files
    )
    #expect(strict.status == 1)
    #expect(strict.errors == "moonroute: --fail-on-flaky: 1 test passed only on a retry\n")
    let steady = ["spec/a_spec.lua": "it('a', function() end)"]
    #expect(try await CommandRun.test(["--retries", "2", "--fail-on-flaky"], steady).status == 0)
    let junit = try await CommandRun.test(["-o", "junit", "--retries", "2"], files)
    #expect(junit.output.contains("<flakyFailure message=\"The values are not equal.\""))
    #expect(junit.output.contains("<testcase name=\"flaky\" classname=\"spec.a_spec\""))
    #expect(junit.output.contains(" file=\"spec/a_spec.lua\" line=\"1\""))
    let json = try await CommandRun.test(["-o", "json", "--retries", "2"], files)
    #expect(json.lines.first?.contains("\"tries\":2") == true)
    #expect(json.lines.last?.contains("\"flaky\":1") == true)
    let gtest = try await CommandRun.test(["-o", "gtest", "--retries", "2"], files)
    #expect(gtest.output.hasSuffix(" 1 FLAKY TEST\n"))
    let never = ["spec/a_spec.lua": "it('a', function() assert.equal(1, 2) end)"]
    let failed = try await CommandRun.test(["-o", "junit", "--retries", "2"], never)
    #expect(failed.output.components(separatedBy: "<rerunFailure ").count == 3)
    #expect(failed.output.contains("It failed in all 3 tries."))
  }

  // MARK: Hooks, values, tracebacks

  @Test func `a failed hook names the test that it ran for`() async throws {
    let spec = """
      describe('d', function()
        before_each(function() error('no') end)
        it('works', function() end)
      end)
      describe('e', function()
        after_each(function() error('no') end)
        it('ends', function() end)
      end)
      """
    let run = try await CommandRun.test(["-o", "plain"], ["spec/a_spec.lua": spec])
    #expect(run.output.contains("d before_each\n  no\n"), "\(run.output)")
    #expect(run.output.contains("\n  for the test 'd works' at spec/a_spec.lua:3\n"))
    #expect(run.output.contains("\n  for the test 'e ends' at spec/a_spec.lua:7\n"))
    let json = try await CommandRun.test(["-o", "json"], ["spec/a_spec.lua": spec])
    #expect(json.lines.first?.contains("\"test\":\"d works\"") == true)
  }

  @Test func `expected and actual values reach handlers and JSON`() async throws {
    let files = [
      "spec/a_spec.lua": """
      it('text', function() assert.equal('one', 'two') end)
      it('table', function() assert.same({ a = 1 }, { a = 2 }) end)
      it('type', function() assert.is_string(nil) end)
      it('calls', function() local s = spy.new(print) s(1) assert.spy(s).was.called_with(2) end)
      it('not', function() assert.are_not.equal(1, 1) end)
      it('error', function() error('x') end)
      """,
      "values.lua": """
      return function()
        local busted = require 'busted'
        busted.subscribe({ 'failure', 'it' }, function(element, _, _, trace)
          print(element.name, trace.expected, trace.actual, element.tries)
          return nil, true
        end)
        return {}
      end
      """,
    ]
    let run = try await CommandRun.test(["-o", "values.lua"], files)
    #expect(
      run.output == """
        text\tone\ttwo\t1
        table\t{ a = 1 }\t{ a = 2 }\t1
        type\ta string\tnil\t1
        calls\t(2)\t(1)\t1
        not\tnil\t1\t1

        """
    )
    let json = try await CommandRun.test(["-o", "json"], files)
    #expect(json.lines.first?.contains("\"expected\":\"one\",\"actual\":\"two\"") == true)
    #expect(json.lines.dropLast().last?.contains("\"expected\":null,\"actual\":null") == true)
  }

  @Test func `a traceback has no frames of the test library`() async throws {
    let spec = """
      local function text(...) return (debug.traceback(...)) end
      it('a', function()
        assert.matches('^x\\nstack traceback:\\n\\tspec/a_spec.lua:1: in ', text('x'))
        assert.matches('a_spec.lua:4: in function', text(nil, 2), 1, true)
        local _, trace = xpcall(function() error('e') end, debug.traceback)
        assert.matches('a_spec.lua:5: e', trace, 1, true)
        assert.is_nil((trace .. text()):find('moonroute/testing', 1, true))
        assert.matches("in function <spec/a_spec.lua:2>$", trace)
        assert.matches('^stack traceback:', debug.traceback(coroutine.create(function() end)))
        local t = {}
        assert.equal(t, debug.traceback(t))
      end)
      """
    let run = try await CommandRun.test(["--unsafe", "-o", "plain"], ["spec/a_spec.lua": spec])
    #expect(run.status == 0, "\(run.output)")
  }

  // MARK: Coverage, subfolders, order

  @Test(arguments: ["100", "60.5", "60", "0"])
  func `too few covered lines fail a run`(threshold: String) async throws {
    let files = [
      "main.lua":
        "local x = 1\nfunction never()\n  return x\nend\nfunction more()\n  return x\nend\n",
      "spec/a_spec.lua": "it('a', function() end)",
    ]
    let run = try await CommandRun.test(["--coverage-threshold", threshold, "-o", "tap"], files)
    #expect(run.errors.contains("  lines      "), "\(run.errors)")
    let share = try #require(run.errors.firstMatch(of: /lines      (\d+) of (\d+)/))
    let (reached, all) = (try #require(Double(share.1)), try #require(Double(share.2)))
    let isEnough = reached * 100 >= (Double(threshold) ?? 0) * all
    #expect(run.status == (isEnough ? 0 : 1))
    #expect(run.errors.contains("less than \(threshold) %") == !isEnough, "\(run.errors)")
  }

  @Test func `a share of no lines is not enough`() async throws {
    let run = try await CommandRun.test(
      ["--coverage-threshold=1", "--no-app"],
      ["spec/a_spec.lua": "it('a', function() end)"]
    )
    #expect(run.status == 1)
    #expect(run.errors.hasSuffix("--coverage-threshold: no line of a script was counted\n"))
    let wrong = try await CommandRun.test(["--coverage-threshold=101"], [:])
    #expect(wrong.status == 2)
  }

  @Test func `a run in a subfolder goes up to the application`() async throws {
    let files = [
      "main.lua": "router.route { path = '/', view = 'Home' }",
      "spec/a_spec.lua": "it('a', function() end)", "routes/more/x.lua": "",
      "own/main.lua": "", "plain/x.lua": "",
    ]
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write(files, in: "app")
    for (folder, up) in [("spec", ".."), ("routes/more", "../..")] {
      let run = try await CommandRun.moonroute(["test", "-o", "tap"], in: scratch["app/" + folder])
      #expect(run.status == 0)
      #expect(run.output == "ok 1 - a\n1..1\n")
      #expect(run.errors == "moonroute: running the specs in '\(up)'\n")
    }
    // A folder with its own application, and one that the arguments name, stay.
    let own = try await CommandRun.moonroute(["test"], in: scratch["app/own"])
    #expect(own.status == 1 && own.errors.contains("There is no file or folder 'spec'."))
    let place = try await CommandRun.moonroute(
      ["test", "-o", "tap", "spec/a_spec.lua:1"],
      in: scratch["app/routes/more"]
    )
    #expect(place.output == "ok 1 - a\n1..1\n", "\(place.errors)")
    let named = try await CommandRun.moonroute(
      ["test", "-o", "tap", "a_spec.lua"],
      in: scratch["app/spec"]
    )
    #expect(named.status == 0 && named.errors.isEmpty)
  }

  @Test func `tests that failed last time run first`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(at: scratch["spec"], withIntermediateDirectories: true)
    let specs = [
      "a": "it('a', function() end)",
      "b": """
      it('b', function() end)
      describe('d', function()
        it('holds', function() end)
        it('fails', function() error('x') end)
      end)
      """,
    ]
    for (name, text) in specs {
      try Data(text.utf8).write(to: scratch["spec/\(name)_spec.lua"])
    }
    var runs: [[String]] = []
    for _ in 1...2 {
      let run = try await CommandRun.moonroute(
        ["test", "-o", "tap", "--failed-first"],
        in: scratch.folder,
        environment: ["XDG_CACHE_HOME": scratch["cache"].path]
      )
      runs.append(names(run))
    }
    #expect(runs[0] == ["a", "b", "d holds", "d fails"])
    #expect(runs[1] == ["d fails", "d holds", "b", "a"])
  }
}
#endif
