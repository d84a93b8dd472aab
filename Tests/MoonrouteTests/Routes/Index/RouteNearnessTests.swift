import RoutePatterns
import TestSupport
import Testing
import TextTools

@testable import Moonroute

/// The nearness of many routes to a location.
@Suite struct RouteNearnessTests {
  private static let parts = [
    "a", "shop", "Shop", "shops", "page1", "page2", ":id", ":id<int>", ":id<a|b>", "v:id<int>",
    "*", "(/b)", "**", ":rest*", "é", "a%20b", "x-1", "x_1.html",
  ]

  private static let segments = [
    "a", "shop", "SHOP", "shpo", "page1", "page3", "7", "b", "v7", "é", "a%20b", "x-1", "x-2", "",
  ]

  private static func location(_ random: inout SeededGenerator, _ rules: LocationRules) -> Location?
  {
    let count = Int.random(in: 0...4, using: &random)
    let path = (0..<count).map { _ in "/" + (segments.randomElement(using: &random) ?? "") }
    return try? Location(parsing: path.isEmpty ? "/" : path.joined(), rules: rules)
  }

  private static func pattern(_ random: inout SeededGenerator) -> String {
    let count = Int.random(in: 0...4, using: &random)
    let parts = (0..<count).map { _ in Self.parts.randomElement(using: &random) ?? "a" }
    let origin = ["", "", "", "shop:/", "https://a.org"].randomElement(using: &random) ?? ""
    let path = parts.map { $0.hasPrefix("(") ? $0 : "/" + $0 }.joined()
    return origin + (path.isEmpty ? "/" : path)
  }

  @Test(arguments: 0..<UInt64(TestScale.ruleSeeds))
  func `patterns of another length are never among the nearest`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rules = RouterRules().configuration.locationRules
    let patterns = (0..<30).compactMap { _ in try? RoutePattern(Self.pattern(&random)) }
    for _ in 0..<20 {
      guard let location = Self.location(&random, rules) else { continue }
      let written = location.path.split(separator: "/", omittingEmptySubsequences: false)
      let segments = (decoded: location.segments, written: Array(written.dropFirst()))
      var budget = MatchBudget()
      let all = patterns.map { RouteIndex.candidate($0, for: segments, within: &budget) }
      let nearest = NearestNames.of(location.path, among: all, count: 3)
      #expect(RouteIndex.nearest(to: location, among: patterns) == nearest, "\(seed) \(location)")
    }
  }

  @Test(arguments: 0..<UInt64(TestScale.ruleSeeds))
  func `the nearness without tables is that of the reasons`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rules = RouterRules()
    for _ in 0..<60 {
      var route = LinkRoute(Self.pattern(&random)).action { _ in 1 }
      route.isCaseSensitive = Bool.random(using: &random)
      // Some random patterns are refused.
      _ = try? rules.add(route, owner: nil)
    }
    let index = rules.directory.index
    let locationRules = rules.configuration.locationRules
    for _ in 0..<30 {
      guard let location = Self.location(&random, locationRules) else { continue }
      let fitting = Set(index.matches(location).map(\.route.id))
      var near = RouteNearness(to: location, rules: locationRules)
      for route in index.winningRoutes where !fitting.contains(route.id) {
        let exact = RouteMiss(route, location, rules: locationRules).nearness
        #expect(near.nearness(of: route) == exact, "seed \(seed), \(location), \(route.label)")
      }
    }
  }
}
