import Moonroute
import RoutePatterns
import Testing

/// Semantics section 4, "build" and "outcome"; the Lua page on `open`, `push`, `fetch` and `build`.
@MainActor @Suite struct ResultTests {
  private func router(_ log: Log) throws -> Router {
    try Router.make({ _ in }) {
      LinkRoute.page("/root")
      LinkRoute("/view", name: "view")
        .view { _ in
          log.add("built")
          return Screen("View")
        }
        .guarded { _ in
          log.add("guard")
          return .proceed
        }
      LinkRoute("/action/:n<int>")
        .action {
          log.add("ran")
          return .int(($0.match[int: "n"] ?? 0) + 1)
        }
        .guarded { _ in
          log.add("guard")
          return .proceed
        }
      LinkRoute("/false").with { $0.action = .immediate { _ in .refused([false]) } }
      LinkRoute("/list").with { $0.action = .immediate { _ in .values([1, nil, "x"]) } }
      LinkRoute("/declines").with { $0.action = .immediate { _ in .declined } }
      LinkRoute("/to-action").redirect(to: "/action/1")
      LinkRoute("/passes").redirect { _ in .proceed }
    }
  }

  @Test func `a view is built exactly once per open`() async throws {
    let log = Log()
    let router = try router(log)
    _ = await router.open("/root")
    _ = await router.open("/view")
    #expect(log.lines == ["guard", "built"])
  }

  @Test func `push and present are animators of the call`() async throws {
    let router = try router(Log())
    _ = await router.open("/root")
    #expect(await router.push("/view").animator == "push")
    #expect(await router.present("/view?again").animator == "present")
    var options = OpenOptions()
    options.animator = .root
    #expect(await router.push("/view", options: options).animator == "root")
  }

  @Test func `an action ends as handled with its values`() async throws {
    let log = Log()
    let router = try router(log)
    let outcome = await router.open("/action/4")
    #expect(outcome.status == .handled)
    #expect(outcome.values == [5])
    #expect(outcome.screen == nil && outcome.animator == nil)
    #expect(log.lines == ["guard", "ran"])
  }

  @Test func `an outcome is described on one line`() async throws {
    let router = try router(Log())
    #expect("\(await router.open("/action/4"))" == "handled /action/:n<int> /action/4 = 5")
    #expect("\(await router.open("/nowhere"))".hasPrefix("not_found /nowhere: "))
  }

  @Test func `fetch returns the action's values, including false`() async throws {
    let log = Log()
    let router = try router(log)
    #expect(try await router.fetch("/action/4") == [5])
    #expect(try await router.fetch("/to-action") == [2])
    #expect(try await router.fetch("/list") == [1, nil, "x"])
    #expect(try await router.fetch("/false") == [false])
    #expect(log.lines == ["guard", "ran", "guard", "ran"])
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let rule: String
    let purpose: OpenPurpose
    let location: String
    let code: RouterError.Code
    let message: String

    var testDescription: String { rule }
  }

  nonisolated static let refusals: [Refusal] = [
    Refusal(
      rule: "a fetch of a view",
      purpose: .fetch,
      location: "/view",
      code: .notFound,
      message:
        "'/view' opens the view of route '/view', but a fetch needs an action. Open it instead."
    ),
    Refusal(
      rule: "a fetch that every action declines",
      purpose: .fetch,
      location: "/declines",
      code: .notFound,
      message: "Every route that matches '/declines' declined it."
    ),
    Refusal(
      rule: "a fetch of a redirect-only route that passes",
      purpose: .fetch,
      location: "/passes",
      code: .noView,
      message:
        "Route '/passes' allows '/passes' but has no view. Give it one, or make it always"
        + " redirect."
    ),
    Refusal(
      rule: "a build of an action does not run it",
      purpose: .build,
      location: "/action/1",
      code: .noView,
      message:
        "'/action/1' runs the action of route '/action/:n<int>', but a build needs a view."
        + " Fetch it instead."
    ),
    Refusal(
      rule: "a fetch of nothing",
      purpose: .fetch,
      location: "/nowhere",
      code: .notFound,
      message: "No route matches '/nowhere'."
    ),
  ]

