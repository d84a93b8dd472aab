import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Semantics section 5, "Going back is part of the model".
@MainActor @Suite struct StageBackTests {
  /// A move on a stage shape, and its result.
  struct Case: CustomTestStringConvertible, Sendable {
    let shape: String
    let move: @MainActor @Sendable (Router) async -> MoveResult
    let name: String
    /// The screens afterwards, the top last, or the reason why nothing happens.
    let expected: String

    var testDescription: String { "\(name) on \(shape)" }

    init(
      _ shape: String,
      _ name: String,
      _ expected: String,
      _ move: @escaping @MainActor @Sendable (Router) async -> MoveResult
    ) {
      (self.shape, self.name, self.expected, self.move) = (shape, name, expected, move)
    }
  }

  nonisolated static let nowhere = "back is not possible: nothing is below the top."

  nonisolated static let cases = [
    Case("empty", "back", nowhere) { await $0.back() },
    Case("single", "back", nowhere) { await $0.back() },
    Case("stack", "back", "Home") { await $0.back() },
    Case("stack", "back 2", "back cannot go 2 steps: there are only 1 step.") { await $0.back(2) },
    Case("stack", "back 0", "back needs a number of at least 1.") { await $0.back(0) },
    Case("modal over stack", "back", "Home Page") { await $0.back() },
    Case("modal over stack", "back 2", "Home") { await $0.back(2) },
    Case("modal with stack", "back", "Home Page Flow") { await $0.back() },
    Case("modal with stack", "back 2", "Home Page") { await $0.back(2) },
    Case("modal with stack", "back 3", "Home") { await $0.back(3) },
    Case("tabs", "back", "Feed") { await $0.back() },
    Case("tabs", "back 2", "back cannot go 2 steps: there are only 1 step.") { await $0.back(2) },
    Case("split", "back", "Mail") { await $0.back() },
    Case("split", "back 2, from the detail through the primary place", "Mail") {
      _ = await $0.open("/single?route_no_animation=1")
      _ = await $0.open("/mail")
      _ = await $0.open("/page")
      _ = await $0.open("/letter")
      return await $0.back(2)
    },
    Case("stack", "pop_to", "Home") { await $0.pop(to: "home") },
    Case("stack", "pop_to the top", "Home Page") { await $0.pop(to: "page") },
    Case("modal with stack", "pop_to through the modal", "Home") { await $0.pop(to: "home") },
    Case("stack", "pop_to nobody", "pop_to cannot find a screen 'hme' on the way back.") {
      await $0.pop(to: "hme")
    },
    Case("stack", "pop_to_root", "Home") { await $0.popToRoot() },
    Case("modal with stack", "pop_to_root", "Home Page Flow") { await $0.popToRoot() },
    Case("tabs", "pop_to_root", "Feed") { await $0.popToRoot() },
    Case(
      "modal over stack",
      "pop_to_root",
      "pop_to_root needs a stack, but the top is not in one."
    ) { await $0.popToRoot() },
    Case("empty", "pop_to_root", "pop_to_root needs a stack, but the top is not in one.") {
      await $0.popToRoot()
    },
    Case("stack", "dismiss", "dismiss is not possible: nothing is presented.") {
      await $0.dismiss()
    },
    Case("modal over stack", "dismiss", "Home Page") { await $0.dismiss() },
    Case("modal with stack", "dismiss", "Home Page") { await $0.dismiss() },
    Case("empty", "close", "close needs a screen, but the stage is empty.") {
      await $0.close(nil)
    },
    Case(
      "single",
      "close",
      "close cannot remove 'Single': nothing is below it. Open another root instead."
    ) { await $0.close(nil) },
    Case("stack", "close", "Home") { await $0.close(nil) },
    Case("modal over stack", "close", "Home Page") { await $0.close(nil) },
    Case("modal with stack", "close", "Home Page Flow") { await $0.close(nil) },
    Case("tabs", "close", "Feed") { await $0.close(nil) },
    Case(
      "tabs",
      "close a tab's root",
      "close cannot remove 'Feed': nothing is below it. Open another root instead."
    ) { await $0.close($0.stage.find("feed")?.id ?? .unplaced) },
    Case(
      "tabs",
      "close another tab's root",
      "close cannot remove 'Feed': nothing is below it. Open another root instead."
    ) {
      await $0.select(tab: "search")
      return await $0.close($0.stage.find("feed")?.id ?? .unplaced)
    },
    Case("single", "close nobody", "close cannot find the screen: it is not on the stage.") {
      await $0.close(.unplaced)
    },
    Case("modal with stack", "close the modal's root", "Home Page") {
      await $0.close($0.stage.find("flow")?.id ?? .unplaced)
    },
    Case("split", "close the detail", "Mail") { await $0.close(nil) },
    Case("stack", "select", "There is no tab 'feed'. There are no tabs on the stage.") {
      await $0.select(tab: "feed")
    },
    Case("tabs", "select another", "Feed Post Search") { await $0.select(tab: "search") },
    Case("tabs", "select by number", "Feed Post Search") { await $0.select(tab: 2) },
    Case("tabs", "select the same", "Feed Post") { await $0.select(tab: "feed") },
    Case("tabs", "select nobody", "There is no tab 3. The tabs are feed, search.") {
      await $0.select(tab: 3)
    },
    Case("tabs", "select far beyond", "There is no tab \(Int.max). The tabs are feed, search.") {
      await $0.select(tab: .position(.max))
    },
    Case("tabs", "select far below", "There is no tab \(Int.min). The tabs are feed, search.") {
      await $0.select(tab: .position(.min))
    },
    Case("tabs", "reset", "Feed") { await $0.reset(tab: "feed") },
    Case("tabs", "reset an empty one", "Feed Post") { await $0.reset(tab: "search") },
  ]

