import TestSupport
import Testing

@testable import RoutePatterns

@Suite struct RouteTablePropertyTests {
  /// The number for each seed.
  static let pairCount = TestScale.tablePairs
  static let seeds: [UInt64] = (0..<TestScale.tableSeeds).map { $0 + 1 } + [TestScale.seed]
  static let locationsEach = 40

  @Test(arguments: seeds)
  func `a table agrees with trying every pattern`(seed: UInt64) throws {
    var generator = PatternGenerator(seed: seed)
    var hits = 0
    var several = 0
    var forms: [String: Int] = [:]
    for number in 0..<Self.pairCount / Self.locationsEach {
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
      #expect(table.brokenInvariants().isEmpty, "seed \(seed), table \(number)")
      for _ in 0..<Self.locationsEach {
        let text = generator.location(for: naive)
        let location = try Location(parsing: text)
        let expected = naive.matches(location).map(Self.comparable)
        let found = table.matches(location).map { Self.comparable($0) }
        guard expected == found, table.match(location).map(Self.comparable) == expected.first else {
          Issue.record(
            """
            seed \(seed), table \(number): \(text.debugDescription) \(location.segments) in
            \(naive.entries.enumerated().map { "\($0) \($1.priority) \($1.isCaseSensitive) \($1.template)" }
              .joined(separator: "\n"))
            order \(naive.order), fallback \(naive.fallback)
            expected \(expected)
            found    \(found), first \(String(describing: table.match(location).map(Self.comparable)))
            """
          )
          return
        }
        hits += expected.isEmpty ? 0 : 1
        several += expected.count > 1 ? 1 : 0
        for form in Set(expected.flatMap { naive.entries[$0.entry].forms }) {
          forms[form, default: 0] += 1
        }
      }
    }
    #expect(hits * 2 >= Self.pairCount, "seed \(seed)")
    // A small number of tables varies more in its content.
    let (severalShare, formShare) = TestScale.isSoak ? (5, 100) : (10, 200)
    #expect(several * severalShare >= Self.pairCount, "seed \(seed)")
    for form in NaiveTable.Entry.allForms {
      #expect(forms[form, default: 0] * formShare >= Self.pairCount, "seed \(seed), form \(form)")
    }
  }

  @Test(arguments: seeds)
  func `a table of few words agrees with trying every pattern`(seed: UInt64) throws {
    var generator = PatternGenerator(seed: seed)
    var fastWithChoices = 0
    let tableCount = Self.pairCount / Self.locationsEach
    for number in 0..<tableCount {
      let naive = generator.denseTable()
      let templates = naive.entries.map(\.template)
      let table = RouteTable(
        try naive.entries.map {
          RouteTable.Entry(pattern: try RoutePattern($0.template), priority: $0.priority)
        }
      )
      let hasChoices = templates.contains { $0.contains("(") || $0.contains("**/") }
      if table.routes.onlyRoot >= 0, hasChoices { fastWithChoices += 1 }
      for _ in 0..<Self.locationsEach {
        let location = try Location(parsing: generator.densePath())
        let expected = naive.matches(location).map(Self.comparable)
        let found = table.matches(location).map { Self.comparable($0) }
        guard expected == found, table.match(location).map(Self.comparable) == expected.first else {
          Issue.record(
            """
            seed \(seed), table \(number): \(location) in \(templates), priorities \
            \(naive.entries.map(\.priority)): expected \(expected), found \(found), first \
            \(String(describing: table.match(location).map(Self.comparable)))
            """
          )
          return
        }
      }
    }
    // Otherwise the test would hardly reach the fast search.
    #expect(fastWithChoices * 10 >= tableCount, "seed \(seed): \(fastWithChoices)")
  }

  /// The same match with UUIDs in lower case, as in a real match.
  private static func comparable(_ match: NaiveTable.Match) -> NaiveTable.Match {
    let values = match.values.mapValues { value in
      guard case .text(let text) = value else { return value }
      return NaivePattern.Value.text(small(text))
    }
    return NaiveTable.Match(entry: match.entry, values: values)
  }

  private static func small(_ text: String) -> String {
    text.utf8.count == 36 && text.split(separator: "-").count == 5 ? text.lowercased() : text
  }

  private static func comparable(_ match: RouteMatch) -> NaiveTable.Match {
    let values = match.pairs.map { name, value in
      switch value {
      case .list(let list): (name, NaivePattern.Value.list(list))
      default: (name, NaivePattern.Value.text(small(match[text: name] ?? "?")))
      }
    }
    return NaiveTable.Match(entry: match.entry, values: Dictionary(values) { first, _ in first })
  }
}
