import RoutePatterns
import TestSupport
import Testing
import TextTools

@testable import Moonroute

/// New rules that reuse the unchanged parts of the previous ones.
@Suite struct FollowingRulesTests {
  private static let paths = [
    "/a", "/a/:x", "/a/:y", "/:x", "/**", "/a/b/", "a/b", "/:x<int>", "/:x<sku>/s", "/a(/b)",
    "shop://a", "shop://:x", "https://a.org/:x", "/ä/:x", "/:x(\\d+)/c",
  ]

  private static let children = ["b", "c/:y", ":z<sku>", "d/"]

  private static let locations: [Location] = [
    "/a", "/a/b", "/7", "/A/s", "/C/s", "/a/b/c", "/a/b/c/d", "shop://a", "https://a.org/7", "/7/c",
    "/ä/7", "/a/C", "/a/A", "/",
  ]

  /// A definition, and its change in the next version.
  private struct Definition {
    var path: String
    var children: [String]
    var version = 0

    init(_ random: inout SeededGenerator) {
      path = FollowingRulesTests.paths.randomElement(using: &random) ?? "/"
      let count =
        path.contains("**") || path.contains(":y") ? 0 : Int.random(in: 0...3, using: &random)
      children = FollowingRulesTests.children.shuffled(using: &random).prefix(count).map(\.self)
    }

    func route(_ number: Int) -> LinkRoute {
      var route = LinkRoute(path).action { _ in 1 }
      route.priority = number % 3
      route.meta["version"] = .int(Int64(version))
      route.children = children.map {
        LinkRoute($0).action { _ in 1 }
      }
      return route
    }
  }

  private static func rules(
    _ definitions: [Definition],
    sku: [String],
    following old: RouterRules? = nil
  ) throws -> RouterRules {
    let rules = RouterRules()
    try rules.types.define("sku", oneOf: sku)
    if let old { rules.follow(old) }
    for (number, definition) in definitions.enumerated() {
      // Both reject the same definitions.
      _ = try? rules.add(definition.route(number))
    }
    return rules
  }

  @Test(arguments: 0..<UInt64(TestScale.ruleSeeds))
  func `rules after others keep their meaning`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var definitions = (0..<Int.random(in: 1...50, using: &random)).map { _ in Definition(&random) }
    let old = try Self.rules(definitions, sku: ["A"])
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let place = definitions.indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<4, using: &random) {
      case 0: definitions.insert(Definition(&random), at: place)
      case 1 where definitions.count > 1: definitions.remove(at: place)
      case 2: definitions[place].version += 1
      default: definitions.shuffle(using: &random)
      }
    }
    let alone = try Self.rules(definitions, sku: ["C"])
    let following = try Self.rules(definitions, sku: ["C"], following: old)
    #expect(Self.facts(following) == Self.facts(alone), "seed \(seed)")
    for location in Self.locations {
      let (one, other) = (following.directory.index, alone.directory.index)
      #expect(
        one.matches(location).map { "\($0.route.id) \($0.match.pairs)" }
          == other.matches(location).map { "\($0.route.id) \($0.match.pairs)" },
        "seed \(seed), \(location)"
      )
    }
  }

  @Test func `equal routes share their patterns and their table`() throws {
    var random = SeededGenerator(seed: 7)
    let definitions = (0..<40).map { _ in Definition(&random) }
    let old = try Self.rules(definitions, sku: ["A"])
    let plain = old.directory.index.routes.filter {
      $0.scheme == nil && !"\($0.pattern)".contains("sku")
    }
    let new = try Self.rules(definitions, sku: ["A"], following: old)
    let shared = zip(old.directory.index.routes, new.directory.index.routes)
      .filter { $0.pattern.isSame(as: $1.pattern) }
    #expect(shared.count == plain.count)
    #expect(plain.count > 20)
  }

  private static func facts(_ rules: RouterRules) -> [String] {
    rules.directory.index.routes.map { route in
      "\(route.id) \(route.label) \(route.pattern.template) \(route.pattern.parameters.count)"
        + " \(route.scheme ?? "-") \(route.host?.description ?? "-") \(route.meta)"
    }
  }
}