  @Test(arguments: cases)
  func `a move has the effect in the table, or the reason for its refusal`(row: Case) async throws {
    let shape = try #require(StageShape.all.first { $0.name == row.shape })
    let router = try await StageShape.router(shape)
    let move = await row.move(router)
    let screens = router.stage.screens.map(\.view).joined(separator: " ")
    #expect(move.error?.message ?? screens == row.expected)
    #expect(router.canGoBack == (await router.back().isDone))
  }

  @Test func `a refused move looks like no move to a person`() async throws {
    let shape = try #require(StageShape.all.first { $0.name == "stack" })
    let router = try await StageShape.router(shape) {
      LinkRoute("/form")
        .view("Form")
        .animator(.push)
        .onExit { _ in .stop() }
    }
    _ = await router.open("/form")
    let count = router.stage.transitions.count
    let moves: [@MainActor () async -> MoveResult] = [
      { await router.back() }, { await router.back(2) }, { await router.pop(to: "home") },
      { await router.popToRoot() }, { await router.close(nil) },
    ]
    for move in moves {
      let refused = await move()
      #expect(refused.error?.code == .intercepted)
      #expect(refused.error?.message == "'/form' refused to leave")
    }
    #expect(router.stage.transitions.count == count)
    #expect(router.stage.top?.view == "Form")
    #expect(await router.replace("/page").summary == "intercepted ''/form' refused to leave'")
    #expect(await router.go("/page").summary == "intercepted ''/form' refused to leave'")
  }

