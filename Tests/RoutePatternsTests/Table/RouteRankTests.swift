import RoutePatterns
import Testing

/// The same comparison decides within one table and between tables.
@Suite struct RouteRankTests {
  /// Routes that all match some location, the most exact first; routes in one row are equally
  /// exact.
  static let rows: [[String]] = [
    ["/a/a", "/a/b"], ["/a/:x.thumb.png"], ["/a/:x.png", "/a/pref:x"],
    ["/a/@a:x<int>"], ["/a/@:x-", "/a/a\u{E9}:x", "/a/ae\u{301}:x"], ["/a/v:n<int>"], ["/a/v:n"],
    ["/a/:n<int>", "/a/:n(\\d)"], ["/a/:p"], ["/a"],
    ["/a/*/b"], ["/a/*", "/a/**"],
  ]

  private func entries(_ tail: String = "") throws -> [[RouteTable.Entry]] {
    try Self.rows.map { row in
      try row.map { RouteTable.Entry(pattern: try RoutePattern(tail + $0)) }
    }
  }

  @Test(arguments: ["", String(repeating: "/s", count: 30)])
  func `the more specific route wins, at any segment`(head: String) throws {
    let rows = try entries(head)
    for (own, row) in rows.enumerated() {
      for (other, rival) in rows.enumerated() {
        for entry in row {
          for another in rival {
            #expect(
              entry.outranks(another) == (own < other),
              "\(entry.pattern), \(another.pattern)"
            )
          }
        }
      }
    }
  }

  @Test func `the first different segment decides, including text around a parameter`() throws {
    let table = RouteTable(
      try ["/v:a/long-:b", "/vv:a/:b", "/v:a/x", "/vv:a/:b<int>", "/v:a<int>/:b"]
        .map { .init(pattern: try RoutePattern($0)) }
    )
    #expect(table.winningOrder == [3, 1, 4, 2, 0])
  }

  @Test func `comparing two routes gives the order of their table`() throws {
    var entries = try entries().flatMap(\.self)
    entries.append(.init(pattern: try RoutePattern("/a/:p"), priority: 1))
    entries.append(.init(pattern: try RoutePattern("/a/:p"), priority: -1))
    entries.append(.init(pattern: try RoutePattern("https://example.com/a")))
    entries.append(.init(pattern: try RoutePattern("https://example.com/a:b")))
    entries.append(.init(pattern: try RoutePattern("https://*.com/a")))
    entries.append(.init(pattern: try RoutePattern("/a/:q")))
    entries[entries.count - 1].isOwned = true
    for older in entries {
      for newer in entries {
        for order in [RouteTable.Order.rank, .first, .last] {
          let table = RouteTable([older, newer], order: order)
          let isFirst = table.winningOrder.first == 1
          #expect(newer.wins(overOlder: older, order: order) == isFirst)
        }
        let both = [[older, newer], [newer, older]].map { RouteTable($0).winningOrder.first }
        guard !older.isOwned, !newer.isOwned else { continue }
        #expect(older.outranks(newer) == (both == [0, 1]))
      }
    }
  }
}
