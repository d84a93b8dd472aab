import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Semantics section 4, "not found" and "other failures".
@MainActor @Suite struct RecoverTests {
  private func router(_ setUp: (RouterRules) throws -> Void = { _ in }) throws -> Router {
    try Router.make(setUp) {
      LinkRoute.page("/home", name: "home")
      LinkRoute.page("/product/:id", name: "product")
      LinkRoute("/guarded")
        .view { _ in Screen("G") }
        .guarded { _ in .stop("no") }
      LinkRoute("/broken", name: "broken").view { _ in nil as Screen? }
      LinkRoute("/away").redirect(to: "/nowhere?route_fallback_url=/home")
      LinkRoute("/gone").redirect(to: "/nowhere")
      LinkRoute("/circle").redirect(to: "/gone?route_fallback_url=/circle")
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let location: String
    let expected: String
    var way = ""
    var fallbacks: [String] = []

    var testDescription: String { rule }
  }

  nonisolated static let cases: [Case] = [
    Case(
      rule: "the query's fallback is opened, and the error is kept",
      location: "/nowhere?route_fallback_url=/home",
      expected: "fell_back /home not_found",
      way: "/home",
      fallbacks: ["fallback | route_fallback_url | /home"]
    ),
    Case(
      rule: "its own query and extra are used",
      location: "/nowhere?route_fallback_url=%2Fproduct%2F7%3Fa%3Db",
      expected: "fell_back /product/7?a=b not_found",
      way: "/product/7?a=b",
      fallbacks: ["fallback | route_fallback_url | /product/7?a=b"]
    ),
    Case(
      rule: "it may be relative",
      location: "/x/nowhere?route_fallback_url=../home",
      expected: "fell_back /home not_found",
      way: "/home",
      fallbacks: ["fallback | route_fallback_url | ../home"]
    ),
    Case(
      rule: "a redirect's target may name one",
      location: "/away",
      expected: "fell_back /home not_found",
      way: "/nowhere?route_fallback_url=/home /home",
      fallbacks: ["fallback | route_fallback_url | /home"]
    ),
    Case(
      rule: "the first location's fallback applies after a broken redirect",
      location: "/gone?route_fallback_url=/home",
      expected: "fell_back /home not_found",
      way: "/nowhere /home",
      fallbacks: ["fallback | route_fallback_url | /home"]
    ),
    Case(
      rule: "a broken fallback does not use its own fallback",
      location: "/nowhere?route_fallback_url=/no/where?route_fallback_url=/home",
      expected:
        "not_found /nowhere?route_fallback_url=/no/where?route_fallback_url=/home not_found",
      fallbacks: [
        "fallback | route_fallback_url | /no/where?route_fallback_url=/home",
        "fallback | route_fallback_url | no route matches",
      ]
    ),
    Case(
      rule: "never in a loop",
      location: "/nowhere?route_fallback_url=/circle",
      expected: "not_found /nowhere?route_fallback_url=/circle not_found",
      fallbacks: [
        "fallback | route_fallback_url | /circle",
        "fallback | route_fallback_url | no route matches",
      ]
    ),
    Case(
      rule: "a stopped fallback is not used",
      location: "/nowhere?route_fallback_url=/guarded",
      expected: "not_found /nowhere?route_fallback_url=/guarded not_found",
      fallbacks: [
        "fallback | route_fallback_url | /guarded", "fallback | route_fallback_url | stop: no",
      ]
    ),
    Case(
      rule: "an empty fallback is ignored",
      location: "/nowhere?route_fallback_url=",
      expected: "not_found /nowhere?route_fallback_url not_found"
    ),
    Case(
      rule: "it applies only to locations that are not found",
      location: "/guarded?route_fallback_url=/home",
      expected: "intercepted 'no'"
    ),
    Case(
      rule: "a failure does not use it either",
      location: "/broken?route_fallback_url=/home",
      expected: "failed /broken?route_fallback_url=/home no_view"
    ),
  ]

  @Test(arguments: cases)
  func `a location that is not found opens the fallback in its query`(row: Case) async throws {
    let outcome = try await router().open(row.location)
    #expect(outcome.summary == row.expected)
    #expect(outcome.way == row.way || !outcome.isSuccess)
    #expect(outcome.story.filter { $0.hasPrefix("fallback") } == row.fallbacks)
    #expect(outcome.text == row.location)
  }

  @Test func `not found lists the nearest names and patterns`() async throws {
    let outcome = try await router().open("/prodcut/7")
    #expect(outcome.summary == "not_found /prodcut/7 not_found")
    #expect(outcome.error?.nearest == ["/product/:id"])
    #expect(outcome.route == nil && outcome.match == nil)
  }

  @Test func `unmatched runs after the fallback, and returns a location`() async throws {
    let log = Log()
    let router = try router { rules in
      rules.unmatched = .immediate { state in
        log.add("\(state.location) \(state.match.rest)")
        return .location("/home?from=unmatched")
      }
    }
    _ = await router.open("/nowhere?route_fallback_url=/home")
    #expect(log.lines.isEmpty)
    let outcome = await router.open("/no/where")
    #expect(outcome.summary == "fell_back /home?from=unmatched not_found")
    #expect(outcome.way == "/home?from=unmatched")
    #expect(outcome.name == "home")
    #expect(log.lines == [#"/no/where ["no", "where"]"#])
    let again = await router.open("/nowhere?route_fallback_url=/guarded")
    #expect(again.status == .fellBack)
    #expect(log.lines.count == 2)
  }

  @Test func `unmatched returns a screen`() async throws {
    let router = try router { rules in
      rules.configuration.animator = .root
      rules.unmatched = .immediate { state in .screen(Screen("Not found")) }
    }
    let outcome = await router.open("/nowhere")
    #expect(outcome.summary == "fell_back /nowhere not_found")
    #expect(outcome.name == nil)
    #expect(router.stage.top?.view == "Not found")
    #expect(router.stage.top?.location == "/nowhere")
    #expect(router.stage.top?.id != .unplaced)
  }

  @Test func `a location stays not found if unmatched fails or gives no usable target`()
    async throws
  {
    struct Boom: Error {}
    let answers: [() throws -> Substitute?] = [
      { nil }, { throw Boom() }, { .text("/no/where") }, { .text("%FF") },
    ]
    for answer in answers {
      let router = try router { $0.unmatched = .immediate { _ in try answer() } }
      let outcome = await router.open("/nowhere")
      #expect(outcome.summary == "not_found /nowhere not_found")
      #expect(router.stage.top == nil)
    }
  }

  @Test func `on_error gets the outcome of a failure once, and its error is kept`() async throws {
    let log = Log()
    let router = try router { rules in
      rules.onError = .immediate { outcome in
        log.add(outcome.summary)
        return .text(outcome.name == "broken" ? "/home" : "/broken")
      }
    }
    let shown = await router.open("/broken")
    #expect(shown.summary == "fell_back /home no_view")
    #expect(shown.isSuccess)
    #expect(log.lines == ["failed /broken no_view"])
    // The substitute also fails: no further handler runs.
    let stopped = await router.open("/guarded")
    #expect(stopped.summary == "intercepted 'no'")
    #expect(log.lines == ["failed /broken no_view", "intercepted 'no'"])
    #expect(
      stopped.story.last
        == "build | broken | failed: The view of route '/broken' returned no screen."
    )
  }

