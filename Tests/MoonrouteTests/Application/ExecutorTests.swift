import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// The executor of opens, and the requests that are possible on any thread.
@Suite struct ExecutorTests {
  @Test func `an open with only synchronous steps never suspends`() async throws {
    let owner = CountingActor()
    let application = try LinkRouter(
      isolation: owner,
      options: RouterOptions(clock: SteppedClock())
    ) {
      LinkRoute("/a")
        .redirect { $0.location.query.isEmpty ? .open("/a?asked") : .proceed }
        .children {
          LinkRoute("b")
            .view { _ in Screen("B") }
            .guarded { $0.extra.isNull ? .proceed : .stop() }
            .animator(.root)
          LinkRoute("act").action { _ in 1 }
        }
      LinkRoute("/old").redirect(to: "/a/b?asked")
    }
    let jobs = await application.perform { application in
      let before = owner.executor.jobCount
      for location in ["/a/b?asked", "/old", "/a/act?x", "/nowhere", "%FF"] {
        _ = await application.router.open(location)
      }
      return owner.executor.jobCount - before
    }
    #expect(jobs == 0)
  }

  @Test func `waiting handlers run on the application's executor`() async throws {
    let application = try LinkRouter(options: RouterOptions(clock: SteppedClock())) {
      LinkRoute("/a")
        .view { _ in
          await Task.yield()
          return Screen("A")
        }
        .guarded { _ in
          await Task.yield()
          return .proceed
        }
        .animator(.root)
    }
    let outcomes = await withTaskGroup(of: Outcome.Status.self) { group in
      for _ in 0..<50 { group.addTask { await application.open("/a").status } }
      return await group.reduce(into: [Outcome.Status]()) { $0.append($1) }
    }
    #expect(outcomes.count == 50)
    #expect(outcomes.contains(.opened))
    #expect(outcomes.allSatisfy { $0 == .opened || $0 == .cancelled })
  }

  @Test func `match and canOpen work from any thread while routes are added`()
    async throws
  {
    let application = try LinkRouter(options: RouterOptions(clock: SteppedClock())) {
      LinkRoute("/route/:n")
        .view { _ in nil as Screen? }
        .guarded { _ in .stop() }
    }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for thread in 0..<4 {
        group.addTask {
          var found = 0
          for number in 0..<200 where application.canOpen("/route/\(thread)-\(number)") {
            let location = try Location(parsing: "/route/\(number)")
            if application.match(location)?.route.pattern.text == "/route/:n" { found += 1 }
          }
          return found
        }
      }
      try await application.perform { application in
        for number in 0..<200 {
          try application.router.rules.add(
            LinkRoute("/added/\(number)").view("V")
          )
        }
      }
      for try await found in group { #expect(found == 200) }
    }
    #expect(application.canOpen("/added/199"))
    #expect(!application.canOpen("/added"))
    #expect(!application.canOpen("%FF"))
  }

  @Test func `adding routes one by one with look-ups in between does not slow down`() throws {
    // The cost is counted in compilations rather than seconds: one for each request.
    let rules = RouterRules()
    for number in 0..<2_000 {
      try rules.add(
        LinkRoute("/route/\(number)/:id").view("V")
      )
    }
    #expect(rules.directory.index.routes.count == 2_000)
    #expect(rules.directory.index === rules.directory.index)
  }
}
