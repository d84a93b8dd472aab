import Synchronization
import TestSupport
import Testing

@testable import ScriptTesting

@Suite struct ChoosingTests {
  static let spec = """
    describe("cart #shop", function()
      it("adds #quick", function() end)
      it("removes #bug", function() end)
    end)
    describe("login", function()
      it("asks #bugs", function() end)
    end)
    """

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]
    let configure: @Sendable (inout SpecSelection) -> Void
  }

  static let adds = "success cart #shop adds #quick"
  static let removes = "success cart #shop removes #bug"
  static let asks = "success login asks #bugs"

  static let cases = [
    Case(testDescription: "a tag of a block is its tests'", lines: [adds, removes]) {
      $0.tags = ["shop"]
    },
    Case(testDescription: "a tag is a whole word", lines: [removes]) { $0.tags = ["bug"] },
    Case(
      testDescription: "a tag is a prefix, as in busted, with an option",
      lines: [removes, asks]
    ) {
      $0.tags = ["bug"]
      $0.matchesTagPrefixes = true
    },
    Case(testDescription: "an excluded tag leaves its block out", lines: [asks]) {
      $0.excludedTags = ["shop"]
    },
    Case(testDescription: "a filter is a pattern of the full name", lines: [removes, asks]) {
      $0.filters = ["#bugs?"]
    },
    Case(testDescription: "a filter can leave out", lines: [adds]) { $0.filtersOut = ["bug"] },
    Case(testDescription: "a name is the whole name", lines: [asks]) {
      $0.names = ["login asks #bugs"]
    },
    Case(testDescription: "names can be left out", lines: [adds, removes]) {
      $0.excludedNames = ["login asks #bugs"]
    },
    Case(testDescription: "nothing fits", lines: []) { $0.tags = ["typo"] },
  ]

  @Test(arguments: cases)
  func `tests are selected by tags and names`(row: Case) async throws {
    #expect(try await SpecRun.of(Self.spec) { row.configure(&$0.selection) }.lines == row.lines)
  }

  @Test func `only the tests marked with only run`() async throws {
    let run = try await SpecRun.of(
      """
      it("a", function() end)
      it.only("b", function() end)
      describe.only("c", function() it("d", function() end) end)
      """
    )
    #expect(run.lines == ["success b", "success c d"])
  }

  @Test func `the word only in a comment changes nothing`() async throws {
    let run = try await SpecRun.of("-- it.only\nit('a', function() end)")
    #expect(run.lines == ["success a"])
  }

  @Test func `a seed reproduces the same order`() async throws {
    let spec = "for i = 1, 20 do it('t' .. i, function() end) end"
    func order(_ seed: Int64) async throws -> [String] {
      try await SpecRun.of(spec) {
        $0.selection.order.shuffles = true
        $0.selection.order.seed = seed
      }
      .lines
    }
    let first = try await order(7)
    #expect(try await order(7) == first)
    #expect(try await order(8) != first)
    #expect(first.sorted() == (1...20).map { "success t\($0)" }.sorted())
  }

  @Test func `parallel files are reported in order`() async throws {
    let names = (1...6).map { "f\($0)_spec.lua" }
    let folder = try TextFolder(
      Dictionary(uniqueKeysWithValues: names.map { ($0, "it('\($0)', function() end)") })
    )
    let run = await SpecRun.of(names.map { folder($0) }) { $0.jobs = 3 }
    #expect(run.lines == names.map { "success \($0)" })
    #expect(run.summary.files == 6)
  }

  @Test func `events of the first unfinished file are reported live, later ones in order`() {
    let reported = Mutex<[String]>([])
    let queue = SpecQueue([1, 0, 2], failsFast: false) { event in
      if case .began(let file) = event { reported.withLock { $0.append(file) } }
    }
    #expect([queue.next(), queue.next(), queue.next(), queue.next()] == [1, 0, 2, nil])
    queue.add(.began("b"), of: 1)
    queue.finish(1)
    #expect(reported.withLock { $0 } == [])
    queue.add(.began("a"), of: 0)
    #expect(reported.withLock { $0 } == ["a"])
    queue.finish(0)
    #expect(reported.withLock { $0 } == ["a", "b"])
    queue.add(.began("c"), of: 2)
    #expect(reported.withLock { $0 } == ["a", "b", "c"])
  }

  @Test(arguments: [1, 3])
  func `a run that ends with the first failure reports no later file`(_ jobs: Int) async throws {
    let folder = try TextFolder([
      "a_spec.lua": "it('a', function() end)",
      "b_spec.lua": "it('b', function() error('x') end)",
      "c_spec.lua": "it('c', function() end)",
    ])
    let run = await SpecRun.of(["a", "b", "c"].map { folder("\($0)_spec.lua") }) {
      ($0.jobs, $0.failsFast) = (jobs, true)
    }
    #expect(run.lines == ["success a", "error b"])
    #expect(run.summary.files == 2)
  }

  @Test func `a chosen line counts more than a mark in the file`() async throws {
    let folder = try TextFolder([
      "a_spec.lua": "it('one', function() end)\nit.only('two', function() end)"
    ])
    let file = folder("a_spec.lua")
    let marked = await SpecRun.of([file]) { $0.selection.allowsOnly = true }
    #expect(marked.lines == ["success two"])
    let chosen = await SpecRun.of([file]) {
      ($0.selection.allowsOnly, $0.selection.linesByFile) = (true, [file: [1]])
    }
    #expect(chosen.lines == ["success one"])
  }

  @Test func `the first failure can end the run`() async throws {
    let run = try await SpecRun.of(
      "it('a', function() error('x') end) it('b', function() end)"
    ) { $0.failsFast = true }
    #expect(run.lines == ["error a"])
  }

  @Test func `a test that passes in a retry is flaky`() async throws {
    let run = try await SpecRun.of(
      """
      local n = 0
      it("a", function() n = n + 1 assert.are.equal(2, n) end)
      """
    ) { $0.selection.retries = 2 }
    #expect(run.lines == ["success a"])
    #expect(run.results.map(\.isFlaky) == [true])
    #expect(run.summary.flaky == 1)
  }

  static let patterns: [(pattern: String, text: String, problem: String?)] = [
    ("", "", nil), ("a[%w_]*", "ab", nil), ("^(a)%1$", "aa", nil), ("[]]", "]", nil),
    ("[^]]", "a", nil), ("%f[%w]%a+", "ab", nil), ("%b()", "(a)", nil), ("()a()", "a", nil),
    ("a%%", "a%", nil), ("a-b+c?", "bc", nil), ("[%]]", "]", nil),
    ("a[", "a", "malformed pattern (missing ']')"),
    ("[%", "a", "malformed pattern (missing ']')"),
    ("a%", "a", "malformed pattern (ends with '%')"),
    ("a(b", "ab", "unfinished capture"), ("a))", "a", nil),
    ("(a))", "a", "invalid pattern capture"),
    ("a%1", "a", "invalid capture index %1"), ("(a%1)", "a", "invalid capture index %1"),
    ("%bx", "x", "malformed pattern (missing arguments to '%b')"),
    ("a%fb", "a", "missing '[' after '%f' in pattern"),
    (String(repeating: "()", count: 33), "a", "too many captures"),
  ]

  @Test(arguments: patterns.indices)
  func `a pattern is invalid where Lua finds it invalid`(index: Int) async throws {
    let (pattern, text, problem) = Self.patterns[index]
    #expect(SpecPattern(pattern).problem == problem)
    let run = try await SpecRun.of(
      "it('finds', function() ('\(text)'):find([==[\(pattern)]==]) end)"
    )
    #expect(run.lines == [problem == nil ? "success finds" : "error finds"])
    if let problem { #expect(run.message?.contains(problem) == true, "\(run.message ?? "")") }
  }
}
