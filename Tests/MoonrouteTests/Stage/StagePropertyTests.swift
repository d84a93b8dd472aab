@_spi(Tooling) import Moonroute
import RoutePatterns
import TestSupport
import Testing
import TextTools

/// Random changes, compared with a simple model after each one.
@MainActor @Suite struct StagePropertyTests {
  enum Act: CaseIterable {
    case single, home, page, modal, flow, mail, letter, feed, post, search
    case replace, goPage, goPost, back, backTwo, dismiss, close, popToRoot
    case selectFeed, selectSearch, resetFeed, resetSearch, swipe, restore
  }

  /// The lifecycles of screens, checked during the changes.
  final class Lives {
    var shown: Set<Screen.ID> = []
    var closed: Set<Screen.ID> = []
    var problems: [String] = []

    func take(_ event: ScreenTurnEvent) {
      let id = event.screen.id
      if closed.contains(id) { problems.append("\(event.turn) of \(id) after its close") }
      switch event.turn {
      case .appear: if !shown.insert(id).inserted { problems.append("\(id) appears twice") }
      case .disappear: if shown.remove(id) == nil { problems.append("\(id) disappears unseen") }
      case .close:
        if shown.contains(id) { problems.append("\(id) closes while it is seen") }
        closed.insert(id)
      }
    }
  }

  /// Counts results.
  final class Results {
    var asked = 0
    var delivered = 0
    var differing: [Screen.ID] = []
    private var known: [Screen.ID: ScreenResult] = [:]

    func take(_ result: ScreenResult, of screen: Screen.ID) {
      delivered += 1
      if let first = known.updateValue(result, forKey: screen), first != result {
        differing.append(screen)
      }
    }
  }

  private func perform(_ act: Act, _ router: Router, _ naive: NaiveStage) async throws -> Bool {
    switch act {
    case .single: naive.setRoot("Single")
    case .home: naive.setRoot("Home", in: "stack")
    case .mail: naive.setRoot("Mail", in: "split")
    case .goPage: naive.go("Page")
    case .goPost: naive.goTab(0, ["Feed", "Post"])
    default: return try await performIfPossible(act, router, naive)
    }
    let locations: [Act: String] = [
      .single: "/single", .home: "/home", .mail: "/mail", .goPage: "/page", .goPost: "/feed/post",
    ]
    let text = locations[act] ?? "/"
    let isGo = act == .goPage || act == .goPost
    return await (isGo ? router.go(text) : router.open(text)).isSuccess
  }

  /// - Returns: Whether the stage and its model agree on whether the change is possible.
  private func performIfPossible(
    _ act: Act,
    _ router: Router,
    _ naive: NaiveStage
  ) async throws -> Bool {
    let (expected, done): (Bool, Bool)
    switch act {
    case .page: (expected, done) = (naive.push("Page"), await router.open("/page").isSuccess)
    case .modal:
      (expected, done) = (naive.presentOnce("Modal"), await router.open("/modal").isSuccess)
    case .flow:
      (expected, done) = (
        naive.presentOnce("Flow", inStack: true), await router.open("/flow").isSuccess
      )
    case .letter:
      (expected, done) = (naive.showDetail("Letter"), await router.open("/letter").isSuccess)
    case .feed:
      (expected, done) = (naive.openTab(0, ["Feed"]), await router.open("/feed").isSuccess)
    case .post:
      (expected, done) = (
        naive.openTab(0, ["Feed", "Post"]), await router.open("/feed/post").isSuccess
      )
    case .search:
      (expected, done) = (naive.openTab(1, ["Search"]), await router.open("/search").isSuccess)
    case .replace:
      (expected, done) = (naive.replace("Page"), await router.replace("/page").isSuccess)
    case .back, .close: (expected, done) = (naive.back(1), await router.back().isDone)
    case .backTwo: (expected, done) = (naive.back(2), await router.back(2).isDone)
    case .dismiss: (expected, done) = (naive.dismiss(), await router.dismiss(with: 1).isDone)
    case .popToRoot: (expected, done) = (naive.popToRoot(), await router.popToRoot().isDone)
    case .selectFeed: (expected, done) = (naive.select(0), await router.select(tab: "feed").isDone)
    case .selectSearch:
      (expected, done) = (naive.select(1), await router.select(tab: "search").isDone)
    case .resetFeed: (expected, done) = (naive.reset(0), await router.reset(tab: "feed").isDone)
    case .resetSearch: (expected, done) = (naive.reset(1), await router.reset(tab: "search").isDone)
    case .swipe:
      let swipe = router.beginSwipeBack()
      (expected, done) = (naive.back(1), swipe?.finish() != nil)
    case .restore:
      (expected, done) = (
        true, try await router.restore(from: router.stage.restorationState).isEmpty
      )
    case .single, .home, .mail, .goPage, .goPost: (expected, done) = (true, false)
    }
    return expected == done
  }

