import TestSupport
import Testing

@testable import RoutePatterns

@Suite struct RouteTablePropertyTests {
  /// For each seed.
  static let pairCount = TestScale.tablePairs
  static let seeds: [UInt64] = (1...TestScale.tableSeeds) + [TestScale.seed]
  static let locationsEach = 40

  @Test(arguments: seeds)
  func `a table agrees with trying every pattern`(seed: UInt64) throws {
    var generator = PatternGenerator(seed: seed)
    var hits = 0
    var several = 0
    var singleMatchCount = 0
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
        let expected = naive.matches(location)
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
        let singleMatch = Self.singleMatch(table, location)
        guard singleMatch.isTrue else {
          Issue.record("seed \(seed), table \(number): \(text.debugDescription) as the only route")
          return
        }
        singleMatchCount += singleMatch.isFound ? 1 : 0
        hits += expected.isEmpty ? 0 : 1
        several += expected.count > 1 ? 1 : 0
        for form in Set(expected.flatMap { naive.entries[$0.entry].forms }) {
          forms[form, default: 0] += 1
        }
      }
    }
    #expect(hits * 2 >= Self.pairCount, "seed \(seed)")
    #expect(several * 5 >= Self.pairCount, "seed \(seed)")
    #expect(singleMatchCount * 40 >= Self.pairCount, "seed \(seed), \(singleMatchCount)")
    for form in NaiveTable.Entry.allForms {
      #expect(forms[form, default: 0] * 200 >= Self.pairCount, "seed \(seed), form \(form)")
    }
  }

  /// What the look-up for a single route says: whether it found one, and whether it may say so.
  private static func singleMatch(
    _ table: RouteTable,
    _ location: Location
  ) -> (isFound: Bool, isTrue: Bool) {
    let matches = Array(table.matches(location))
    let capacity = SingleMatchLookup.captureCount
    return withUnsafeTemporaryAllocation(of: RouteCapture.self, capacity: capacity) { captures in
      captures.initialize(repeating: .absent)
      var singleMatch = RouteTable.SingleMatch.none
      location.withUnsafePath { path, separator in
        singleMatch = table.singleMatchLookup.singleMatch(path, separator, captures: captures)
      }
      switch singleMatch {
      case .none: return (false, matches.isEmpty)
      case .several: return (false, true)
      case .entry(let entry):
        guard matches.count == 1, matches[0].entry == entry else { return (true, false) }
        let isSame = matches[0]
          .withUnsafeCaptures { _, _, expected in
            expected.elementsEqual(captures.prefix(expected.count))
          }
        return (true, isSame)
      }
    }
  }

  private static func comparable(_ match: RouteMatch) -> NaiveTable.Match {
    let values = match.params.map { name, value in
      switch value {
      case .list(let list): (name, NaivePattern.Value.list(list))
      default: (name, NaivePattern.Value.text(match[text: name] ?? "?"))
      }
    }
    return NaiveTable.Match(entry: match.entry, values: Dictionary(values) { first, _ in first })
  }
}
