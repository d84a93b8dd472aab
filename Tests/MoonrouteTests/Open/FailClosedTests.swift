import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Semantics section 4, "fail closed": an error in any step ends the open, and nothing is shown.
@MainActor @Suite struct FailClosedTests {
  struct Boom: Error {}

  enum Place: String, CaseIterable, Sendable {
    case proxy, locationGuard, namedGuard, redirect, parentRedirect, animator, view, action, onExit
  }

  enum Way: String, CaseIterable, Sendable {
    case throwsAtOnce, throwsLater, throwsRouterError, throwsCancellation, neverAnswers
  }

  private func handler<Input: Sendable, Answer: Sendable>(
    _ way: Way,
    _ gate: Gate,
    _ answer: Answer
  ) -> Handler<Input, Answer> {
    switch way {
    case .throwsAtOnce: .immediate { _ in throw Boom() }
    case .throwsLater:
      .eventual { _ in
        .later {
          await Task.yield()
          throw Boom()
        }
      }
    case .throwsRouterError: .immediate { _ in throw RouterError(.denied, "No.") }
    case .throwsCancellation: .waiting { _ in throw CancellationError() }
    case .neverAnswers:
      .waiting { _ in
        await gate.pass()
        return answer
      }
    }
  }

  @Test(arguments: Place.allCases, Way.allCases)
  func `any error ends the open as failed with file and line`(
    place: Place,
    way: Way
  ) async throws {
    let (clock, gate) = (SteppedClock(), Gate())
    defer { gate.open() }
    let site = SourceSite(file: "main.lua", line: 7)
    let decided = LinkRoute.Redirect.decided(handler(way, gate, .proceed))
    let router = try Router.make(clock: clock) {
      LinkRoute.page("/start")
        .with {
          if place == .onExit { $0.onExit = handler(way, gate, .proceed) }
          $0.site = site
        }
      LinkRoute("/a", name: "a").view { _ in Screen("A") }
        .children {
          LinkRoute("b", name: "b").view { _ in Screen("B") }
            .with {
              $0.site = site
              $0.animator = .fixed(.root)
              switch place {
              case .redirect: $0.redirects = [decided]
              case .animator: $0.animator = .chosen(handler(way, gate, nil))
              case .view: $0.view = .made(handler(way, gate, Screen("B")))
              case .action: ($0.view, $0.action) = (nil, handler(way, gate, .values([])))
              default: break
              }
            }
        }
        .with {
          $0.site = site
          if place == .parentRedirect { $0.redirects = [decided] }
        }
    }
    switch place {
    case .proxy: try router.rules.addRewriter("/a/b", site: site, decision: decided)
    case .locationGuard: try router.rules.addGuard(for: "/a/**", site: site, decision: decided)
    case .namedGuard: try router.rules.addGuard(for: "a", site: site, decision: decided)
    default: break
    }
    #expect(await router.open("/start").status == .opened)
    let opening = Task { await router.open("/a/b") }
    if way == .neverAnswers {
      await clock.untilSomebodySleeps()
      clock.advance(by: .seconds(10))
    }
    let outcome = await opening.value
    let code: RouterError.Code =
      switch way {
      case .throwsAtOnce, .throwsLater, .throwsCancellation: .scriptError
      case .throwsRouterError: .denied
      case .neverAnswers: .timeout
      }
    #expect(outcome.status == .failed)
    #expect(outcome.error?.code == code && outcome.error?.site == site)
    let step = try #require(outcome.steps.last)
    #expect(step.answer.hasPrefix("failed: ") && step.site == site)
    #expect(router.stage.top?.name == nil)
    #expect(router.stage.top?.location == "/start")
  }

