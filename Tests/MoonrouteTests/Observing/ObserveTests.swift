import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// The router's own events, and the streams of outcomes and events.
@MainActor @Suite struct ObserveTests {
  private func router(_ gate: Gate = Gate()) throws -> Router {
    try Router.make({ _ in }) {
      LinkRoute.page("/a", name: "a")
      LinkRoute("/act").action { _ in 1 }
      LinkRoute("/stop")
        .view { _ in Screen("S") }
        .guarded { _ in .stop() }
      LinkRoute.page("/slow")
        .with {
          $0.redirects = [
            .decided(
              .waiting { _ in
                await gate.pass()
                return .proceed
              }
            )
          ]
        }
    }
  }

  private func line(_ event: RouterUpdate) -> String {
    switch event {
    case .willOpen(let text, let extra): "\(event.name) \(text) \(extra.text ?? "")"
    case .didChange(let transition): "\(event.name) \(transition.effect)"
    default: "\(event.name) \(event.outcome?.summary ?? "")"
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let location: String
    let events: [String]

    var testDescription: String { location }
  }

  nonisolated static let cases = [
    Case(location: "/a", events: ["will-open /a x", "did-change root", "did-open opened /a"]),
    Case(location: "/act", events: ["will-open /act x", "did-open handled /act"]),
    Case(location: "/stop", events: ["will-open /stop x", "did-fail intercepted"]),
    Case(location: "/no", events: ["will-open /no x", "did-fail not_found /no not_found"]),
    Case(location: "%FF", events: ["will-open %FF x", "did-fail failed bad_location"]),
    Case(
      location: "/no?route_fallback_url=/a",
      events: [
        "will-open /no?route_fallback_url=/a x", "did-change root",
        "did-fall-back fell_back /a not_found",
      ]
    ),
  ]

  @Test(arguments: cases)
  func `observers see every open, its outcome, and every change of the stage`(
    row: Case
  ) async throws {
    let (router, log) = (try router(), Log())
    router.observe { log.add(line($0)) }
    _ = await router.open(row.location, options: OpenOptions(extra: "x"))
    #expect(log.lines == row.events)
  }

  @Test func `fetch and build emit no events`() async throws {
    let (router, log) = (try router(), Log())
    router.observe { log.add(line($0)) }
    _ = try await router.fetch("/act")
    _ = try await router.build("/a")
    #expect(log.lines.isEmpty)
  }

  @Test func `a cancelled or ownerless observer is not notified`() async throws {
    let (router, log) = (try router(), Log())
    var owner: Log? = Log()
    let registration = router.observe { _ in log.add("cancelled") }
    router.observe(owner: owner) { _ in log.add("owned") }
    registration.cancel()
    owner = nil
    _ = await router.open("/a")
    #expect(log.lines.isEmpty)
  }

  @Test func `an observer can stop another one during a notification`() async throws {
    let (router, log) = (try router(), Log())
    var second: Registration?
    router.observe { _ in second?.cancel() }
    second = router.observe { _ in log.add("second") }
    _ = await router.open("/act")
    #expect(log.lines.isEmpty)
  }

  @Test func `the stream of outcomes has every open, including cancelled ones`() async throws {
    let gate = Gate()
    let router = try router(gate)
    let outcomes = router.outcomes()
    let slow = Task { await router.open("/slow") }
    await gate.reached()
    _ = await router.open("/a")
    _ = await slow.value
    _ = await router.open("/no")
    var seen: [String] = []
    for await outcome in outcomes {
      seen.append(outcome.summary)
      if seen.count == 3 { break }
    }
    #expect(Set(seen) == ["opened /a", "cancelled /slow", "not_found /no not_found"])
    gate.open()
  }

  @Test func `a slow reader gets the newest outcomes`() async throws {
    let router = try router()
    let outcomes = router.outcomes(bufferingNewest: 2)
    for number in 0..<5 { _ = await router.open("/a?\(number)") }
    var reader = outcomes.makeAsyncIterator()
    #expect(await reader.next()?.location == "/a?3")
    #expect(await reader.next()?.location == "/a?4")
  }

  @Test func `the stream ends with the router`() async throws {
    var router: Router? = try router()
    let outcomes = router?.outcomes()
    let happenings = router?.updates()
    _ = await router?.open("/act")
    router = nil
    var count = 0
    if let outcomes { for await _ in outcomes { count += 1 } }
    if let happenings { for await _ in happenings { count += 1 } }
    #expect(count == 3)
  }

  @Test func `steps contain their duration if requested`() async throws {
    let clock = SteppedClock()
    let router = try Router.make(clock: clock) {
      LinkRoute("/a")
        .view { _ in
          clock.advance(by: .microseconds(250))
          return Screen("A")
        }
        .guarded { _ in
          clock.advance(by: .microseconds(1_500))
          return .proceed
        }
        .animator(.root)
    }
    #expect(await router.open("/a").steps.allSatisfy { $0.microseconds == nil })
    var options = OpenOptions()
    options.recordsTiming = true
    let steps = await router.open("/a", options: options).steps
    #expect(steps.map(\.kind) == [.parse, .match, .redirect, .animator, .build, .show])
    #expect(steps.map(\.microseconds) == [0, 0, 1_500, 0, 250, 0])
  }
}
