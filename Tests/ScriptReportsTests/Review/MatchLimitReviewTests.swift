import Moonroute
import RoutePatterns
import ScriptHost
import Testing

@testable import ScriptReports

/// The review reports routes that exceed the budget of a look-up.
@MainActor @Suite struct MatchLimitReviewTests {
  private static let slow = "/:page-" + String(repeating: "é", count: 500)
  private static let long = "/" + String(repeating: "é", count: 3_000)

  private static let anything = LinkRoute.Redirect.decided(.immediate { _ in .proceed })

  private static func page(_ path: String) -> LinkRoute {
    var route = LinkRoute(path)
    route.view = .named("Page")
    return route
  }

  private static func codes(_ rules: RouterRules) -> [String] {
    RouteReview(of: rules).problems.map(\.code.rawValue)
  }

  @Test func `a route cannot be opened if finding its guards takes too long`() throws {
    let rules = RouterRules()
    try rules.add(Self.page(Self.long))
    #expect(Self.codes(rules) == [])
    try rules.addGuard(for: Self.slow, decision: Self.anything)
    let problem = try #require(RouteReview(of: rules).problems.first)
    #expect(problem.code == .matchLimit)
    #expect(
      problem.message.hasPrefix("A sample of '\(Self.long)' cannot be opened. Looking up '/éé")
    )
  }

  @Test func `a route cannot be opened if finding its proxies takes too long`() throws {
    let rules = RouterRules()
    try rules.add(Self.page(Self.long))
    try rules.addRewriter(Self.slow, decision: Self.anything)
    #expect(Self.codes(rules) == ["match_limit"])
  }

  @Test func `one of several samples is enough`() throws {
    let rules = RouterRules()
    var route = Self.page("/:any")
    route.samples = [["any": .text("a")], ["any": .text(String(Self.long.dropFirst()))]]
    try rules.add(route)
    #expect(Self.codes(rules) == [])
    try rules.addGuard(for: Self.slow, decision: Self.anything)
    #expect(Self.codes(rules) == ["match_limit"])
  }

  @Test func `a location that a proxy always redirects needs no guards`() throws {
    let rules = RouterRules()
    try rules.add(Self.page(Self.long))
    try rules.add(Self.page("/x"))
    try rules.addGuard(for: Self.slow, decision: Self.anything)
    #expect(Self.codes(rules) == ["match_limit"])
    try rules.addRewriter(Self.long, decision: .fixed("/x"))
    #expect(Self.codes(rules) == [])
  }

  @Test func `a route cannot be opened if distinguishing it from another takes too long`() throws {
    let rules = RouterRules()
    var route = Self.page(Self.long)
    route.priority = -1
    try rules.add(route)
    try rules.add(Self.page(Self.slow))
    #expect(Self.codes(rules).contains("match_limit"))
  }
}
