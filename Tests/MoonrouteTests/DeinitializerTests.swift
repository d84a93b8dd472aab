import Moonroute
import Testing

/// A deinitializer may run any code of the program, so it never runs inside a change.
///
/// Optimized code releases objects earlier; `make test-optimized` runs these tests in such code.
@MainActor @Suite struct DeinitializerTests {
  /// An object that calls a function in its deinitializer.
  private final class Last: Sendable {
    let end: @Sendable @MainActor () -> Void

    init(_ end: @escaping @Sendable @MainActor () -> Void) { self.end = end }

    deinit {
      let end = end
      MainActor.assumeIsolated { end() }
    }
  }

  enum Attached: String, CaseIterable, Sendable {
    case rewriter, locationGuard, namedGuard, route
  }

  @Test(arguments: Attached.allCases)
  func `a removed closure can add another one while it ends`(kind: Attached) throws {
    let (router, log) = (Router(), Log())
    try router.rules.add(LinkRoute("/a", name: "a").view("A"))
    func attach(_ last: Last?) throws -> Registration {
      let decision = LinkRoute.Redirect.decided(
        .immediate { _ in
          _ = last
          return .proceed
        }
      )
      switch kind {
      case .rewriter: return try router.rules.addRewriter("/a", decision: decision)
      case .locationGuard: return try router.rules.addGuard(for: "/a", decision: decision)
      case .namedGuard: return try router.rules.addGuard(for: "a", decision: decision)
      case .route:
        return try router.rules
          .add(
            LinkRoute("/b\(log.lines.count)").action { _ in last == nil ? "none" : "one" }
          )
          .registration
      }
    }
    let registration = try attach(
      Last {
        log.add("ended")
        _ = try? attach(nil)
        router.rules.sweep()
      }
    )
    registration.cancel()
    router.rules.sweep()
    #expect(log.lines == ["ended"])
    #expect(router.rules.routeNames == ["a"])
  }

  @Test func `a removed listener of a screen can add another one while it ends`() async throws {
    let (router, log) = (Router(), Log())
    try router.rules.add(LinkRoute("/a", name: "a").view("A"))
    let handle = try #require(await router.open("/a").handle)
    func listen() -> Registration {
      let last = Last {
        log.add("ended")
        handle.on("typed") { _ in }
      }
      return handle.on("typed") { _ in _ = last }
    }
    listen().cancel()
    handle.on("typed") { _ in }
    #expect(log.lines == ["ended"])
  }

  @Test func `a removed observer can add another one while it ends`() throws {
    let (router, log) = (Router(), Log())
    func observe(_ last: Last?) -> Registration { router.observe { _ in _ = last } }
    let registration = observe(
      Last {
        log.add("ended")
        _ = observe(nil)
      }
    )
    registration.cancel()
    _ = observe(nil)
    #expect(log.lines == ["ended"])
  }

  @Test func `a screen that left ends before the outcome is published`() async throws {
    let (router, log) = (Router(), Log())
    try router.rules
      .add(LinkRoute("/a", name: "a").view { _ in Screen("A", Last { log.add("ended") }) })
    try router.rules
      .add(LinkRoute("/b", name: "b").view("B").animator(.replace))
    // The outcome of this open also holds the screen.
    #expect(await router.open("/a").status == .opened)
    router.observeOutcomes { log.add($0.text) }
    #expect(await router.open("/b").status == .opened)
    #expect(log.lines == ["ended", "/b"])
  }
}
