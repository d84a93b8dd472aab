import Moonroute
import RoutePatterns
import Testing

/// Instruments see every open, and all requests besides opens, from beginning to end.
@MainActor @Suite struct OpenInstrumentTests {
  /// Records its observations: number, parent with its step, purpose and text, and at the end the
  /// status.
  private struct Notes: OpenInstrument {
    let log: Log
    var ends = true

    func around(
      _ open: InstrumentedOpen,
      isolation: isolated (any Actor)?,
      _ run: () async -> Outcome
    ) async -> Outcome {
      let parent = open.parent.map { " in \($0) at \(open.parentStep ?? -1)" } ?? ""
      await log.add("\(open.number)\(parent) \(open.purpose) \(open.text)")
      let outcome = await run()
      let steps = outcome.steps.map { "\($0.kind)" }.joined(separator: " ")
      let way = outcome.redirects.map { " -> \($0)" }.joined()
      if ends { await log.add("\(open.number) \(outcome.summary)\(way): \(steps)") }
      return outcome
    }
  }

  private func router(_ answers: @escaping (String) -> Decision) throws -> Router {
    func page(_ path: String, _ name: String, _ animator: Animator = .push) -> LinkRoute {
      LinkRoute.page(path, name: name, animator: animator)
        .with { $0.redirects = [.decided(.immediate { answers($0.route.label) })] }
    }
    return try Router.make({ _ in }) {
      page("/home", "home", .root(wrap: .stack))
      page("/a", "a")
        .with {
          $0.onExit = .immediate { _ in
            if case .proceed = answers("exit").kind { .proceed } else { .stop() }
          }
        }
      page("/b", "b", .present)
      LinkRoute("/act", name: "act").action { _ in [1] }
      LinkRoute.page("/login", name: "login")
    }
  }

  @Test func `opens, fetches, builds and restores are measured, with their parent open`()
    async throws
  {
    let log = Log()
    var inner: Router?
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/home", name: "home")
      LinkRoute("/outer", name: "outer")
        .view { _ in
          _ = try await inner?.fetch("/act")
          return Screen("Outer")
        }
        .animator(.push)
      LinkRoute("/act", name: "act").action { _ in [1] }
    }
    inner = router
    router.hooks.instruments = [Notes(log: log, ends: false)]
    _ = await router.open("/home")
    _ = await router.open("/outer")
    _ = try await router.build("/home")
    let saved = router.stage.restorationState
    _ = try await router.restore(from: saved)
    #expect(
      log.lines == [
        "1 show /home", "2 show /outer", "3 in 2 at 3 fetch /act", "4 build /home",
        "5 build /home", "6 build /outer", "7 in 6 at 2 fetch /act",
      ]
    )
  }

  @Test func `guards of a recheck and of going back are measured as a check`() async throws {
    let log = Log()
    var answers: [String: Decision] = [:]
    let router = try router { answers[$0] ?? .proceed }
    for location in ["/home", "/a", "/b"] { _ = await router.open(location) }
    router.hooks.instruments = [Notes(log: log)]
    answers = ["a": .open("/login"), "b": .stop("closed")]
    _ = await router.revalidate()
    #expect(
      log.lines == [
        "4 check /home", "4 handled /home: match redirect",
        "5 check /a", "5 intercepted -> /login: match redirect",
        "6 check /b", "6 intercepted 'closed': match redirect",
        "7 show /login", "7 opened /login: parse match animator build show",
      ]
    )
    answers = ["exit": .stop()]
    _ = await router.open("/a")
    log.lines = []
    #expect(await !router.back().isDone)
    answers = [:]
    #expect(await router.back().isDone)
    #expect(
      log.lines == [
        "9 check /a", "9 intercepted ''a' refused to leave': leave",
        "10 check /a", "10 handled: leave",
      ]
    )
  }

  @Test func `a screen that newer rules rebuild is measured`() async throws {
    let log = Log()
    let router = try router { _ in .proceed }
    _ = await router.open("/home")
    router.hooks.instruments = [Notes(log: log)]
    _ = await router.rebuildScreens()
    #expect(log.lines == ["2 rebuild /home", "2 handled /home: build"])
  }

  @Test func `a stopwatch measures every open with its own clock`() async throws {
    let time = Log()
    let router = try router { _ in
      time.add("asked")
      return .proceed
    }
    let noOptions = await router.open("/home")
    #expect(noOptions.steps.allSatisfy { $0.duration == nil && $0.location == nil })
    time.lines = []
    // Invariant: called on the router's executor, which is also the test's.
    router.hooks.stopwatch = { .milliseconds(MainActor.assumeIsolated { time.lines.count }) }
    let measured = await router.open("/home")
    #expect(measured.steps.map(\.microseconds) == [0, 0, 1_000, 0, 0, 0])
    router.hooks.stopwatch = nil
    #expect(await router.open("/home").steps.allSatisfy { $0.duration == nil })
  }

  @Test func `a measured step has its location and the result of the decision`()
    async throws
  {
    let router = try Router.make({ rules in
      try rules.proxy("/old") { _ in .rewrite(to: "/a?b=1") }
      try rules.guard("/staff") { _ in .stop("closed") }
    }) {
      LinkRoute.page("/a", name: "a")
        .with {
          $0.onExit = .immediate { _ in .stop() }
          $0.redirects = [
            .decided(.immediate { $0.queryItems.isEmpty ? .proceed : .open("/a") }),
            .fixed("/a"),
          ]
        }
      LinkRoute.page("/staff", name: "staff")
    }
    func told(_ text: String) async -> [String] {
      var options = OpenOptions()
      options.recordsTiming = true
      return await router.open(text, options: options).steps
        .map { step in
          let answer = step.decision.map { "\($0)" } ?? "-"
          return "\(step.kind) \(step.location?.description ?? "-") \(answer)"
        }
    }
    #expect(await told("http://[") == ["parse - -"])
    #expect(
      await told("/old") == [
        "parse /old -", "proxy /old rewrite(/a?b=1)", "match /a?b=1 -",
        "redirect /a?b=1 goTo(/a)", "match /a -", "redirect /a goOn", "redirect /a goOn",
        "animator /a -", "build /a -", "show /a -",
      ]
    )
    #expect(
      await told("/staff") == [
        "parse /staff -", "match /staff -", "guard /staff stop(reason: Optional(\"closed\"))",
      ]
    )
  }

  @Test func `the task-local place is the current open and its step`() async throws {
    var places: [OpenPlace?] = []
    var inner: Router?
    let router = try Router.make({ _ in }) {
      LinkRoute("/a")
        .view { _ in
          places.append(inner?.currentPlace)
          return Screen("A")
        }
        .guarded { _ in
          places.append(inner?.currentPlace)
          return .proceed
        }
        .animator(.root)
    }
    inner = router
    #expect(router.currentPlace == nil)
    var options = OpenOptions()
    options.recordsTiming = true
    _ = await router.open("/a", options: options)
    _ = await router.open("/a")
    let told = places.map { $0.map { "\($0.open) \($0.step)" } ?? "-" }
    #expect(told == ["1 2", "1 4", "2 0", "2 0"])
  }
}
