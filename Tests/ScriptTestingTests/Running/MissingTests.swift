import LuaRuntime
import ScriptHost
import ScriptTesting
import Synchronization
import TestSupport
import Testing

/// Each test of a file has a result, regardless of how the file ends.
@Suite struct MissingTests {
  /// A way in which a file can end.
  struct End: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let spec: String
    /// The status and the name of each result.
    let lines: [String]
    /// The end of the message of the last result.
    let reason: String
    var main = ""
    var configure: @Sendable (inout SpecRunner) -> Void = { _ in }
  }

  private static let fill = "local kept = {} for i = 1, 1e9 do kept[i] = { i } end"

  private static let memory =
    "the script needed more than 16 MiB of memory; keep less, or raise --memory"

  static let ends = [
    End(
      testDescription: "a test is killed",
      spec: "it('a', function() while true do end end) it('b', function() end)",
      lines: ["error a", "success b"],
      reason: "allow more (--timeout)"
    ),
    End(
      testDescription: "a hook before a test is killed",
      spec: """
        describe('d', function()
          before_each(function() while true do end end)
          it('a', function() end)
        end)
        """,
      lines: ["error d before_each"],
      reason: "allow more (--timeout)"
    ),
    End(
      testDescription: "a hook after a test is killed",
      spec: """
        describe('d', function()
          after_each(function() while true do end end)
          it('a', function() end)
          it('b', function() end)
        end)
        """,
      lines: ["success d a", "error d after_each", "success d b", "error d after_each"],
      reason: "allow more (--timeout)"
    ),
    End(
      testDescription: "a set-up is killed",
      spec: """
        describe('d', function()
          setup(function() while true do end end)
          it('a', function() end)
          describe('e', function() it('b', function() end) end)
        end)
        it('c', function() end)
        """,
      lines: ["error d setup", "success c", "error d a", "error d e b"],
      reason: "; do less at a time, or allow more (--timeout)"
    ),
    End(
      testDescription: "a lazy set-up is killed",
      spec: """
        describe('d', function()
          lazy_setup(function() while true do end end)
          it('a', function() end)
          it('b', function() end)
        end)
        """,
      lines: ["error d lazy_setup", "error d b"],
      reason: "; do less at a time, or allow more (--timeout)"
    ),
    End(
      testDescription: "a block is killed",
      spec: """
        describe('d', function()
          it('a', function() end)
          describe('e', function() end)
          while true do end
        end)
        it('c', function() end)
        """,
      lines: ["error d", "success c", "error d a", "error d e"],
      reason: "; do less at a time, or allow more (--timeout)"
    ),
    End(
      testDescription: "a block fills the memory for good",
      spec: """
        it('a', function() end)
        describe('e', function() it('b', function() end) end)
        local kept = {}
        for i = 1, 1e9 do kept[i] = { i } end
        """,
      lines: ["error spec/a_spec.lua", "error a", "error e"],
      reason: memory
    ),
    End(
      testDescription: "a test fills the memory for good",
      spec: """
        local kept = {}
        it('a', function() end)
        it('b', function() for i = 1, 1e9 do kept[i] = { i } end end)
        it('c', function() assert.equal(1, #kept) end)
        describe('d', function()
          it('e', function() end)
        end)
        """,
      lines: ["success a", "error b", "error c", "error d", "error d e"],
      reason: memory
    ),
    End(
      testDescription: "the memory of a file stays full",
      spec: """
        local kept = {}
        for i = 1, 1000 do it('a' .. i, function() for i = #kept, 1e9 do kept[i] = { i } end end) end
        describe('d', function() it('e', function() end) end)
        """,
      lines: (1...1000).map { "error a\($0)" } + ["error d e"],
      reason:
        "the tests of this file keep too much in memory; keep less, or raise --memory"
    ),
    End(
      testDescription: "a finally function is killed",
      spec:
        "it('a', function() finally(function() while true do end end) end) it('b', function() end)",
      lines: ["error a", "success b"],
      reason: "allow more (--timeout)"
    ),
    End(
      testDescription: "the tests of a file have had their time",
      spec: """
        it('a', function() local i = 0 while i < 1e4 do i = i + 1 end end)
        it('b', function() while true do end end)
        it('c', function() end)
        describe('d', function() it('e', function() end) end)
        """,
      lines: ["success a", "error b", "error c", "error d e"],
      reason: "the tests of this file used up their 0.05 seconds of processor time"
    ) {
      $0.tools.fileTimeLimit = .milliseconds(50)
    },
    End(
      testDescription: "a file does not parse",
      spec: "it('a', function() end) it('b'",
      lines: ["error spec/a_spec.lua"],
      reason: "')' expected near <eof>"
    ),
    End(
      testDescription: "a file raises something behind its first test",
      spec: "it('a', function() end) error('no', 0)",
      lines: ["error spec/a_spec.lua"],
      reason: "no"
    ),
    End(
      testDescription: "a set-up raises something",
      spec: """
        describe('d', function()
          setup(function() error('no', 0) end)
          it('a', function() end)
          describe('e', function() it('b', function() end) end)
        end)
        """,
      lines: ["error d setup"],
      reason: "no"
    ),
    End(
      testDescription: "an application does not load",
      spec: "it('a', function() end)",
      lines: ["error spec/a_spec.lua"],
      reason: "broken",
      main: "error('broken', 0)"
    ),
  ]

  @Test(arguments: ends)
  func `each test has a result, however its file ends`(end: End) async throws {
    let folder = try TextFolder(["main.lua": end.main, "spec/a_spec.lua": end.spec])
    let run = await SpecRun.of([folder("spec/a_spec.lua")]) { runner in
      runner.timeLimit = .milliseconds(100)
      runner.memoryBytes = 16 << 20
      end.configure(&runner)
    }
    let lines = run.lines.map { $0.replacing(folder("spec"), with: "spec") }
    #expect(lines == end.lines, "\(run.results.map(\.message))")
    let message = try #require(run.results.last { $0.message != nil }?.message)
    #expect(message.contains(end.reason), "\(message)")
    #expect(run.summary.testCount == end.lines.count)
  }

  @Test func `a broken state ends its file and those that share it, and each test is listed`()
    async throws
  {
    let folder = try TextFolder([
      "spec/a_spec.lua": """
      it('a', function() end)
      it('b', function() end)
      describe('c', function() it('d', function() end) end)
      """,
      "spec/b_spec.lua":
        "it('e', function() end) describe('f', function() it('g', function() end) end)",
      "spec/c_spec.lua": "it('h'",
    ])
    var runner = SpecRunner()
    runner.isolation = .shared
    let host = Mutex<ScriptHost?>(nil)
    runner.tools.whenMade = { made in host.withLock { $0 = made } }
    let results = Mutex<[SpecResult]>([])
    let files = ["a", "b", "c"].map { folder("spec/\($0)_spec.lua") }
    let summary = await runner.run(files) { event in
      guard case .ended(let result) = event else { return }
      results.withLock { $0.append(result) }
      guard result.name == "a", let host = host.withLock({ $0 }) else { return }
      // Between two tests, when no Lua code is running.
      host.router.assumeIsolated { application in
        try? SpecDriver(of: host, in: application)?.state.provokePanic()
      }
    }
    let all = results.withLock { $0 }
    let lines = all.map {
      "\($0.status.rawValue) \($0.name.replacing(folder("spec"), with: "spec"))"
    }
    #expect(
      lines == [
        "success a", "error b", "error c d", "error e", "error f g", "error spec/c_spec.lua",
      ]
    )
    #expect(summary.files == 3 && summary.testCount == 6)
    let broken = "an error got past every protection; this Lua state cannot be used again"
    #expect(all.dropFirst().first?.message == "This test has no result: \(broken)")
    #expect(
      all.last?.message == "it shares a Lua state with '\(files[0])', which ended early: \(broken)"
    )
  }

  @Test func `a failing helper prevents all files that share its state from running`()
    async throws
  {
    let folder = try TextFolder([
      "spec/help.lua": "error('no', 0)", "spec/a_spec.lua": "it('a', function() end)",
      "spec/b_spec.lua": "it('b', function() end)",
    ])
    let run = await SpecRun.of([folder("spec/a_spec.lua"), folder("spec/b_spec.lua")]) {
      $0.isolation = .shared
      $0.selection.preparation.helper = folder("spec/help.lua")
    }
    #expect(run.results.map(\.status) == [.errored, .errored])
    #expect(run.results[0].message == "no")
    #expect(
      run.results[1].message
        == "no test of this file ran: in '\(folder("spec/a_spec.lua"))' the helper failed"
    )
  }

  @Test func `a missing test has the name of its expected result`() async throws {
    func run(_ first: String) async throws -> [String] {
      try await SpecRun.of(
        """
        it("first", function() \(first) end)
        describe(("é"):rep(2000), function()
          describe(("ü"):rep(100), function() it("a", function() end) end)
          it(("ä"):rep(200), function() end)
        end)
        """
      ) { $0.tools.fileTimeLimit = .milliseconds(first.isEmpty ? 5_000 : 50) }
      .results.map(\.name)
    }
    let names = try await run("")
    let ends = names.dropFirst().map { String($0.suffix(23)) }
    #expect(ends == ["ü… (108 bytes left out)", "ä… (306 bytes left out)"])
    #expect(try await run("while true do end") == names)
  }

  @Test func `names beyond sixteen megabytes are not kept`() async throws {
    let run = try await SpecRun.of(
      """
      setup(function() while true do end end)
      for i = 1, 4200 do it(('x'):rep(4090) .. i, function() end) end
      """
    ) { $0.timeLimit = .seconds(1) }
    let names = run.results.filter(\.isTest).map(\.name)
    #expect(names.count == 4200)
    #expect(names.first == String(repeating: "x", count: 4090) + "1")
    #expect(names.last == "the test at line 2")
  }

  @Test func `a subscriber that never ends is an error of its test, which counts once`()
    async throws
  {
    let run = try await SpecRun.of(
      """
      require("busted").subscribe({ "test", "end" }, function() while true do end end)
      it("a", function() end)
      """
    ) { $0.timeLimit = .milliseconds(100) }
    #expect(run.lines == ["error a"])
  }

  /// A spec with a result text of any size.
  struct Large: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let spec: String
    let lines: [String]
    /// The shortened text, if any.
    var text: @Sendable (SpecResult) -> String? = { $0.message }
    var cut: String?
  }

  private static let long = "local long = ('x'):rep(5 << 20)\n"

  static let largeTexts = [
    Large(
      testDescription: "a name of 4 KiB is one",
      spec: "it(('x'):rep(4096), function() end)",
      lines: ["success " + String(repeating: "x", count: 4096)]
    ),
    Large(
      testDescription: "a longer name is an error of its test",
      spec: "it(('x'):rep(4097), function() end)",
      lines: ["error " + String(repeating: "x", count: 64) + "… (4033 bytes left out)"],
      cut: "the name of this 'it' has 4097 bytes; the limit is 4096. Shorten it."
    ),
    Large(
      testDescription: "a longer name is an error of its block",
      spec: "describe(long, function() it('a', function() end) end)",
      lines: ["error " + String(repeating: "x", count: 64) + "… (5242816 bytes left out)"],
      cut: "the name of this 'describe' has 5242880 bytes; the limit is 4096. Shorten it."
    ),
    Large(
      testDescription: "a longer tag is an error, and no character is split",
      spec: "pending('#' .. ('é'):rep(1 << 20))",
      lines: ["error #" + String(repeating: "é", count: 31) + "… (2097090 bytes left out)"],
      cut: "the name of this 'pending' has 2097153 bytes; the limit is 4096. Shorten it."
    ),
    Large(
      testDescription: "names inside each other are cut in the result",
      spec: """
        local function nest(n)
          if n == 0 then return it('a', function() end) end
          describe(('x'):rep(4095), function() nest(n - 1) end)
        end
        nest(100)
        """,
      lines: [
        "success " + String(repeating: "x", count: 4095) + " … (405505 bytes left out)"
      ]
    ),
    Large(
      testDescription: "an assertion that is named and not called",
      spec: "it('a', function() local _ = assert[long] end)",
      lines: ["success a"],
      text: \.diagnostics.warning,
      cut: "xx… (4718626 bytes left out)"
    ),
    Large(
      testDescription: "an error in finally behind a failure",
      spec: "it('a', function() finally(function() error(long) end) assert.equal(1, 2) end)",
      lines: ["failure a"],
      text: \.diagnostics.warning,
      cut: " bytes left out)"
    ),
    Large(
      testDescription: "an error",
      spec: "it('a', function() error(long, 0) end)",
      lines: ["error a"],
      cut: "xx… (4718592 bytes left out)"
    ),
    Large(
      testDescription: "a reason to wait",
      spec: "it('a', function() pending(long) end)",
      lines: ["pending a"],
      cut: "xx… (4718592 bytes left out)"
    ),
    Large(
      testDescription: "a text that a raised table has, behind every bound",
      spec: """
        it('a', function()
          error(setmetatable({}, { __tostring = function() while true do end end }))
        end)
        """,
      lines: ["error a"],
      cut: "allow more (--timeout)"
    ),
  ]

  @Test(arguments: largeTexts)
  func `a result of any size is transferred, and the next test runs`(row: Large) async throws {
    let run = try await SpecRun.of(Self.long + row.spec + "\nit('last', function() end)") {
      $0.timeLimit = .milliseconds(300)
    }
    #expect(run.lines == row.lines + ["success last"])
    guard let cut = row.cut, let result = run.results.first else { return }
    #expect(result.line == 2)
    let text = row.text(result) ?? ""
    #expect(text.hasSuffix(cut), "\(text.suffix(100))")
    #expect(text.utf8.count < 513 << 10)
  }
}
