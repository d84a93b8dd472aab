import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Registrations, cancelled and bound to owners.
///
/// Semantics sections 3 and 6 on owners.
@MainActor @Suite struct RegistrationTests {
  final class Owner {}

  @Test func `a cancelled route no longer counts, immediately and for everyone`()
    async throws
  {
    let router = try Router.make({ _ in }) { LinkRoute.page("/a/**", name: "any") }
    let route = try router.add(LinkRoute.page("/a/b", name: "b") { LinkRoute.page("c", name: "c") })
    let index = router.rules.directory.index
    #expect(await router.open("/a/b").name == "b")
    #expect(await router.open("/a/b/c").name == "c")
    route.registration.cancel()
    route.registration.cancel()
    #expect(!route.isActive)
    #expect(index.match("/a/b")?.route.name == "any")
    #expect(index.routes.map(\.name) == ["any"])
    #expect(index.winningRoutes.map(\.name) == ["any"])
    #expect(index.route(named: "b") == nil)
    #expect(await router.open("/a/b").name == "any")
    #expect(await router.open("/a/b/c").name == "any")
    #expect(throws: RouterError.self) { try router.location(to: "c") }
    #expect(throws: Never.self) { try router.add(LinkRoute.page("/a/b", name: "b")) }
    #expect(await router.open("/a/b").name == "b")
  }

  @Test func `guards and proxies can be cancelled`() async throws {
    let router = try Router.make({ _ in }) { LinkRoute.page("/a", name: "a") }
    let all = [
      try router.addRewriter("/a", .immediate { _ in .stop("proxy") }),
      try router.addGuard(for: "/a", .immediate { _ in .stop("pattern") }),
      try router.addGuard(for: "a", .immediate { _ in .stop("name") }),
    ]
    for (registration, reason) in zip(all, ["proxy", "pattern", "name"]) {
      #expect(await router.open("/a").reason == reason)
      registration.cancel()
    }
    #expect(await router.open("/a").status == .opened)
  }

  @Test func `a registration with an owner ends with it`() async throws {
    let router = try Router.make({ _ in }) { LinkRoute.page("/a", name: "a") }
    var owner: Owner? = Owner()
    try router.add(LinkRoute.page("/b", name: "b"), owner: owner)
    let proxy = try router.addRewriter("/c", owner: owner, .immediate { _ in .open("/b") })
    try router.addGuard(for: "a", owner: owner, .immediate { _ in .stop() })
    #expect(await router.open("/c").name == "b")
    #expect(await router.open("/a").status == .intercepted)
    owner = nil
    #expect(!proxy.isActive)
    #expect(await router.open("/c").status == .notFound)
    #expect(await router.open("/b").status == .notFound)
    #expect(await router.open("/a").status == .opened)
  }

  @Test(arguments: [RouteTable.Order.rank, .first, .last])
  func `of several owned registrations at one place, the newest living one wins`(
    order: RouteTable.Order
  ) async throws {
    let router = try Router.make({ $0.configuration.order = order }) { LinkRoute.page("/a") }
    var owners: [Owner?] = [Owner(), Owner(), Owner()]
    for (number, owner) in owners.enumerated() {
      try router.add(
        LinkRoute("/a", name: "owned").action { _ in .int(Int64(number)) },
        owner: owner
      )
    }
    #expect(try await router.fetch("/a") == [2])
    owners[2] = nil
    #expect(try await router.fetch("/a") == [1])
    owners[0] = nil
    #expect(try await router.fetch("/a") == [1])
    #expect(try router.location(to: "owned") == "/a")
    owners[1] = nil
    #expect(await router.open("/a").status == .opened)
  }

  @Test func `registrations of a view belong to its screen`() async throws {
    var router: Router?
    router = try Router.make({ _ in }) {
      LinkRoute("/home")
        .view { _ in
          try router?
            .add(
              LinkRoute("/home/hello").action { _ in "hello" }
            )
          return Screen("Home")
        }
        .animator(.root)
      LinkRoute("/late")
        .view { _ in
          await Task.yield()
          try router?
            .add(
              LinkRoute("/late/hello").action { _ in "hello" }
            )
          return Screen("Late")
        }
        .animator(.root)
      LinkRoute("/fails")
        .view { _ in
          try router?
            .add(
              LinkRoute("/fails/hello").action { _ in "hello" }
            )
          return nil as Screen?
        }
    }
    #expect(router?.viewOwner == nil)
    _ = await router?.open("/home")
    #expect(await router?.open("/home/hello").status == .handled)
    _ = await router?.open("/late")
    #expect(await router?.open("/late/hello").status == .handled)
    #expect(await router?.open("/home/hello").status == .notFound)
    _ = await router?.open("/fails")
    #expect(await router?.open("/fails/hello").status == .notFound)
  }

  @Test func `a screen on the stage can own later registrations`() async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/a")
      LinkRoute.page("/b")
    }
    let screen = try #require(await router.open("/a").screen)
    let owner = router.owner(of: screen.id)
    #expect(owner === router.owner(of: screen.id))
    try router.add(
      LinkRoute("/of-a").action { _ in 1 },
      owner: owner
    )
    #expect(await router.open("/of-a").status == .handled)
    _ = await router.open("/b")
    #expect(router.owner(of: screen.id) == nil)
  }

  @Test func `a running open finishes with its current rules`() async throws {
    let gate = Gate()
    let router = try Router.make({ _ in }) { LinkRoute.page("/other") }
    let route = try router.add(
      LinkRoute.page("/a")
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
    )
    let opening = Task { await router.open("/a") }
    await gate.reached()
    route.registration.cancel()
    for number in 0..<100 { try router.add(LinkRoute.page("/new/\(number)")) }
    gate.open()
    #expect(await opening.value.status == .opened)
    #expect(await router.open("/a").status == .notFound)
  }

  @Test func `a cancelled registration is released`() async throws {
    let router = try Router.make({ _ in }) { LinkRoute.page("/stays") }
    weak var kept: Owner?
    for number in 0..<200 {
      let held = Owner()
      kept = held
      let route = LinkRoute("/\(number)").action { _ in .text("\(held)") }
      try router.add(route).registration.cancel()
    }
    _ = await router.open("/stays")
    #expect(kept == nil)
    #expect(router.rules.routeCount == 1)
  }

  @Test func `a copy of rules shares only cancellations`() async throws {
    let rules = RouterRules()
    rules.configuration.redirectLimit = 2
    let shared = try rules.add(LinkRoute.page("/a", name: "a"))
    let copy = rules.copy()
    try copy.add(LinkRoute.page("/b", name: "b"))
    #expect(rules.routeNames == ["a"])
    #expect(copy.routeNames == ["a", "b"])
    #expect(copy.configuration.redirectLimit == 2)
    shared.registration.cancel()
    #expect(copy.routeNames == ["b"])
    #expect(copy.directory.index.match("/a") == nil)
  }
}
