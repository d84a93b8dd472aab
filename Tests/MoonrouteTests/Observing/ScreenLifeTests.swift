import Moonroute
import RoutePatterns
import Testing

/// Semantics section 5, the life of a screen.
@MainActor @Suite struct ScreenLifeTests {
  private static func shape(_ name: String) async throws -> Router {
    try await StageShape.router(try #require(StageShape.all.first { $0.name == name }))
  }

  /// The lifecycle events of all screens from now on.
  private func turns(of router: Router) -> Log {
    let log = Log()
    router.observeScreens { log.add("\($0.turn.rawValue) \($0.screen.view)") }
    return log
  }

  /// An action on a stage shape, and the lifecycle events that it causes.
  struct Case: CustomTestStringConvertible, Sendable {
    let shape: String
    let testDescription: String
    let turns: String
    let act: @MainActor @Sendable (Router) async -> Void

    init(
      _ shape: String,
      _ name: String,
      _ turns: String,
      _ act: @escaping @MainActor @Sendable (Router) async -> Void
    ) {
      (self.shape, testDescription, self.turns, self.act) = (shape, name, turns, act)
    }
  }

  @Test(arguments: [
    Case("empty", "the first screen", "appear Single") { _ = await $0.open("/single") },
    Case("stack", "push", "disappear Page, appear Page") { _ = await $0.open("/page") },
    Case("stack", "present", "disappear Page, appear Modal") { _ = await $0.open("/modal") },
    Case("stack", "back", "disappear Page, close Page, appear Home") { await $0.back() },
    Case("modal over stack", "dismiss", "disappear Modal, close Modal, appear Page") {
      await $0.dismiss()
    },
    Case(
      "modal over stack",
      "root",
      "disappear Modal, close Modal, close Page, close Home, appear Single"
    ) { _ = await $0.open("/single") },
    Case("tabs", "select", "disappear Post, appear Search") { await $0.select(tab: "search") },
    Case("tabs", "reset", "disappear Post, close Post, appear Feed") {
      await $0.reset(tab: "feed")
    },
    Case(
      "split",
      "the primary stays when the detail changes",
      "disappear Letter, close Letter, appear Letter"
    ) { _ = await $0.open("/letter") },
    Case("split", "both are covered by a modal", "disappear Letter, disappear Mail, appear Modal") {
      _ = await $0.open("/modal")
    },
    Case("stack", "nothing that only changes a page", "") { router in
      router.stage.update(router.stage.top?.id ?? .unplaced) { $0["title"] = "T" }
    },
  ])
  func `a screen appears, disappears and closes in this order`(row: Case) async throws {
    let router = try await Self.shape(row.shape)
    let log = turns(of: router)
    await row.act(router)
    #expect(log.lines.joined(separator: ", ") == row.turns)
  }

  @Test func `an observer of one screen ends with it`() async throws {
    let router = try await Self.shape("stack")
    let page = try #require(router.stage.top)
    let log = Log()
    for turn in ScreenTurn.allCases {
      router.on(turn, of: page.id) { log.add("\(turn) \($0["title"].text ?? "")") }
    }
    router.stage.update(page.id) { $0["title"] = "new" }
    _ = await router.open("/modal")
    await router.dismiss()
    await router.back()
    #expect(log.lines == ["disappear new", "appear new", "disappear new", "close new"])
    #expect(router.on(.appear, of: page.id) { _ in } == nil)
  }

  @Test func `a nested event is delivered after the current one is complete`() async throws {
    let router = try await Self.shape("stack")
    let log = turns(of: router)
    let watched = Router.Sync(router)
    router.observeScreens { event in
      if event.turn == .appear, event.screen.view == "Modal" { watched.remove("modal") }
    }
    _ = await router.open("/modal")
    #expect(
      log.lines == [
        "disappear Page", "appear Modal", "disappear Modal", "close Modal", "appear Page",
      ]
    )
  }

  @Test func `a screen that leaves because of another's event gets its own`() async throws {
    let router = try await Self.shape("modal over stack")
    let (page, modal) = (router.stage.find("page")?.id, router.stage.find("modal")?.id)
    let (log, watched) = (Log(), Router.Sync(router))
    let result = router.handle(of: page ?? .unplaced)
    router.on(.disappear, of: modal ?? .unplaced) { _ in
      watched.remove("page")
      log.add("page is \(result?.ended == nil ? "being told" : "over")")
    }
    for turn in ScreenTurn.allCases {
      router.on(turn, of: page ?? .unplaced) { log.add("\(turn) \($0.view)") }
    }
    router.observe { event in
      if case .didChange(let transition) = event { log.add("change \(transition.number)") }
    }
    let first = (router.stage.transitions.last?.number ?? 0) + 1
    await router.dismiss()
    #expect(
      log.lines == [
        "page is being told", "appear Page", "change \(first)", "disappear Page", "close Page",
        "change \(first + 1)",
      ]
    )
    #expect(result?.ended == ScreenResult(.null, .dismissed))
    #expect(router.handle(of: page ?? .unplaced) == nil)
  }
}

extension Router {
  /// Changes the stage immediately, like a host that reports a change by the user.
  @MainActor final class Sync {
    private let router: Router

    init(_ router: Router) { self.router = router }

    func remove(_ name: String) {
      guard let screen = router.stage.find(name) else { return }
      router.userDidPop(screen.id)
    }
  }
}