  /// A sequence of random changes: one is long, the others start again more often.
  struct Sequence: CustomTestStringConvertible, Sendable {
    let seed: UInt64
    let count: Int

    var testDescription: String { "\(count) changes of seed \(seed)" }
  }

  @Test(
    arguments: [Sequence(seed: 31, count: TestScale.stageChanges)]
      + (1...8).map { Sequence(seed: $0 * 7919, count: TestScale.stageChanges / 20) }
  )
  func `random changes leave the stage equal to a simple model`(sequence: Sequence) async throws {
    let seed = sequence.seed
    let router = try await StageShape.router(StageShape.all[0])
    let (naive, lives, results) = (NaiveStage(), Lives(), Results())
    router.observeScreens { lives.take($0) }
    let host = HeadlessStage()
    router.show(on: host)
    var random = SeededGenerator(seed: seed)
    var handles: [OpenHandle] = []
    var waiting: [Task<Void, any Error>] = []
    var known: Set<Screen.ID> = []
    for number in 1...sequence.count {
      let act = Act.allCases.randomElement(using: &random) ?? .home
      let (before, tree) = (naive.drawing, router.stage.tree)
      let agrees = try await perform(act, router, naive)
      let place: Comment = "seed \(seed), change \(number): \(act) of \(before)"
      try #require(agrees, place)
      try #require(router.stage.tree.shortDrawing == naive.drawing, place)
      try #require(lives.problems.isEmpty, place)
      try checkInvariants(of: router, host, lives, place)
      try checkDifference(tree, router.stage.tree, place)
      for screen in router.stage.screens where known.insert(screen.id).inserted {
        let handle = try #require(router.handle(of: screen.id), place)
        handles.append(handle)
        // Two callers ask, and each gets the same result.
        for _ in 1...2 {
          results.asked += 1
          waiting.append(
            Task {
              results.take(try await handle.result(), of: handle.screen)
            }
          )
        }
      }
    }
    _ = await router.open("/single")
    let last = try #require(router.stage.top?.id)
    for handle in handles where handle.screen != last { #expect(handle.ended != nil) }
    await router.remove(everything: last)
    for task in waiting { try await task.value }
    #expect(results.asked == results.delivered)
    #expect(results.differing.isEmpty)
    #expect(handles.count == known.count)
    #expect(lives.shown.isEmpty)
    #expect(known.subtracting(lives.closed).isEmpty)
  }

  /// The missing screens are the difference of two lists, top first.
  private func checkDifference(_ before: StageTree, _ now: StageTree, _ place: Comment) throws {
    let staying = Set(now.screens.map(\.id))
    let missing = before.screens.map(\.id).reversed().filter { !staying.contains($0) }
    try #require(before.screenIDs(missingIn: now) == missing, place)
    try #require(before.screens(missingIn: now).map(\.id) == missing, place)
  }

  /// There is one top, no orphan, and every visible screen has appeared.
  private func checkInvariants(
    of router: Router,
    _ host: HeadlessStage,
    _ lives: Lives,
    _ place: Comment
  ) throws {
    let (stage, drawing) = (router.stage, router.stage.tree.description)
    let ids = stage.screens.map(\.id)
    try #require(Set(ids).count == ids.count, place)
    let tops = drawing.split(separator: "\n").filter { $0.hasSuffix("◀ top") }.count
    try #require(tops == (ids.isEmpty ? 0 : 1), place)
    try #require(stage.top == nil || ids.contains(stage.top?.id ?? .unplaced), place)
    try #require(ids.allSatisfy { router.handle(of: $0) != nil }, place)
    try #require(lives.closed.isDisjoint(with: ids), place)
    try #require(lives.shown == Set(stage.tree.visible.map(\.id)), place)
    try #require(host.picture == stage.tree.root.map(StagePicture.init(of:)), place)
  }
}

extension Router {
  fileprivate func remove(everything id: Screen.ID) async { userDidPop(id) }
}

extension StageTree {
  /// The stage on one line, in the format of the naive stage.
  fileprivate var shortDrawing: String { root.map(Self.draw) ?? "empty" }

  private static func draw(_ node: StageNode) -> String {
    var text = node.screen?.view ?? node.kind.rawValue
    if case .tabs(_, let selected) = node.content { text += "\(selected + 1)" }
    if node.screen == nil { text += "(" + node.children.map(draw).joined(separator: " ") + ")" }
    if let over = node.presented { text += " under " + over.style.name + " " + draw(over.node) }
    return text
  }
}
