#if Command
import Foundation
import Testing

/// Options that people know from other runners: focused tests, retries, a share of covered lines,
/// and runs from a subfolder.
struct TestRequestTests {
  private func names(_ run: CommandRun) -> [String] {
    run.lines.compactMap { $0.firstMatch(of: /ok \d+ - (.*)/).map { String($0.1) } }
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

  @Test(
    arguments: [
      (["--filter", "near"], ["near \\#only-this"], 0),
      (["spec/a_spec.lua:3"], ["near \\#only-this"], 0),
      (["--filter", "in"], ["c", "c in"], 1), (["spec/a_spec.lua:1"], ["c", "c in"], 1),
      (["--name", "y"], ["y"], 1),
    ] as [([String], [String], Int32)]
  )
  func `a focused block counts in CI only if one of its tests is selected`(
    arguments: [String],
    names: [String],
    status: Int32
  ) async throws {
    let run = try await CommandRun.test(
      ["-o", "tap"] + arguments,
      ["spec/a_spec.lua": Self.focused],
      environment: ["CI": "1"]
    )
    #expect(self.names(run) == names, "\(run.output)")
    #expect(run.status == status)
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

  @Test func `a handler gets the word of a failed hook, block or file`() async throws {
    let files = [
      "spec/a_spec.lua": """
      describe('d', function()
        before_each(function() error('x') end)
        after_each(function() error('x') end)
        setup(function() end)
        lazy_teardown(function() error('x') end)
        teardown(function() error('x') end)
        it('works', function() end)
        insulate('i', function() error('x') end)
      end)
      """,
      "spec/b_spec.lua": "it('a', function() error('x') end) error('x')",
      "words.lua": """
      return function()
        require('busted').subscribe({ 'error' }, function(element)
          print(element.descriptor, element.name)
          return nil, true
        end)
        return {}
      end
      """,
    ]
    let run = try await CommandRun.test(["-o", "words.lua"], files)
    #expect(
      run.lines == [
        "before_each\td before_each", "after_each\td after_each", "insulate\td i",
        "lazy_teardown\td lazy_teardown", "strict_teardown\td teardown", "file\tspec/b_spec.lua",
      ]
    )
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

  @Test(
    arguments: ["--coverage-threshold", "--timeout", "--mutate-time"],
    ["0x10", "nan", "inf", "1p3"]
  )
  func `an option takes only decimal numbers`(option: String, number: String) async throws {
    let run = try await CommandRun.test(["\(option)=\(number)"], [:])
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix("Error: The value '\(number)' is invalid for '\(option)"),
      "\(run.errors)"
    )
    #expect(run.errors.contains("': Write a decimal number, such as 2.5.\n"), "\(run.errors)")
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
    let listed = try await CommandRun.moonroute(
      ["test", "--list", "--failed-first"],
      in: scratch.folder,
      environment: ["XDG_CACHE_HOME": scratch["cache"].path]
    )
    #expect(
      listed.lines == [
        "spec/b_spec.lua:4: d fails", "spec/b_spec.lua:3: d holds", "spec/b_spec.lua:1: b",
        "spec/a_spec.lua:1: a",
      ]
    )
  }

  @Test(arguments: [["--rerun", "failed"], ["--failed-first"], ["--exclude-names-file", "done"]])
  func `a test with a very long name is found again`(arguments: [String]) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write([
      "spec/a_spec.lua": """
      it('first', function() end)
      describe(('é'):rep(1024), function()
        describe(('o'):rep(2100), function()
          it('passes', function() end)
          it('fails', function() error('x') end)
        end)
      end)
      """
    ])
    let environment = ["XDG_CACHE_HOME": scratch["cache"].path]
    _ = try await CommandRun.moonroute(
      ["test", "--log-success", "done"],
      in: scratch.folder,
      environment: environment
    )
    let run = try await CommandRun.moonroute(
      ["test", "-o", "tap"] + arguments,
      in: scratch.folder,
      environment: environment
    )
    let signs = run.lines.compactMap { $0.hasPrefix("#") ? nil : $0.prefix { $0 != " " } }
    switch arguments[0] {
    case "--failed-first": #expect(run.lines[0].hasPrefix("not ok 1 - é"), "\(signs)")
    default: #expect(run.lines.last == "1..1", "\(signs)")
    }
  }
}
#endif
