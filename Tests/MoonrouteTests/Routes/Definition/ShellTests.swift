import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Semantics section 5, "Opening a tab's root selects it and keeps its stack".
@MainActor @Suite struct ShellTests {
  private func router(
    _ log: Log = Log(),
    initial: String? = nil,
    path: String = "/"
  ) throws -> Router {
    func page(_ path: String, _ name: String, _ animator: Animator? = nil) -> LinkRoute {
      LinkRoute(path, name: name)
        .view { state in
          log.add("\(name) \(state.location)")
          return Screen(name)
        }
        .animator(animator)
    }
    return try Router.make({ _ in }) {
      LinkRoute.shell("main", path: path, initial: initial) {
        page("/home", "home").with { $0.children = [page("item/:id", "item")] }
        page("/orders", "orders")
          .with {
            $0.children = [
              page(":id", "order").with { $0.children = [page("track", "track")] },
              page("filter", "filter", .sheet),
            ]
          }
      }
      page("/login", "login", .root)
      page("/help", "help", .sheet)
    }
  }

  /// Locations to open, and the resulting stage.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let locations: [String]
    let drawing: String

    init(_ name: String, _ locations: [String], _ drawing: String) {
      (testDescription, self.locations, self.drawing) = (name, locations, drawing)
    }
  }

  @Test(arguments: [
    Case(
      "the root of a tab shows the tabs",
      ["/home"],
      """
      window
      └─ tabs
         ├─ ● home: stack
         │  └─ home  /home  ◀ top
         └─ ○ orders: stack (empty)
      """
    ),
    Case(
      "a deep link into a branch starts with the branch's root",
      ["/orders/7"],
      """
      window
      └─ tabs
         ├─ ○ home: stack (empty)
         └─ ● orders: stack
            ├─ orders  /orders
            └─ order  /orders/7  ◀ top
      """
    ),
    Case(
      "a route below a tab selects it, then pushes there",
      ["/home", "/home/item/1", "/orders/7", "/home/item/2"],
      """
      window
      └─ tabs
         ├─ ● home: stack
         │  ├─ home  /home
         │  ├─ item  /home/item/1
         │  └─ item  /home/item/2  ◀ top
         └─ ○ orders: stack
            ├─ orders  /orders
            └─ order  /orders/7
      """
    ),
    Case(
      "the root of a tab that is not selected selects it and keeps its stack",
      ["/home/item/1", "/orders", "/home"],
      """
      window
      └─ tabs
         ├─ ● home: stack
         │  ├─ home  /home
         │  └─ item  /home/item/1  ◀ top
         └─ ○ orders: stack
            └─ orders  /orders
      """
    ),
    Case(
      "the root of the selected tab pops to it",
      ["/home/item/1", "/home/item/2", "/home"],
      """
      window
      └─ tabs
         ├─ ● home: stack
         │  └─ home  /home  ◀ top
         └─ ○ orders: stack (empty)
      """
    ),
    Case(
      "opening a tab removes a modal over the tabs",
      ["/home", "/help", "/orders"],
      """
      window
      └─ tabs
         ├─ ○ home: stack
         │  └─ home  /home
         └─ ● orders: stack
            └─ orders  /orders  ◀ top
      """
    ),
    Case(
      "a sheet of another tab selects the tab and covers it",
      ["/home", "/orders/filter"],
      """
      window
      └─ tabs
         ├─ ○ home: stack
         │  └─ home  /home
         ├─ ● orders: stack
         │  └─ orders  /orders
         └─ sheet: filter  /orders/filter  ◀ top
      """
    ),
    Case(
      "root leaves the tabs",
      ["/home", "/login"],
      """
      window
      └─ login  /login  ◀ top
      """
    ),
  ])
  func `a location in tabs is shown in its branch`(row: Case) async throws {
    let router = try router()
    for location in row.locations { #expect(await router.open(location).status == .opened) }
    #expect(router.stage.tree.description == row.drawing)
  }

  @Test func `each screen is built once, the root of a branch only on its first entry`()
    async throws
  {
    let log = Log()
    let router = try router(log)
    for location in ["/orders/7", "/orders/8", "/home", "/orders", "/orders"] {
      _ = await router.open(location)
    }
    #expect(log.lines == ["orders /orders", "order /orders/7", "order /orders/8", "home /home"])
    let effects = router.stage.transitions.map(\.effect)
    #expect(effects == ["push", "push", "select", "select", "pop_to_root"])
  }

  @Test func `go fills the branch with every view on the path, the root first`() async throws {
    let log = Log()
    let router = try router(log)
    for location in ["/home/item/1", "/orders/7"] { _ = await router.open(location) }
    log.lines = []
    let outcome = await router.go("/orders/9/track?from=mail")
    #expect(outcome.animator == "go")
    #expect(
      log.lines == ["orders /orders", "order /orders/9", "track /orders/9/track?from=mail"]
    )
    #expect(
      router.stage.tree.description == """
        window
        └─ tabs
           ├─ ○ home: stack
           │  ├─ home  /home
           │  └─ item  /home/item/1
           └─ ● orders: stack
              ├─ orders  /orders
              ├─ order  /orders/9
              └─ track  /orders/9/track?from=mail  ◀ top
        """
    )
  }

  @Test func `the location of the tabs opens the initial branch`() async throws {
    let router = try router(initial: "orders")
    let outcome = await router.open("/")
    #expect(outcome.status == .opened)
    #expect(outcome.name == "orders")
    #expect(outcome.way == "/orders")
    let below = try self.router(path: "/app")
    #expect(await below.open("/app").name == "home")
    #expect(below.stage.top?.location == "/app/home")
  }

  @Test func `an invalid shell is refused with these messages`() throws {
    func problem(_ shell: LinkRoute) -> String {
      do {
        try RouterRules().add(shell)
        return "none"
      } catch {
        return error.problems.map(\.message).joined(separator: "\n")
      }
    }
    #expect(
      problem(
        LinkRoute.shell("main", initial: "hme") {
          LinkRoute("/home", name: "home").view("Home")
        }
      )
        == "No tab is named 'hme'. Did you mean 'home'?"
    )
    #expect(
      problem(
        LinkRoute.shell("main") {
          LinkRoute("/home").view("Home")
        }
      )
        == "The tab '/home' of 'main' has no name. Give it one."
    )
  }

  @Test func `tabs can be presented, and placed in a stack`() async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/start")
      LinkRoute.shell("wizard") {
        LinkRoute("/one", name: "one").view("One")
        LinkRoute("/two", name: "two").view("Two")
      }
      .animator(.present)
    }
    for location in ["/start", "/one", "/two"] { _ = await router.open(location) }
    #expect(
      router.stage.tree.description == """
        window
        └─ stack
           ├─ /start  /start
           └─ present: tabs
              ├─ ○ one: stack
              │  └─ One  /one
              └─ ● two: stack
                 └─ Two  /two  ◀ top
        """
    )
    #expect(await router.back().isDone)
    #expect(router.stage.screens.map(\.view) == ["/start"])
  }

  /// Tabs with a page and a view that waits at a gate.
  private func slowRouter(_ gate: Gate, _ log: Log) throws -> Router {
    try Router.make({ _ in }) {
      LinkRoute.shell("main") {
        LinkRoute("/feed", name: "feed")
          .view { _ in
            log.add("feed")
            return Screen("Feed")
          }
          .children {
            LinkRoute("slow", name: "slow")
              .with {
                $0.view = .made(
                  .waiting { _ in
                    log.add("slow")
                    await gate.pass()
                    return Screen("Slow")
                  }
                )
              }
          }
        LinkRoute("/search", name: "search").view("Search")
      }
      LinkRoute("/single")
        .view("Single")
        .animator(.root)
    }
  }

  @Test func `a page does not enter a branch that a newer open removed`() async throws {
    let (gate, log) = (Gate(), Log())
    let router = try slowRouter(gate, log)
    _ = await router.open("/feed")
    let open = Task { await router.open("/feed/slow").status }
    await gate.reached()
    _ = await router.open("/single")
    gate.open()
    #expect(await open.value == .cancelled)
    #expect(router.stage.screens.map(\.view) == ["Single"])
    #expect(log.lines == ["feed", "slow"])
  }

  @Test func `a page does not enter a branch that was entered meanwhile`() async throws {
    let (gate, log) = (Gate(), Log())
    let router = try slowRouter(gate, log)
    _ = await router.open("/search")
    let open = Task { await router.open("/feed/slow").status }
    await gate.reached()
    #expect(await router.select(tab: "feed").isDone)
    let root = router.stage.top?.id
    gate.open()
    #expect(await open.value == .cancelled)
    #expect(router.stage.screens.map(\.view) == ["Feed", "Search"])
    #expect(router.stage.root?.id == root)
    #expect(log.lines == ["feed", "slow", "feed"])
    let known = Set(router.stage.screens.map(\.id))
    for id in (1...20).map(Screen.ID.init(rawValue:)) {
      #expect((router.handle(of: id) != nil) == known.contains(id))
    }
  }

  @Test func `a branch that is reset while a page opens into it accepts the page`() async throws {
    let (gate, log) = (Gate(), Log())
    let router = try slowRouter(gate, log)
    for location in ["/feed", "/search"] { _ = await router.open(location) }
    let open = Task { await router.open("/feed/slow").status }
    await gate.reached()
    #expect(await router.reset(tab: "feed").isDone)
    #expect(await router.reset(tab: "search").isDone)
    gate.open()
    #expect(await open.value == .opened)
    #expect(router.stage.screens.map(\.view) == ["Feed", "Slow", "Search"])
    #expect(router.stage.top?.view == "Slow")
  }

  @Test func `without tabs, go fills the stack of the window`() async throws {
    let log = Log()
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/shop") {
        LinkRoute.page("cart") { LinkRoute.page("pay/:step") }
        LinkRoute.group("nothing") { LinkRoute.page("deep") }
      }
      LinkRoute.page("/help", animator: .present)
    }
    for location in ["/shop", "/help"] { _ = await router.open(location) }
    _ = log
    #expect(await router.go("/shop/cart/pay/2").status == .opened)
    #expect(
      router.stage.tree.description == """
        window
        └─ stack
           ├─ /shop  /shop
           ├─ /shop/cart  /shop/cart
           └─ /shop/cart/pay/:step  /shop/cart/pay/2  ◀ top
        """
    )
    #expect(await router.go("/shop/nothing/deep").status == .opened)
    #expect(router.stage.screens.compactMap(\.location) == ["/shop", "/shop/nothing/deep"])
  }
}