  @Test func `on_error shows a page that knows its cause`() async throws {
    let router = try router { rules in
      rules.configuration.animator = .root
      rules.onError = .immediate { outcome in
        .screen(Screen("Problem", ["title": .text(outcome.error?.message ?? outcome.reason ?? "")]))
      }
    }
    let outcome = await router.open("/guarded")
    #expect(outcome.summary == "fell_back /guarded 'no'")
    #expect(router.stage.top?["title"] == "no")
    #expect(await router.open("%FF").summary == "fell_back / bad_location")
  }

  @Test func `a cancelled open calls no handlers`() async throws {
    let (log, gate) = (Log(), Gate())
    let router = try router { rules in
      rules.onError = .immediate { outcome in
        log.add(outcome.summary)
        return nil
      }
      rules.unmatched = .waiting { _ in
        await gate.pass()
        return .text("/home")
      }
    }
    let opening = Task { await router.open("/nowhere") }
    await gate.reached()
    opening.cancel()
    #expect(await opening.value.summary == "cancelled /nowhere")
    gate.open()
    #expect(log.lines.isEmpty)
    #expect(router.stage.top == nil)
  }

  @Test func `a route that unmatched adds is opened`() async throws {
    let rules = RouterRules()
    try rules.add(
      LinkRoute("/old/:id").redirect(to: "/billing/:id")
    )
    rules.unmatched = .immediate { state in
      if state.location.path.hasPrefix("/billing/") {
        try rules.add(LinkRoute.page("/billing/:id", name: "invoice"))
      }
      return nil
    }
    let router = Router(rules: rules, clock: SteppedClock())
    let outcome = await router.open("/old/7?route_fallback_url=/none")
    #expect(outcome.summary == "opened /billing/7")
    #expect(outcome.way == "/billing/7")
    #expect(outcome.error == nil)
    #expect(await router.open("/other").summary == "not_found /other not_found")
  }
}
