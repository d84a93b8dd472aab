import Testing

@testable import Moonroute

/// The difference between two sets of routes.
@Suite struct RouteDiffTests {
  private static func routes(_ names: [String]) throws -> [RouteInfo] {
    let rules = RouterRules()
    return try names.map { name in
      let parts = name.split(separator: "=")
      var route = LinkRoute(path: "/\(parts[0])", name: String(parts[0]))
      route.view = .named("V")
      if parts.count > 1 { route.meta["v"] = .text(String(parts[1])) }
      return try rules.add(route)
    }
  }

  @Test(arguments: [
    ("a b c", "a b c", "", "", ""), ("a b c", "", "", "a b c", ""), ("", "a b", "a b", "", ""),
    ("a b c", "a x b c", "x", "", ""), ("a b c", "a c", "", "b", ""),
    ("a b c", "c b a", "", "", ""), ("a b c", "a=1 b c=2", "", "", "a c"),
    ("a b c d", "a d=1 c x", "x", "b", "d"), ("a b c", "b=1 c=1 a=1", "", "", "b c a"),
    ("a", "b", "b", "a", ""), ("a b b2 c", "a b2 b c", "", "", ""),
  ])
  func `routes are added, removed and changed by name, independently of their position`(
    old: String,
    new: String,
    added: String,
    removed: String,
    changed: String
  ) throws {
    let difference = RouteDiff(
      from: try Self.routes(old.split(separator: " ").map(String.init)),
      to: try Self.routes(new.split(separator: " ").map(String.init))
    )
    #expect(difference.added.map(\.label).joined(separator: " ") == added)
    #expect(difference.removed.map(\.label).joined(separator: " ") == removed)
    #expect(difference.changed.map(\.label).joined(separator: " ") == changed)
  }
}
