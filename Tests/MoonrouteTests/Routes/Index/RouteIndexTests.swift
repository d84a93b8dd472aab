import RoutePatterns
import TestSupport
import Testing
import TextTools

@testable import Moonroute

/// Routes that are added while others are in force.
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
  func `a reader in between finds what one compilation of all would`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rules = RouterRules()
    rules.configuration.order = [.rank, .first, .last].randomElement(using: &random) ?? .rank
    if Bool.random(using: &random) { rules.configuration.fallback["shop"] = true }
    var owners: [Owner] = []
    var registered: [RouteInfo] = []
    for _ in 0..<Int.random(in: 1...90, using: &random) {
      let pattern = Self.patterns.randomElement(using: &random) ?? "/"
      var route = Route(pattern, action: { _ in 1 })
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
      let all = index.base.routes + (index.overlay?.routes ?? [])
      let fresh = RouteIndex(routes: all, settings: index.settings)
      for location in Self.locations {
        let found = index.matches(location).map(\.route.id)
        #expect(found == fresh.matches(location).map(\.route.id), "seed \(seed), \(location)")
        #expect(index.match(location)?.route.id == found.first)
      }
      #expect(index.winningRoutes.map(\.id) == fresh.winningRoutes.map(\.id), "seed \(seed)")
    }
  }

  @Test func `few routes added to many leave the many as they are`() throws {
    let rules = RouterRules()
    for number in 0..<500 { try rules.add(Route("/r/\(number)", name: "r\(number)", view: "V")) }
    let before = rules.directory.index
    #expect(before.overlay == nil)
    for number in 0..<64 {
      try rules.add(Route("/new/\(number)", name: "new\(number)", view: "V"))
      let index = rules.directory.index
      #expect(index.base === before.base)
      #expect(index.match(Location(stringLiteral: "/new/\(number)"))?.route.name == "new\(number)")
      #expect(index.route(named: "new\(number)") != nil)
      #expect(index.route(named: "r7") != nil)
    }
    try rules.add(Route("/last", view: "V"))
    #expect(rules.directory.index.overlay == nil)
    #expect(rules.directory.index.routes.count == 565)
    #expect(rules.directory.index.allNames.count == 564)
  }
}
