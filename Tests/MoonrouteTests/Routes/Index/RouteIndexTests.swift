import RoutePatterns
import TestSupport
import Testing
import TextTools

@testable import Moonroute

/// Routes that are added while others are in effect.
@Suite struct RouteIndexTests {
  final class Owner {}

  private static let patterns = [
    "/a", "/a/:x", "/:x", "/**", "/a/b", "/:x/b", "/a/*/c", "/:x<int>", "shop://a", "shop://:x",
    "https://a.org/a", "https://*.org/a", "/A", "/a(/b)", "other://a",
  ]

  private static let locations: [Location] = [
    "/a", "/a/b", "/7", "/x/b", "/a/z/c", "shop://a", "shop://q", "https://a.org/a",
    "https://b.org/a", "other://a", "third://a", "/",
  ]

  @Test(arguments: 0..<UInt64(TestScale.ruleSeeds))
  func `an intermediate reader finds the same as after one full compilation`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rules = RouterRules()
    rules.configuration.order = [.rank, .first, .last].randomElement(using: &random) ?? .rank
    if Bool.random(using: &random) { rules.configuration.fallback["shop"] = true }
    var owners: [Owner] = []
    var registered: [RouteInfo] = []
    for _ in 0..<Int.random(in: 1...90, using: &random) {
      let pattern = Self.patterns.randomElement(using: &random) ?? "/"
      var route = LinkRoute(pattern).action { _ in 1 }
      route.priority = [0, 0, 0, 1].randomElement(using: &random) ?? 0
      route.isCaseSensitive = Int.random(in: 0..<5, using: &random) > 0
      let owner = Int.random(in: 0..<4, using: &random) == 0 ? Owner() : nil
      if let owner { owners.append(owner) }
      registered.append(try rules.add(route, owner: owner))
      if Int.random(in: 0..<12, using: &random) == 0 {
        registered.randomElement(using: &random)?.registration.cancel()
      }
      if Int.random(in: 0..<12, using: &random) == 0 { owners.removeFirst(min(1, owners.count)) }
      guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
      let index = rules.directory.index
      let all = index.newer.reduce(index.base.routes) { $0 + $1.routes }
      for (below, above) in zip([index.base] + index.newer, index.newer) {
        #expect(above.routes.count * 2 < below.routes.count)
      }
      let fresh = RouteIndex(routes: all, settings: index.settings)
      for location in Self.locations {
        let found = index.matches(location).map(\.route.id)
        #expect(found == fresh.matches(location).map(\.route.id), "seed \(seed), \(location)")
        #expect(index.match(location)?.route.id == found.first)
      }
      #expect(index.winningRoutes.map(\.id) == fresh.winningRoutes.map(\.id), "seed \(seed)")
    }
  }

  @Test func `adding a few routes to many does not recompile the many`() throws {
    let rules = RouterRules()
    for number in 0..<500 {
      try rules.add(
        LinkRoute("/r/\(number)", name: "r\(number)").view("V")
      )
    }
    let before = rules.directory.index
    #expect(before.newer.isEmpty)
    for number in 0..<249 {
      try rules.add(
        LinkRoute("/new/\(number)", name: "new\(number)").view("V")
      )
      let index = rules.directory.index
      #expect(index.base === before.base)
      #expect(index.match(Location(stringLiteral: "/new/\(number)"))?.route.name == "new\(number)")
      #expect(index.route(named: "new\(number)") != nil)
      #expect(index.route(named: "r7") != nil)
    }
    try rules.add(
      LinkRoute("/last").view("V")
    )
    #expect(rules.directory.index.newer.count < 9)
    #expect(rules.directory.index.routes.count == 750)
    #expect(rules.directory.index.allNames.count == 749)
  }

  /// The number of compiled routes when routes are registered one by one, with an index after each.
  private func compiledCount(_ count: Int) throws -> Int {
    let rules = RouterRules()
    var compiled = 0
    for number in 0..<count {
      try rules.add(
        LinkRoute("/r/\(number)/:x").view("V")
      )
      compiled += rules.directory.index.compiledCount
    }
    #expect(rules.directory.index.newer.count < 16)
    #expect(rules.directory.index.match(Location(stringLiteral: "/r/\(count / 3)/a")) != nil)
    return compiled
  }

  @Test func `adding routes with a reader after each takes linear work`()
    throws
  {
    let (some, twice) = (try compiledCount(1_000), try compiledCount(2_000))
    // log(2n) / log(n) is 1.1 here, and the layers become full at different times.
    #expect(Double(twice) / Double(some) < 2.6, "\(some), \(twice)")
    #expect(twice < 2_000 * 25, "\(twice)")
  }

  @Test func `routes that are registered one by one are compiled once, or slightly more`()
    throws
  {
    let rules = RouterRules()
    var compiled = 0
    var seen: ObjectIdentifier?
    let count = TestScale.routes
    for number in 0..<count {
      try rules.add(
        LinkRoute("/r/\(number)/:x").view("V")
      )
      rules.directory.settle()
      guard rules.directory.unfrozenBytes == 0 else { continue }
      let index = rules.directory.index
      if seen != ObjectIdentifier(index) { compiled += index.compiledCount }
      seen = ObjectIdentifier(index)
    }
    compiled += rules.directory.index.compiledCount
    #expect((count...4 * count).contains(compiled), "\(compiled)")
    #expect(rules.directory.index.match(Location(stringLiteral: "/r/\(count - 1)/a")) != nil)
  }
}
