import Moonroute
import RoutePatterns
import Testing

/// Semantics section 4, "guards".
@MainActor @Suite struct GuardTests {
  /// A branch of three routes with decisions and guards that write to a log.
  private func branch(_ log: Log, _ setUp: (RouterRules) throws -> Void = { _ in }) throws -> Router
  {
    func redirect(_ name: String) -> LinkRoute.Redirect {
      .decided(
        .immediate { state in
          log.add("\(name) \(state.route.label) \(state.target.route.label)")
          return .proceed
        }
      )
    }
    let router = try Router.make {
      LinkRoute.page("/shop", name: "shop") {
        LinkRoute.page(":id<int>", name: "item") {
          LinkRoute.page("edit", name: "edit").with { $0.redirects = [redirect("own")] }
        }
        .with { $0.redirects = [redirect("own 1"), redirect("own 2")] }
      }
      .with { $0.redirects = [redirect("own")] }
    }
    try setUp(router.rules)
    return router
  }

  @Test func `guards run from the root, those from outside before the route's own`() async throws {
    let log = Log()
    let router = try branch(log) { rules in
      for key in ["edit", "item", "shop", "/shop/**", "/shop/:id/edit"] {
        try rules.guard(key) { state in
          log.add("guard \(state.route.label) \(state.target.route.label)")
          return .proceed
        }
      }
    }
    #expect(await router.open("/shop/7/edit").status == .opened)
    #expect(
      log.lines == [
        "guard /shop/:id/edit edit", "guard /shop/** edit",
        "guard shop edit", "own shop edit",
        "guard item edit", "own 1 item edit", "own 2 item edit",
        "guard edit edit", "own edit edit",
      ]
    )
  }

  @Test func `a guard from outside applies only to the route and those below it`() async throws {
    let log = Log()
    let router = try branch(log) { rules in
      try rules.guard("item") { _ in .stop() }
    }
    #expect(await router.open("/shop").status == .opened)
    #expect(await router.open("/shop/7").status == .intercepted)
    #expect(await router.open("/shop/7/edit").status == .intercepted)
  }

  @Test func `guards of one name run by priority, then by registration`() async throws {
    let log = Log()
    let router = try branch(Log()) { rules in
      for (name, priority) in [("a", 0), ("b", 2), ("c", 0), ("d", 2)] {
        try rules.guard("shop", priority: priority) { _ in
          log.add(name)
          return .proceed
        }
      }
    }
    _ = await router.open("/shop")
    #expect(log.lines == ["b", "d", "a", "c"])
  }

  @Test func `each guard sees its own route's parameters and the target's`() async throws {
    let log = Log()
    func note(_ state: RouteState) -> Decision {
      let own = state.params.keys.sorted().joined(separator: ",")
      let target = state.target.params.keys.sorted().joined(separator: ",")
      log.add("[\(own)] [\(target)] \(state.target.match[int: "id"] ?? 0)")
      return .proceed
    }
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/:shop", name: "shop") {
        LinkRoute.page(":id<int>", name: "item")
          .with { $0.redirects = [.decided(.immediate(note))] }
      }
      .with { $0.redirects = [.decided(.immediate(note))] }
    }
    try router.rules.guard("/:a/:b", note)
    #expect(await router.open("/x/7").status == .opened)
    #expect(log.lines == ["[a,b] [id,shop] 7", "[shop] [id,shop] 7", "[id,shop] [id,shop] 7"])
  }

  @Test func `all guards share one slot for the host's data on the target`() async throws {
    var kept: [Bool] = []
    final class Form: StateCacheContent {
      func release() {}
    }
    let form = Form()
    func look(_ state: RouteState) -> Decision {
      kept.append(state.target.hostForm === form)
      state.target.hostForm = form
      return .proceed
    }
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/a", name: "a") {
        LinkRoute.page("b", name: "b").with { $0.redirects = [.decided(.immediate(look))] }
      }
      .with { $0.redirects = [.decided(.immediate(look))] }
    }
    try router.rules.guard("/a/b", look)
    _ = await router.open("/a/b")
    #expect(kept == [false, true, true])
  }

  @Test func `the first decisive guard ends the checks`() async throws {
    let log = Log()
    let router = try branch(log) { rules in
      try rules.guard("shop") { _ in .stop("closed") }
    }
    let outcome = await router.open("/shop/7")
    #expect(outcome.summary == "intercepted 'closed'")
    #expect(outcome.asError == RouterError(.intercepted, "'/shop/7' was stopped: closed."))
    #expect(log.lines.isEmpty)
  }

  /// The tags of an open, and the status of its outcome.
  nonisolated static let restrictions: [([String], Outcome.Status)] = [
    ([], .intercepted),
    (["Views"], .intercepted),
    (["Other"], .intercepted),
    (["Logs", "Views"], .intercepted),
    (["Logs"], .opened),
  ]

  @Test(
    arguments: ["a", "/a", "parent", "/**"],
    restrictions
  )
  func `a guard with tags is skipped only in opens restricted to other tags`(
    key: String,
    restriction: ([String], Outcome.Status)
  ) async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/", name: "parent") {
        LinkRoute.page("a", name: "a")
      }
      .with { $0.tags = ["Views", "Logs", "Other"] }
    }
    try router.rules.guard(key, tags: ["Views", "Other"]) { _ in .stop() }
    let (tags, status) = restriction
    #expect(await router.open("/a", options: OpenOptions(tags: tags)).status == status)
  }

  @Test func `a recheck removes a screen that a guard with tags refuses`() async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/a", name: "a").with { $0.tags = ["Views", "Logs"] }
    }
    try router.rules.guard("a", tags: ["Views"]) { _ in .stop() }
    #expect(await router.open("/a", options: OpenOptions(tags: ["Logs"])).status == .opened)
    _ = await router.revalidate()
    #expect(router.stage.screens.isEmpty)
  }

  @Test func `guards match the final location, after the proxies`() async throws {
    let router = try Router.make({ rules in
      try rules.proxy("/a") { _ in .rewrite(to: "/b") }
      try rules.guard("/a") { _ in .stop("a") }
      try rules.guard("/b") { _ in .stop("b") }
    }) {
      LinkRoute.page("/**")
    }
    #expect(await router.open("/a").reason == "b")
  }

  @Test func `an unknown name is refused with the nearest one`() throws {
    let router = try branch(Log())
    #expect(
      throws: RouterError(
        .unknownName,
        "No route is named 'itme'. Did you mean 'item'?",
        nearest: ["item"]
      )
    ) {
      try router.rules.guard("itme") { _ in .proceed }
    }
  }
}