  @Test func `a screen that stays can give a reason`() async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute("/page")
        .view("Page")
        .animator(.root)
      LinkRoute("/form")
        .view("Form")
        .animator(.present)
        .onExit { _ in .stop("the form is not saved") }
    }
    for location in ["/page", "/form"] { _ = await router.open(location) }
    #expect(await router.back().error?.message == "the form is not saved")
    let outcome = await router.open("/page")
    #expect(outcome.reason == "the form is not saved")
    #expect(outcome.steps.last?.answer == "stop: the form is not saved")
  }

  @Test func `a modal that refuses to leave stays, whatever would remove it`() async throws {
    let shape = try #require(StageShape.all.first { $0.name == "tabs" })
    let router = try await StageShape.router(shape) {
      LinkRoute("/form")
        .view("Form")
        .animator(.sheet)
        .onExit { _ in .stop() }
    }
    _ = await router.open("/form")
    let drawing = router.stage.tree.description
    let moves: [@MainActor () async -> MoveResult] = [
      { await router.dismiss() }, { await router.select(tab: "search") },
      { await router.close(nil) },
      { await router.swipeBack() },
    ]
    for move in moves { #expect(await move().error?.code == .intercepted) }
    for open in ["/search", "/feed", "/feed/post", "/single"] {
      #expect(await router.open(open).status == .intercepted)
    }
    #expect(router.stage.tree.description == drawing)
    // The guard of the modal does not apply to the screen below it.
    #expect(await router.reset(tab: "feed").isDone)
  }

  @Test func `resetting a branch runs the leave guards of its screens`() async throws {
    let log = Log()
    let router = try Router.make({ _ in }) {
      LinkRoute.shell("main") {
        LinkRoute("/feed", name: "feed")
          .view("Feed")
          .children {
            LinkRoute("post", name: "post").view("Post")
              .with {
                $0.onExit = .immediate { leaving in
                  log.add(leaving.screen.view)
                  return log.lines.count > 1 ? .proceed : .stop()
                }
              }
          }
        LinkRoute("/search", name: "search").view("Search")
      }
    }
    for location in ["/feed/post", "/search"] { _ = await router.open(location) }
    #expect(await router.reset(tab: "feed").error?.code == .intercepted)
    #expect(await router.reset(tab: "feed").isDone)
    #expect(log.lines == ["Post", "Post"])
    #expect(router.stage.screens.map(\.view) == ["Feed", "Search"])
    #expect(router.stage.top?.view == "Search")
  }

  @Test func `nested modals terminate`() async throws {
    let router = try await StageShape.router(StageShape.all[2])
    for number in 0..<30 { #expect(await router.open("/modal?\(number)").status == .opened) }
    let outcome = await router.open("/modal")
    #expect(outcome.error?.code == .animationFailed)
    #expect(
      outcome.error?.message
        == "present is not possible: 30 modals are already open. Dismiss some first."
    )
    #expect(await router.back(30).isDone)
    #expect(router.stage.top?.view == "Page")
  }

  @Test func `a leave guard that goes back itself terminates, and gets the reason`() async throws {
    let log = Log()
    let ways = Ways()
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/a")
      LinkRoute.page("/b", animator: .push)
        .with {
          $0.onExit = .waiting { _ in
            let move = await ways.router?.back()
            log.add(move?.error?.message ?? "done")
            return move?.isDone == true ? .proceed : .stop()
          }
        }
    }
    ways.router = router
    for location in ["/a", "/b"] { _ = await router.open(location) }
    #expect(await router.back().error?.message == "'/b' refused to leave")
    #expect(log.lines.first?.contains("16") == true)
    #expect(Set(log.lines.dropFirst()) == ["'/b' refused to leave"])
    #expect(router.stage.top?.view == "/b")
  }

  /// Gives a handler access to its router.
  @MainActor private final class Ways {
    weak var router: Router?
  }

  @Test func `nested splits terminate`() async throws {
    let router = try await StageShape.router(StageShape.all[0])
    let page: Value = ["kind": "screen", "location": "/page"]
    let stack: Value = ["kind": "stack", "children": [page]]
    let saved = (0..<61)
      .reduce(page) { inner, _ in ["kind": "split", "children": [stack, inner]] }
    #expect(try await router.restore(from: ["kind": "window", "children": [saved]]).isEmpty)
    var options = OpenOptions()
    options.animator = .showDetail(wrap: .split)
    for _ in 1...2 { #expect(await router.open("/page", options: options).isSuccess) }
    let outcome = await router.open("/page", options: options)
    #expect(outcome.error?.code == .animationFailed)
    #expect(
      outcome.error?.message.hasSuffix("places are already nested. Use 'root' first.")
        == true
    )
    #expect(try await router.restore(from: router.stage.restorationState).isEmpty)
    #expect(await router.open("/home").isSuccess)
  }

  @Test func `a stack in the primary place keeps its shown content`() async throws {
    for wrap in Animator.Wrap.allCases {
      let router = try await StageShape.router(StageShape.all[6])
      var options = OpenOptions()
      options.animator = .show(wrap: wrap)
      #expect(await router.open("/page", options: options).animator == "show")
      let primary = router.stage.tree.root?.children.first
      #expect(primary?.children.map(\.kind) == [.screen, .screen])
    }
  }

  @Test func `going back runs a leave guard without a target, and it can wait`() async throws {
    let (log, gate) = (Log(), Gate())
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/a")
      LinkRoute.page("/b", animator: .push)
        .with {
          $0.onExit = .waiting { leaving in
            log.add("\(leaving.screen.view) \(leaving.target == nil)")
            await gate.pass()
            return .proceed
          }
        }
      LinkRoute.page("/c", animator: .push)
    }
    for location in ["/a", "/b"] { _ = await router.open(location) }
    let back = Task { await router.back() }
    await gate.reached()
    _ = await router.open("/c")
    gate.open()
    #expect(await back.value.isDone)
    #expect(log.lines == ["/b true"])
    #expect(router.stage.screens.map(\.view) == ["/a"])
  }

  @Test func `a move of a screen that has left meanwhile is refused with the reason`() async throws
  {
    let gate = Gate()
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/a")
      LinkRoute.page("/b", animator: .push)
        .with {
          $0.onExit = .waiting { leaving in
            if leaving.target == nil { await gate.pass() }
            return .proceed
          }
        }
      LinkRoute.page("/other")
    }
    for location in ["/a", "/b"] { _ = await router.open(location) }
    let back = Task { await router.back() }
    await gate.reached()
    _ = await router.open("/other")
    gate.open()
    #expect(
      await back.value.error?.message == "back is no longer possible: the stage has changed."
    )
  }
}
