import RoutePatterns
import TestSupport
import Testing

@testable import Moonroute

/// The messages about problems of a definition, each tested once.
@MainActor @Suite struct RouteProblemTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let route: @Sendable () -> LinkRoute
    let code: RouterError.Code
    let message: String

    var testDescription: String { rule }
  }

  nonisolated static let cases = [
    Case(
      rule: "a view and an action",
      route: {
        LinkRoute("/a")
          .view { _ in Screen("A") }
          .action { _ in 1 }
      },
      code: .badPattern,
      message: "Route '/a' has both a view and an action. Keep only one of them."
    ),
    Case(
      rule: "nothing at all",
      route: { LinkRoute(path: "/a") },
      code: .badPattern,
      message: "Route '/a' does nothing. Give it a view, an action, a redirect or routes."
    ),
    Case(
      rule: "a name of white space",
      route: {
        LinkRoute("/a", name: " ").view("A")
      },
      code: .badPattern,
      message: "The name of route '/a' is empty. Leave it out."
    ),
    Case(
      rule: "a static target with a parameter, where the pattern has none",
      route: {
        LinkRoute("/a").redirect(to: "/b/:id")
      },
      code: .unknownParameter,
      message: "'/b/:id' uses ':id', which '/a' does not have. It has none."
    ),
  ]

  @Test(arguments: cases)
  func `a definition's problem contains the error and a remedy`(row: Case) {
    let problems = #expect(throws: RouteProblems.self) {
      try RouterRules().add(row.route().with { $0.site = SourceSite(file: "main.lua", line: 3) })
    }
    let expected = RouterError(row.code, row.message, at: SourceSite(file: "main.lua", line: 3))
    #expect(problems?.problems == [expected])
    #expect(problems?.description == "main.lua:3: \(row.message)")
  }

  @Test func `names are trimmed`() throws {
    let rules = RouterRules()
    try rules.add(
      LinkRoute("/a", name: " a ").view("A")
    )
    #expect(rules.routeNames == ["a"])
  }

  @Test func `a refresh reports that its page left in the meantime`() async throws {
    let gate = Gate()
    let refresh = Animator(
      "refresh",
      .refresh(
        apply: .waiting { refreshing in
          await gate.pass()
          return refreshing.screen
        },
        otherwise: .root
      )
    )
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/a", animator: refresh)
      LinkRoute.page("/b")
    }
    _ = await router.open("/a")
    let again = Task { await router.open("/a?2") }
    await gate.reached()
    router.stage.remove(try #require(router.stage.top).id, effect: "test")
    gate.open()
    let outcome = await again.value
    #expect(outcome.error?.code == .animationFailed)
    #expect(outcome.error?.message == "refresh cannot find its page: it has left the stage.")
  }
}