  @Test(arguments: refusals)
  func `an action without values is an error for fetch`(row: Refusal) async throws {
    let log = Log()
    let router = try router(log)
    let error = await #expect(throws: RouterError.self) {
      if row.purpose == .fetch {
        _ = try await router.fetch(row.location)
      } else {
        _ = try await router.build(row.location)
      }
    }
    #expect(error?.code == row.code)
    #expect(error?.message == row.message)
    #expect(!log.lines.contains("ran"))
  }

  @Test func `build runs the guards, shows nothing, and returns an identity`() async throws {
    let log = Log()
    let router = try router(log)
    let screen = try await router.build("/view")
    #expect(screen.name == "view")
    #expect(screen.id != .unplaced)
    #expect(log.lines == ["guard", "built"])
    #expect(router.stage.top == nil)
  }

  @Test func `fetch and build do not try fallbacks`() async throws {
    let log = Log()
    let router = try router(log)
    router.rules.unmatched = .immediate { _ in
      log.add("unmatched")
      return .text("/view")
    }
    router.rules.onError = .immediate { _ in
      log.add("on_error")
      return nil
    }
    await #expect(throws: RouterError.self) { try await router.fetch("/nowhere") }
    await #expect(throws: RouterError.self) { try await router.build("/nowhere") }
    #expect(log.lines.isEmpty)
  }

  @Test func `all seven statuses have their names`() {
    #expect(
      Outcome.Status.allCases.map(\.rawValue) == [
        "opened", "handled", "intercepted", "not_found", "failed", "cancelled", "fell_back",
      ]
    )
  }

  @Test func `reserved query keys are not in the query`() async throws {
    let router = try router(Log())
    let outcome = await router.open("/view?a=1&route_fallback_url=/x&route_no_animation=1&b=2")
    #expect(outcome.screen?.state?.queryItems == ["a": "1", "b": "2"])
    #expect(outcome.screen?.state?.params == ["a": "1", "b": "2"])
  }

  @Test func `a parameter of the path replaces a query item of the same name`() async throws {
    let router = try Router.make({ _ in }) { LinkRoute.page("/:a/:b") }
    let outcome = await router.open("/path/path?a=query&b=query&c=query")
    let expected: LinkParams = ["a": "path", "b": "path", "c": "query"]
    #expect(outcome.screen?.state?.params == expected)
    #expect(outcome.params == expected)
  }

  struct Animated: Sendable, CustomTestStringConvertible {
    let query: String
    var route: Bool?
    var call: Bool?
    let expected: Bool

    var testDescription: String {
      "\(query), route \(route.map { "\($0)" } ?? "-"), call \(call.map { "\($0)" } ?? "-")"
    }
  }

  nonisolated static let animated: [Animated] = [
    Animated(query: "", expected: true),
    Animated(query: "=true", expected: false),
    Animated(query: "=YES", expected: false),
    Animated(query: "=1", expected: false),
    Animated(query: "=-0.5", expected: false),
    Animated(query: "=0", expected: true),
    Animated(query: "=0.0", expected: true),
    Animated(query: "=false", expected: true),
    Animated(query: "=no", expected: true),
    Animated(query: "=on", expected: true),
    Animated(query: "=", expected: true),
    Animated(query: "=1&route_no_animation=0", expected: true),
    Animated(query: "=1", route: true, expected: true),
    Animated(query: "=0", route: false, expected: false),
    Animated(query: "=1", call: true, expected: true),
    Animated(query: "", route: true, call: false, expected: false),
    Animated(query: "=1", route: false, call: true, expected: true),
  ]

  @Test(arguments: animated)
  func `the route overrides the query, and the call overrides the route`(row: Animated) async throws
  {
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/a").with { $0.animated = row.route }
    }
    var options = OpenOptions()
    options.animated = row.call
    _ = await router.open(
      "/a" + (row.query.isEmpty ? "" : "?route_no_animation\(row.query)"),
      options: options
    )
    #expect(router.stage.transitions.last?.isAnimated == row.expected)
  }

  @Test func `the first location's animation option applies to its redirect targets`() async throws
  {
    let router = try Router.make({ _ in }) {
      LinkRoute("/old").redirect(to: "/a")
      LinkRoute.page("/a")
    }
    _ = await router.open("/old?route_no_animation=1")
    #expect(router.stage.transitions.last?.isAnimated == false)
  }

  @Test func `a refresh changes its page in place and builds nothing`() async throws {
    let log = Log()
    let router = try Router.make({ _ in }) {
      LinkRoute("/product/:id", name: "product")
        .view { _ in
          log.add("built")
          return Screen("Product")
        }
        .animator(
          .refresh(otherwise: .root(wrap: .stack)) { _, state in
            Screen("Product", ["title": .text(state.match[text: "id"] ?? "")])
          }
        )
    }
    let first = await router.open("/product/1")
    let second = await router.open("/product/2")
    #expect(first.animator == "root" && second.animator == "refresh")
    #expect(second.screen?.id == first.screen?.id)
    #expect(router.stage.top?["title"] == "2")
    #expect(router.stage.top?.location == "/product/2")
    #expect(log.lines == ["built"])
  }
}
