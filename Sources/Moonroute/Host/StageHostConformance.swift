import TextTools

/// Checks that a host shows the content of the stage.
///
/// Another package imports it with `@_spi(Tooling) import Moonroute`:
///
/// ```swift
/// @MainActor @Test func `my host shows the stage`() async throws {
///   let problems = try await StageHostConformance.problems(seed: 1) { router in MyHost(router) }
///   #expect(problems.isEmpty)
/// }
/// ```
@_spi(Tooling) public enum StageHostConformance {
  /// Runs every scenario, then random changes.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random changes.
  ///   - count: The number of random changes.
  ///   - makeHost: Makes a host for a router; called for every scenario. The router has its own
  ///     routes, lives on the main actor and does not show its stage on the host yet.
  /// - Returns: The problems, each with its scenario and both pictures; empty if the host is
  ///   correct.
  /// - Throws: The error of `makeHost`.
  @MainActor public static func problems(
    seed: UInt64 = 1,
    count: Int = 200,
    makeHost: @MainActor (LinkRouter) throws -> any PicturedHost
  ) async throws -> [String] {
    var problems: [String] = []
    for scenario in StageScenario.all(seed: seed, count: count) {
      let router = try StageScenario.makeRouter()
      let host = try makeHost(router)
      if let problem = await scenario.problem(try router.mainRouter(), host) {
        problems.append(problem)
      }
    }
    return problems
  }
}

/// One thing that a host must be able to show.
struct StageScenario {
  enum Act {
    case open(String)
    case replace(String)
    case go(String)
    case back(Int)
    case dismiss
    case popToRoot
    case select(TabKey)
    case reset(TabKey)
    case update
    case swipe
    /// The host starts to mirror the stage only now.
    case mirror
  }

  let name: String
  let acts: [Act]

  /// The scenarios, the random one last.
  static func all(seed: UInt64, count: Int) -> [StageScenario] {
    named + [StageScenario(name: "random changes of seed \(seed)", acts: random(seed, count))]
  }

  private static let named = [
    StageScenario(name: "a root, then another", acts: [.open("/single"), .open("/home")]),
    StageScenario(
      name: "pushing and going back",
      acts: [.open("/home"), .open("/page"), .open("/page"), .back(1), .back(1)]
    ),
    StageScenario(
      name: "several steps back at once",
      acts: [.open("/home"), .open("/page"), .open("/modal"), .open("/page"), .back(2)]
    ),
    StageScenario(
      name: "modals over modals",
      acts: [.open("/home"), .open("/modal"), .open("/modal"), .open("/flow"), .dismiss, .dismiss]
    ),
    StageScenario(
      name: "a modal with a stack",
      acts: [.open("/home"), .open("/flow"), .open("/page"), .back(1), .dismiss]
    ),
    StageScenario(
      name: "pushing under a modal",
      acts: [.open("/home"), .open("/modal"), .open("/under"), .dismiss]
    ),
    StageScenario(
      name: "replacing the top",
      acts: [.open("/home"), .open("/page"), .replace("/page"), .open("/modal"), .replace("/page")]
    ),
    StageScenario(
      name: "tabs",
      acts: [
        .open("/feed"), .open("/search"), .open("/feed/1"), .select("search"), .reset("feed"),
        .open("/modal"), .open("/feed"),
      ]
    ),
    StageScenario(
      name: "going to a branch",
      acts: [.open("/search"), .go("/feed/1"), .go("/home")]
    ),
    StageScenario(
      name: "a split",
      acts: [.open("/mail"), .open("/letter"), .open("/letter"), .open("/shown"), .back(1)]
    ),
    StageScenario(name: "a screen that changes", acts: [.open("/home"), .update]),
    StageScenario(
      name: "a host that is added later",
      acts: [.open("/home"), .open("/page"), .open("/flow"), .mirror, .back(1)]
    ),
    StageScenario(
      name: "a person who swipes back",
      acts: [.open("/home"), .open("/page"), .swipe, .open("/modal"), .swipe, .back(1)]
    ),
  ]

  private static func random(_ seed: UInt64, _ count: Int) -> [Act] {
    let locations = [
      "/single", "/home", "/page", "/page", "/page", "/modal", "/flow", "/under", "/mail",
      "/letter", "/shown", "/feed", "/feed/1", "/search",
    ]
    var random = SeededGenerator(seed: seed)
    return (0..<count)
      .map { _ in
        let location = locations[random.next(below: locations.count)]
        switch random.next(below: 12) {
        case 0...5: return .open(location)
        case 6: return .replace(location)
        case 7: return .go(location)
        case 8: return .back(1 + random.next(below: 2))
        case 9: return .dismiss
        case 10: return random.next(below: 2) == 0 ? .popToRoot : .reset("feed")
        default: return .select(random.next(below: 2) == 0 ? "feed" : "search")
        }
      }
  }

  @MainActor func problem(_ router: Router, _ host: any PicturedHost) async -> String? {
    let comesLater = acts.contains { if case .mirror = $0 { true } else { false } }
    if !comesLater { router.show(on: host) }
    var isMirrored = !comesLater
    for (number, act) in acts.enumerated() {
      await perform(act, router, host)
      if case .mirror = act { isMirrored = true }
      guard isMirrored else { continue }
      await host.waitUntilIdle()
      let (expected, shown) = (router.stage.tree.root.map(StagePicture.init(of:)), host.picture)
      guard expected != shown else { continue }
      let words = (expected?.description ?? "nothing", shown?.description ?? "nothing")
      return
        "\(name), act \(number + 1) (\(act)): the stage is \(words.0); the host shows \(words.1)"
    }
    return nil
  }

  @MainActor private func perform(
    _ act: Act,
    _ router: Router,
    _ host: any PicturedHost
  ) async {
    switch act {
    case .open(let text): _ = await router.open(text)
    case .replace(let text): _ = await router.replace(text)
    case .go(let text): _ = await router.go(text)
    case .back(let count): await router.back(count)
    case .dismiss: await router.dismiss()
    case .popToRoot: await router.popToRoot()
    case .select(let tab): await router.select(tab: tab)
    case .reset(let tab): await router.reset(tab: tab)
    case .update: router.stage.update(router.stage.top?.id ?? .unplaced) { $0["title"] = "New" }
    case .swipe:
      if await !host.swipeBack() { await router.swipeBack() }
    case .mirror: router.show(on: host)
    }
  }

  @MainActor static func makeRouter() throws(RouteProblems) -> LinkRouter {
    try LinkRouter {
      LinkRoute("/single", name: "single")
        .view("Single")
        .animator(.root)
      LinkRoute("/home", name: "home")
        .view("Home")
        .animator(.root(wrap: .stack))
      LinkRoute("/page", name: "page")
        .view("Page")
        .animator(.push)
      LinkRoute("/under", name: "under")
        .view("Under")
        .animator(.push(underModal: .push))
      LinkRoute("/modal", name: "modal")
        .view("Modal")
        .animator(.present)
      LinkRoute("/flow", name: "flow")
        .view("Flow")
        .animator(.sheet(wrap: .stack))
      LinkRoute("/mail", name: "mail")
        .view("Mail")
        .animator(.root(wrap: .split))
      LinkRoute("/letter", name: "letter")
        .view("Letter")
        .animator(.showDetail)
      LinkRoute("/shown", name: "shown")
        .view("Shown")
        .animator(.show)
      LinkRoute.shell("main") {
        LinkRoute("/feed", name: "feed")
          .view("Feed")
          .children {
            LinkRoute(":n", name: "post").view("Post")
          }
        LinkRoute("/search", name: "search").view("Search")
      }
    }
  }
}
