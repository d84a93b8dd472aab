import TestSupport
import Testing

@testable import RoutePatterns

@Suite struct RouteConflictTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let patterns: [String]
    /// The unreachable entry, and the entries that win its locations.
    let conflicts: [Int: [Int]]

    init(_ patterns: [String], _ conflicts: [Int: [Int]]) {
      self.patterns = patterns
      self.conflicts = conflicts
    }

    var testDescription: String { "\(patterns)" }
  }

  private func conflicts(
    _ patterns: [String],
    order: RouteTable.Order = .rank
  ) throws -> [Int: [Int]] {
    let entries = try patterns.map { RouteTable.Entry(pattern: try RoutePattern($0)) }
    let found = RouteTable(entries, order: order).conflicts()
    return Dictionary(uniqueKeysWithValues: found.map { ($0.entry, $0.rivals) })
  }

  @Test(arguments: [
    Case(["/a", "/b"], [:]),
    Case(["/a", "/a"], [1: [0]]),
    Case(["/user/:id", "/user/:uid"], [1: [0]]),
    Case(["/user/:id<int>", "/user/:id<hex>"], [:]),
    Case(["/:d<hex>", #"/:i(\d+)"#], [1: [0]]),
    Case([#"/:i(\d+)"#, "/:n<int>"], [:]),
    Case(["/:n<number>", "/:i<int>"], [1: [0]]),
    Case(["/:l<a|b|c>", "/:m<c|a>"], [1: [0]]),
    Case(["/@:x", "/@:y"], [1: [0]]),
    Case(["/:x.png", "/:x.thumb.png"], [:]),
    Case(["/pre:w", "/pre:w.suf", "/prefix:w"], [:]),
    Case(["/v:n", "/v:n<int>"], [:]),
    Case(["/:x-:y", "/:x-en"], [:]),
    Case(["/:file.json", "/index-:n.json"], [:]),
    Case(["/v:n<number>", "/v:n<int>"], [1: [0]]),
    Case(["/v:n<int>", "/v:n<number>"], [:]),
    Case(["/ab:x", "/a:x<bc|bd>"], [1: [0]]),
    Case(["/ab:x", "/a:x<bc|cd>"], [:]),
    Case(["/v:x", #"/:x(v\d)"#], [1: [0]]),
    Case(["/v:x", #"/:x(v\d*)"#], [:]),
    Case(["/:x(.+)-a", "/:x-a"], [:]),
    Case(["/:a-:b", "/:a<int>-:b<int>", "/:a<hex>-:b<int>"], [:]),
    Case(["/:a<hex>-:b<number>", "/:a<int>-:b<int>", "/7-:b<int>"], [:]),
    Case(["/:a<hex>-:b<number>", #"/:a(\d)-:b<int>"#], [1: [0]]),
    Case(["/\u{E9}:x", "/e\u{301}:y"], [1: [0]]),
    Case(["/**x", "/**y"], [1: [0]]),
    Case(["/a/**", "/a/**/**"], [1: [0]]),
    Case(["/a(/b)", "/a", "/a/b"], [1: [0], 2: [0]]),
    Case(["/a/b", "/a(/b)"], [:]),
    Case(["/a/*", "/a/**"], [1: [0]]),
    Case(["/:x", "/*/", "/**"], [2: [1]]),
    Case(["/:x/b", "/**/b"], [:]),
    Case(["/*/:y", "/:x/:y"], [0: [1]]),
    Case(["https://a.com/x", "https://*.com/x", "/x"], [:]),
    Case(["https://*.com/x", "https://:t.com/x"], [1: [0]]),
    Case(["shop://a", "/a"], [:]),
  ])
  func `a route that others always override is found`(_ case: Case) throws {
    #expect(try conflicts(`case`.patterns) == `case`.conflicts)
  }

  @Test func `if registration order decides, the first route can hide more`() throws {
    #expect(try conflicts(["/user/:id", "/user/settings"], order: .first) == [1: [0]])
    #expect(try conflicts(["/user/:id", "/user/settings"], order: .last) == [:])
    #expect(try conflicts(["/a", "/a/b", "/a(/b)"], order: .first) == [2: [0, 1]])
    #expect(try conflicts(["/**", "/a/:i<int>/b(/c)"], order: .first) == [1: [0]])
    #expect(try conflicts(["/:i<int>", "/7", "/x"], order: .first) == [1: [0]])
    #expect(
      try conflicts(["/:x.png", "/:x.thumb.png", "/a:x.png"], order: .first) == [1: [0], 2: [0]]
    )
    #expect(try conflicts([#"/:x(v.+)"#, "/v:n<int>", "/v:n"], order: .first) == [1: [0]])
  }

  @Test func `the comparison of segment texts has a limit, beyond which it reports nothing`() throws
  {
    func texts(_ pattern: String) throws -> SegmentTexts {
      try #require(SegmentTexts(try RoutePattern(pattern).shape.tests[0], isFolded: false))
    }
    let (numbers, integers) = (try texts("/v:n<number>"), try texts("/v:n<int>"))
    var budget = 1_000_000
    #expect(numbers.cover(integers, within: &budget))
    #expect(!integers.cover(numbers, within: &budget))
    let taken = 1_000_000 - budget
    #expect(taken > 1_000 && taken < 200_000)
    budget = 1_000
    #expect(!numbers.cover(integers, within: &budget))
    #expect(budget == 0)
  }

  @Test func `a route that can decline hides nothing`() throws {
    let entries = try ["/a", "/:x", "/a"]
      .map {
        RouteTable.Entry(pattern: try RoutePattern($0))
      }
    let table = RouteTable(entries)
    #expect(table.conflicts { $0 != 0 }.isEmpty)
    #expect(table.conflicts().map(\.kind) == [.samePattern])
  }

  @Test func `a priority can hide a more specific route`() throws {
    let table = RouteTable([
      .init(pattern: try RoutePattern("/a/b")),
      .init(pattern: try RoutePattern("/a/:x"), priority: 1),
    ])
    #expect(table.conflicts() == [RouteConflict(kind: .covered, entry: 0, rivals: [1])])
  }

  @Test func `a route for any case hides one for exact case, but not the reverse`() throws {
    func table(_ isCaseSensitive: [Bool]) throws -> RouteTable {
      RouteTable(
        try isCaseSensitive.map {
          .init(pattern: try RoutePattern("/User"), isCaseSensitive: $0)
        }
      )
    }
    #expect(try table([false, true]).conflicts().map(\.entry) == [1])
    #expect(try table([true, false]).conflicts().isEmpty)
  }

  @Test func `a pattern for several spellings is not hidden by one for a single spelling`() throws {
    let composed = "/\u{E9}"
    let table = RouteTable(
      [
        .init(pattern: try RoutePattern("/:x([^a-zA-Z/]+)"), priority: 1),
        .init(pattern: try RoutePattern(composed)),
      ]
    )
    #expect(table.match(try Location(parsing: composed))?.entry == 0)
    #expect(table.match(try Location(parsing: "/e\u{301}"))?.entry == 1)
    #expect(table.conflicts().isEmpty)
  }

  @Test(arguments: [UInt64(1), 11_138_021_193_786_886_394, TestScale.seed])
  func `a route reported as unreachable never wins`(seed: UInt64) throws {
    var generator = PatternGenerator(seed: seed)
    var count = 0
    for number in 0..<TestScale.conflictTables {
      let naive = generator.table()
      let table = RouteTable(
        try naive.entries.map { entry in
          RouteTable.Entry(
            pattern: try RoutePattern(entry.template),
            priority: entry.priority,
            isCaseSensitive: entry.isCaseSensitive
          )
        },
        order: naive.order,
        fallback: naive.fallback
      )
      let hidden = Set(table.conflicts().map(\.entry))
      count += hidden.count
      for _ in 0..<30 where !hidden.isEmpty {
        let text = generator.location(for: naive)
        let winner = table.match(try Location(parsing: text))?.entry
        #expect(
          !(winner.map(hidden.contains) ?? false),
          "seed \(seed), table \(number): \(text) in \(naive.entries.map(\.template))"
        )
      }
    }
    #expect(count * 20 > TestScale.conflictTables, "seed \(seed)")
  }
}