  @Test func `a late answer is dropped`() async throws {
    let (clock, gate, log) = (SteppedClock(), Gate(), Log())
    let router = try Router.make(clock: clock) {
      LinkRoute.page("/start")
      LinkRoute.page("/a")
        .with {
          $0.redirects = [
            .decided(
              .waiting { _ in
                await gate.pass()
                log.add("late")
                return .open("/start")
              }
            )
          ]
        }
    }
    let opening = Task { await router.open("/a") }
    await clock.untilSomebodySleeps()
    clock.advance(by: .seconds(10))
    #expect(await opening.value.summary == "failed /a timeout")
    gate.open()
    while log.lines.isEmpty { await Task.yield() }
    #expect(router.stage.top == nil)
  }

  @Test func `a handler that ran out of time cannot open anything`() async throws {
    let (clock, gate) = (SteppedClock(), Gate())
    var late: Outcome?
    var router: Router?
    router = try Router.make(clock: clock) {
      LinkRoute.page("/start")
      LinkRoute.page("/a")
        .with {
          $0.redirects = [
            .decided(
              .waiting { _ in
                await gate.pass()
                late = await router?.open("/start")
                return .proceed
              }
            )
          ]
        }
    }
    let opening = Task { await router?.open("/a") }
    await clock.untilSomebodySleeps()
    clock.advance(by: .seconds(10))
    #expect(await opening.value?.status == .failed)
    gate.open()
    while late == nil { await Task.yield() }
    #expect(late?.status == .cancelled)
    #expect(router?.stage.top == nil)
  }

  struct Message: Sendable, CustomTestStringConvertible {
    let rule: String
    let location: String
    let message: String

    var testDescription: String { rule }
  }

  nonisolated static let messages: [Message] = [
    Message(
      rule: "a handler that throws",
      location: "/throws",
      message: "'throws' failed: Boom()"
    ),
    Message(
      rule: "a handler that waits too long",
      location: "/hangs",
      message:
        "'/hangs' waited longer than 10.0 seconds. Return sooner, or raise the wait limit."
    ),
    Message(
      rule: "text that is not a location",
      location: "/text",
      message:
        "'/text' returned 'login', which is not a location. Start it with '/', or use"
        + " router.to(name)."
    ),
    Message(
      rule: "a rewrite from a guard",
      location: "/rewrite",
      message: "'/rewrite' returned a rewrite, but only proxies may do that. Return a location."
    ),
    Message(
      rule: "a view that returns nothing",
      location: "/nothing",
      message: "The view of route '/nothing' returned no screen."
    ),
    Message(
      rule: "a redirect-only route that passes",
      location: "/passes",
      message:
        "Route '/passes' allows '/passes' but has no view. Give it one, or make it always"
        + " redirect."
    ),
    Message(
      rule: "every match declined",
      location: "/declines",
      message: "Every route that matches '/declines' declined it."
    ),
    Message(
      rule: "no match, with near misses",
      location: "/thrws",
      message: "No route matches '/thrws'. The nearest route is '/throws'."
    ),
    Message(
      rule: "no match, without near misses",
      location: "/somewhere/else/entirely",
      message: "No route matches '/somewhere/else/entirely'."
    ),
  ]

  @Test(arguments: messages)
  func `a message contains the place, the problem and a remedy`(row: Message) async throws {
    let (clock, gate) = (SteppedClock(), Gate())
    defer { gate.open() }
    let router = try Router.make(clock: clock) {
      LinkRoute("/throws", name: "throws").view { _ in throw Boom() }
      LinkRoute("/hangs")
        .view { _ in
          await gate.pass()
          return nil
        }
      LinkRoute("/text").redirect(to: "login")
      LinkRoute("/rewrite").redirect { _ in .rewrite(to: "/throws") }
      LinkRoute("/nothing").view { _ in nil as Screen? }
      LinkRoute("/passes").redirect { _ in .proceed }
      LinkRoute("/declines").with { $0.action = .immediate { _ in .refused([false]) } }
    }
    let opening = Task { await router.open(row.location) }
    if row.location == "/hangs" {
      await clock.untilSomebodySleeps()
      clock.advance(by: .seconds(10))
    }
    #expect(await opening.value.error?.message == row.message)
  }
}
