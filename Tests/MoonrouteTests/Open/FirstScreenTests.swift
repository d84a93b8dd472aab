import Moonroute
import RoutePatterns
import Testing

/// Semantics section 4, "cold start", and decision 0020.
@MainActor @Suite struct FirstScreenTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let animator: @Sendable () -> Animator
    let drawing: String
    var words: String?

    var testDescription: String { animator().name }

    init(_ drawing: String, words: String? = nil, _ animator: @escaping @Sendable () -> Animator) {
      (self.animator, self.drawing, self.words) = (animator, drawing, words)
    }
  }

  nonisolated private static let bare = "window\n└─ New  /new  ◀ top"
  nonisolated private static let stacked = "window\n└─ stack\n   └─ New  /new  ◀ top"

  nonisolated static let cases = [
    Case(bare, words: "present, as root: the stage is empty") { .present },
    Case(stacked, words: "present, as root: the stage is empty") { .present(wrap: .stack) },
    Case(bare, words: "sheet, as root: the stage is empty") { .sheet },
    Case(stacked, words: "push, as root: the stage is empty") { .push },
    Case(stacked, words: "custom_push, as root: the stage is empty") {
      .customPush(transition: "fade")
    },
    Case(stacked, words: "show, as root: the stage is empty") { .show },
    Case(bare, words: "show_detail, as root: the stage is empty") { .showDetail },
    Case(bare, words: "replace, as root: the stage is empty") { .replace },
    Case(stacked, words: "refresh, as root: the stage is empty") {
      .refresh { page, _ in page }
    },
    Case(bare, words: "automatic") { .automatic },
    Case(bare, words: "root") { .root },
  ]

  private func router(
    _ initial: String? = nil,
    _ animator: Animator
  ) throws -> Router {
    try Router.make({ $0.configuration.initial = initial }) {
      LinkRoute.page("/", name: "home")
      LinkRoute("/closed", name: "closed")
        .view("Closed")
        .guarded { _ in .stop() }
      LinkRoute("/aside", name: "aside").redirect { _ in .open("/login") }
      LinkRoute("/login", name: "login")
        .view("Login")
        .animator(.present)
      LinkRoute("/new", name: "new")
        .view("New")
        .animator(animator)
    }
  }

  @Test(arguments: cases)
  func `on an empty stage, a screen that needs one below becomes the root`(row: Case) async throws {
    let router = try router(nil, row.animator())
    let outcome = await router.open("/new")
    #expect(outcome.animator == "root")
    #expect(router.stage.tree.description == row.drawing)
    #expect(outcome.steps.first { $0.kind == .animator }?.answer == row.words)
  }

  @Test func `a push finds the stack of the first screen`() async throws {
    let router = try router(nil, .push)
    _ = await router.open("/new")
    #expect(await router.push("/login").animator == "push")
    #expect(router.stage.depth == 2)
  }

  @Test(arguments: [
    ("/", ["home", "new"]), ("/closed", ["new"]), ("/nowhere", ["new"]),
    ("/aside", ["login", "new"]), ("/new", ["new"]),
  ])
  func `the initial location is opened below the first screen, if it opens`(
    initial: String,
    stage: [String]
  ) async throws {
    for animator in [Animator.present, .automatic] {
      let router = try router(initial, animator)
      #expect(await router.open("/new").status == .opened)
      #expect(router.stage.screens.compactMap(\.name) == stage)
      #expect(await router.open("/login").status == .opened)
      #expect(router.stage.top?.name == "login")
    }
  }

  @Test func `replacing the window, and go, need no initial location`() async throws {
    let root = try router("/", .root)
    _ = await root.open("/new")
    #expect(root.stage.screens.compactMap(\.name) == ["new"])
    let go = try router("/", .present)
    _ = await go.go("/new")
    #expect(go.stage.screens.compactMap(\.name) == ["new"])
  }

  @Test func `the step reports the outcome of the initial location`() async throws {
    let router = try router("/closed", .present)
    let outcome = await router.open("/new")
    #expect(outcome.story.contains("animator | initial | /closed: intercepted"))
  }

  @Test func `an invalid initial location is refused`() {
    var configuration = RouterConfiguration()
    configuration.initial = "%FF"
    #expect(throws: RouterError.self) { try configuration.check() }
  }

  @Test func `an open can build the screens below, as go does`() async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/a", name: "a") { LinkRoute.page("b", name: "b") }
    }
    var options = OpenOptions()
    options.buildsStack = true
    _ = await router.open("/a/b", options: options)
    #expect(router.stage.screens.compactMap(\.name) == ["a", "b"])
  }
}

/// Decision 0020: a page is not presented over itself.
@MainActor @Suite struct PageOnItselfTests {
  private final class Counter {
    var count = 0
  }

  private func router(_ counter: Counter) throws -> Router {
    func view(_ state: RouteState) -> Screen {
      counter.count += 1
      return Screen("Page", ["title": .text("Page \(counter.count)"), "draft": "none"])
    }
    return try Router.make({ _ in }) {
      LinkRoute("/home", name: "home")
        .view("Home")
        .animator(.root)
      LinkRoute("/page", name: "page")
        .view(view)
        .animator(.automatic)
        .onExit { _ in .stop() }
      LinkRoute("/sheet", name: "sheet")
        .view(view)
        .animator(.sheet)
      LinkRoute("/other", name: "other")
        .view("Other")
        .animator(.present)
    }
  }

  @Test(arguments: ["/page", "/sheet"])
  func `a repeated open builds its screen again in place`(location: String) async throws {
    let router = try router(Counter())
    _ = await router.open("/home")
    let first = await router.open(location)
    router.stage.update(try #require(router.stage.top?.id)) { $0["draft"] = "typed" }
    let again = await router.open(location)
    #expect(again.status == .opened)
    #expect(again.animator == "refresh")
    #expect(again.screen?.id == first.screen?.id)
    #expect(router.stage.screens.count == 2)
    #expect(router.stage.top?["title"] == "Page 2")
    #expect(router.stage.top?["draft"] == "typed")
  }

  @Test func `the present option of a call counts as well`() async throws {
    let router = try router(Counter())
    _ = await router.open("/home")
    _ = await router.present("/page")
    #expect(await router.present("/page").animator == "refresh")
    #expect(router.stage.screens.count == 2)
  }

  @Test(arguments: ["/page?q=1", "/other"])
  func `another location is presented`(location: String) async throws {
    let router = try router(Counter())
    _ = await router.open("/home")
    _ = await router.open("/page")
    #expect(await router.open(location).animator == "present")
    #expect(router.stage.screens.count == 3)
  }

  @Test func `in a stack, another location is pushed`() async throws {
    let router = try router(Counter())
    _ = await router.open("/home", options: OpenOptions(animator: .root(wrap: .stack)))
    _ = await router.open("/page")
    #expect(await router.open("/page").animator == "push")
    #expect(router.stage.depth == 3)
  }
}
