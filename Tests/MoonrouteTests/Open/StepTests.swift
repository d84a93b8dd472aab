import Moonroute
import RoutePatterns
import Testing

/// Semantics section 4, "outcome": nothing is silent.
@MainActor @Suite struct StepTests {
  private func site(_ line: Int) -> SourceSite { SourceSite(file: "main.lua", line: line) }

  @Test func `the steps of an open are complete, in order, with file and line`() async throws {
    let rules = RouterRules()
    let agreed = LinkRoute.Redirect.decided(.immediate { _ in .proceed })
    try rules.addRewriter(
      "/old/:id",
      site: site(1),
      decision: .decided(.immediate { _ in .rewrite(to: "/shop/7") })
    )
    try rules.add(
      LinkRoute.page("/home", name: "home")
        .with {
          $0.onExit = .immediate { _ in .proceed }
          $0.site = site(2)
        }
    )
    try rules.add(
      LinkRoute.page("/shop", name: "shop") {
        LinkRoute.page(":id<int>", name: "item", animator: .root)
          .with {
            $0.redirects = [.fixed("/shop/7")]
            $0.site = site(4)
          }
        LinkRoute.page("moved")
          .with {
            $0.redirects = [.fixed("/old/7")]
            $0.site = site(5)
          }
      }
      .with {
        $0.redirects = [agreed]
        $0.site = site(3)
      }
    )
    try rules.addGuard(for: "/shop/**", site: site(6), decision: agreed)
    try rules.addGuard(for: "shop", site: site(7), decision: agreed)
    let router = Router(rules: rules)
    _ = await router.open("/home")
    let outcome = await router.open("/shop/moved")
    let lines = zip(outcome.story, outcome.steps).map { "\($1.site?.line ?? 0): \($0)" }
    #expect(
      lines == [
        "0: parse | /shop/moved",
        "5: match | /shop/moved | /shop/moved",
        "6: guard | /shop/** | go on",
        "7: guard | shop | go on",
        "3: redirect | shop | go on",
        "5: redirect | /shop/moved | go to /old/7",
        "1: proxy | /old/:id | rewrite /shop/7",
        "4: match | item | /shop/:id<int>",
        "6: guard | /shop/** | go on",
        "7: guard | shop | go on",
        "3: redirect | shop | go on",
        "4: redirect | item | go on: already there",
        "4: animator | item | root",
        "2: leave | home | go on",
        "4: build | item | item",
        "4: show | item | root",
      ]
    )
  }

  @Test func `the kinds of steps have their names`() {
    #expect(
      OutcomeStep.Kind.allCases.map(\.rawValue) == [
        "parse", "drop", "proxy", "match", "guard", "redirect", "animator", "leave", "build",
        "show", "action", "fallback",
      ]
    )
  }

  @Test func `text that is not a location fails at parsing`() async throws {
    let router = try Router.make({ _ in }) { LinkRoute.page("/a") }
    let outcome = await router.open("/%FF")
    #expect(outcome.summary == "failed bad_location")
    #expect(outcome.steps.map(\.kind) == [.parse])
    #expect(outcome.text == "/%FF")
  }

  @Test func `an animator that cannot do its work gives the reason`() async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/root", animator: .root)
      LinkRoute.page("/a", animator: .push)
    }
    _ = await router.open("/root")
    let outcome = await router.open("/a")
    #expect(outcome.summary == "failed /a animation_failed")
    #expect(outcome.story.last?.hasPrefix("show | /a | failed: push needs a stack") == true)
  }
}
