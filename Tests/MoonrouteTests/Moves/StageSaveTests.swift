import Moonroute
import RoutePatterns
import Testing

/// Semantics section 5 and the module `stage`: save and restore.
@MainActor @Suite struct StageSaveTests {
  @Test(arguments: StageShape.all)
  func `a saved stage is restored`(shape: StageShape) async throws {
    let router = try await StageShape.router(shape)
    let drawing = router.stage.tree.description
    let other = try await StageShape.router(StageShape.all[1])
    #expect(try await other.restore(from: router.stage.restorationState).isEmpty)
    #expect(other.stage.tree.description == drawing)
    #expect(other.stage.restorationState == router.stage.restorationState)
    #expect(other.stage.transitions.last?.effect == "restore")
  }

  @Test func `options of presentations and pushes are saved`() async throws {
    let router = try await StageShape.router(StageShape.all[2]) {
      LinkRoute("/sheet")
        .view("Sheet")
        .animator(.sheet(position: .bottom, wrap: .stack))
      LinkRoute("/bare")
        .view("Bare")
        .animator(.push(hidesBottomBar: true))
    }
    for location in ["/sheet", "/bare"] { _ = await router.open(location) }
    let saved = router.stage.restorationState
    _ = await router.open("/single")
    try await router.restore(from: saved)
    #expect(router.stage.restorationState == saved)
    let presented = router.stage.tree.root?.presented
    #expect(presented?.style.options["position"] == "bottom")
    #expect(presented?.node.children.last?.options["hides_bottom_bar"] == true)
  }

  @Test func `a screen that a guard stops is omitted with all screens above it`() async throws {
    let router = try await StageShape.router(StageShape.all[4])
    let saved = router.stage.restorationState
    let fresh = try await StageShape.router(StageShape.all[0])
    try fresh.rules.guard("page") { _ in .stop() }
    #expect(try await fresh.restore(from: saved) == ["/page", "/flow", "/page"])
    #expect(fresh.stage.screens.map(\.view) == ["Home"])
  }

  @Test func `every missing page is reported, including those above it`() async throws {
    let router = try await StageShape.router(StageShape.all[3])
    let saved = router.stage.restorationState
    let fresh = try await StageShape.router(StageShape.all[0])
    for name in ["home", "page", "modal"] { try fresh.rules.guard(name) { _ in .open("/single") } }
    #expect(try await fresh.restore(from: saved) == ["/home", "/page", "/modal"])
    #expect(fresh.stage.screens.map(\.view) == ["Single"])
  }

  @Test func `the target of a guard's redirect is opened at the end`() async throws {
    let router = try await StageShape.router(StageShape.all[3])
    let saved = router.stage.restorationState
    let fresh = try await StageShape.router(StageShape.all[0]) {
      LinkRoute("/login")
        .view("Login")
        .animator(.sheet)
    }
    try fresh.rules.guard("modal") { _ in .open("/login") }
    #expect(try await fresh.restore(from: saved) == ["/modal"])
    #expect(fresh.stage.screens.map(\.view) == ["Home", "Page", "Login"])
  }

  @Test func `a saved screen whose route has a new path is shown in its place`() async throws {
    let router = try Router.make {
      LinkRoute("/").view("Home")
      LinkRoute("/stop/:id").view("Stop")
      LinkRoute("/stop/:id/times").view("Times")
    }
    for location in ["/", "/stop/4", "/stop/4/times?day=2"] { _ = await router.push(location) }
    let saved = router.stage.restorationState
    let fresh = try Router.make {
      LinkRoute("/").view("Home")
      LinkRoute("/login").view("Login")
      LinkRoute("/halt/:id", name: "halt").view("Stop")
      LinkRoute("/halt/:id/times").view("Times")
      LinkRoute("/halts/:id").redirect(to: "/halt/:id")
      LinkRoute("/stop/:id").redirect(to: "/halts/:id")
      LinkRoute("/stop/:id/times").redirect(to: "/halt/:id/times").keepsQuery()
    }
    #expect(try await fresh.restore(from: saved).isEmpty)
    #expect(
      fresh.stage.screens.map(\.location?.description) == ["/", "/halt/4", "/halt/4/times?day=2"]
    )
    try fresh.rules.guard("halt") { _ in .open("/login") }
    #expect(try await fresh.restore(from: saved) == ["/stop/4", "/stop/4/times?day=2"])
    #expect(fresh.stage.screens.map(\.view) == ["Home", "Login"])
  }

  @Test func `a tab whose root cannot be shown is not selected`() async throws {
    let router = try await StageShape.router(StageShape.all[5])
    _ = await router.open("/search")
    let saved = router.stage.restorationState
    try router.rules.guard("search") { _ in .stop() }
    #expect(try await router.restore(from: saved) == ["/search"])
    #expect(router.stage.top?.view == "Post")
    #expect(await router.open("/feed").status == .opened)
    #expect(router.stage.screens.map(\.view) == ["Feed"])
  }

  /// Saved tabs: the names, and the location of the screen of each.
  private static func saved(_ tabs: KeyValuePairs<String, String>, selected: Int) -> Value {
    let branches = tabs.map { name, location in
      ["name": .text(name), "children": [["kind": "screen", "location": .text(location)]]] as Value
    }
    let shell: Value = [
      "kind": "tabs", "name": "main", "selected": .int(Int64(selected)),
      "children": .table(ValueTable(items: branches)),
    ]
    return ["kind": "window", "children": [shell]]
  }

  private static func tabs(_ names: [String]) throws -> Router {
    try Router.make {
      LinkRoute.shell("main") {
        for name in names {
          LinkRoute("/\(name)", name: name).view(name)
        }
      }
    }
  }

  @Test func `tabs missing from the save exist and can be selected`() async throws {
    let router = try Self.tabs(["feed", "new", "cart"])
    #expect(
      try await router.restore(from: Self.saved(["feed": "/feed", "cart": "/cart"], selected: 2))
        == []
    )
    #expect(router.stage.top?.view == "cart")
    #expect(await router.select(tab: .name("new")).isDone)
    #expect(router.stage.top?.view == "new")
  }

  @Test func `removed tabs do not affect anything else`() async throws {
    let router = try Self.tabs(["feed", "cart"])
    let saved = Self.saved(["old": "/old", "feed": "/feed", "cart": "/cart"], selected: 1)
    #expect(try await router.restore(from: saved) == ["/old"])
    #expect(await router.select(tab: "old").error?.message.contains("old") == true)
    #expect(router.stage.top?.view == "feed")
    #expect(await router.select(tab: .name("cart")).isDone)
    #expect(router.stage.top?.view == "cart")
  }

  @Test func `the largest number of modals is saved and restored`() async throws {
    let router = try await StageShape.router(StageShape.all[2])
    for _ in 0..<30 { _ = await router.open("/flow") }
    let drawing = router.stage.tree.description
    let fresh = try await StageShape.router(StageShape.all[0])
    #expect(try await fresh.restore(from: router.stage.restorationState).isEmpty)
    #expect(fresh.stage.tree.description == drawing)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a deeply nested modal is found as quickly as any`() async throws {
    let router = try await StageShape.router(StageShape.all[0])
    let modal: Value = ["animator": "sheet", "node": ["kind": "screen", "location": "/modal"]]
    let saved = (0..<60)
      .reduce(["kind": "screen", "location": "/single", "presented": modal] as Value) { inner, _ in
        ["kind": "tabs", "children": [["name": "a", "children": [inner]]]]
      }
    try await router.restore(from: ["kind": "window", "children": [saved]])
    #expect(router.stage.tree.visible.map(\.view) == ["Modal"])
  }

  @Test func `an empty stage is saved and restored`() async throws {
    let empty = try await StageShape.router(StageShape.all[0]).stage.restorationState
    let router = try await StageShape.router(StageShape.all[2])
    #expect(try await router.restore(from: empty).isEmpty)
    #expect(router.stage.tree.root == nil)
  }

  @Test(arguments: ["nope", nil])
  func `tabs without a screen are missing, and existing screens stay`(name: String?) async throws {
    let router = try await StageShape.router(StageShape.all[2])
    let drawing = router.stage.tree.description
    let tabs: Value = [
      "kind": "tabs", "name": name.map(Value.text) ?? .null,
      "children": [["name": "a", "children": []]],
    ]
    let saved: Value = ["kind": "window", "children": [tabs]]
    #expect(try await router.restore(from: saved) == [name ?? "tabs"])
    #expect(router.stage.tree.description == drawing)
  }

  @Test func `screens replaced by a restore get their events and results`() async throws {
    let router = try await StageShape.router(StageShape.all[2])
    let saved = router.stage.restorationState
    let handle = try #require(await router.open("/modal").handle)
    try await router.restore(from: saved)
    #expect(handle.ended == ScreenResult(.null, .removed))
    #expect(router.handle(of: router.stage.top?.id ?? .unplaced) != nil)
  }

  @Test(arguments: [Int64.min, -1, 0, 3, .max])
  func `if the selected tab is missing, the first entered one is selected`(
    number: Int64
  )
    async throws
  {
    let router = try await StageShape.router(StageShape.all[5])
    guard var window = router.stage.restorationState.table,
      var tabs = window["children"].table?.items[0].table
    else { return }
    tabs["selected"] = .int(number)
    window["children"] = [.table(tabs)]
    try await router.restore(from: .table(window))
    #expect(router.stage.top?.view == "Post")
  }

  /// An invalid saved stage, and the message for it.
  struct Damage: CustomTestStringConvertible, Sendable {
    let value: Value
    let what: String
    var testDescription: String { what }

    init(_ what: String, _ value: Value) { (self.value, self.what) = (value, what) }
  }

  @Test(arguments: [
    Damage("it has no window", 7),
    Damage("it has no window", ["kind": "stack"]),
    Damage("a place has no kind", ["kind": "window", "children": [1]]),
    Damage("'shelf' is not a kind of place", ["kind": "window", "children": [["kind": "shelf"]]]),
    Damage("a screen has no location", ["kind": "window", "children": [["kind": "screen"]]]),
    Damage("the window has no list of children", ["kind": "window"]),
    Damage("the window has no list of children", ["kind": "window", "children": 5]),
    Damage("the window has no list of children", ["kind": "window", "children": ["a": 1]]),
    Damage(
      "the window holds 2 roots",
      ["kind": "window", "children": [["kind": "screen", "location": "/single"], 1]]
    ),
    Damage("a stack has no list of children", ["kind": "window", "children": [["kind": "stack"]]]),
    Damage(
      "a branch of tabs is not a place",
      ["kind": "window", "children": [["kind": "tabs", "children": [5]]]]
    ),
    Damage(
      "the selected tab has no number",
      ["kind": "window", "children": [["kind": "tabs", "children": [], "selected": "feed"]]]
    ),
    Damage(
      "the presented value is not a place",
      ["kind": "window", "children": [["kind": "screen", "location": "/single", "presented": 5]]]
    ),
    Damage(
      "a stack holds a stack",
      [
        "kind": "window",
        "children": [["kind": "stack", "children": [["kind": "stack", "children": []]]]],
      ]
    ),
    Damage(
      "a branch of tabs holds a split",
      [
        "kind": "window",
        "children": [
          [
            "kind": "tabs",
            "children": [
              [
                "name": "a",
                "children": [
                  ["kind": "split", "children": [["kind": "screen", "location": "/single"]]]
                ],
              ]
            ],
          ]
        ],
      ]
    ),
    Damage(
      "a split has no primary place",
      ["kind": "window", "children": [["kind": "split", "children": []]]]
    ),
    Damage(
      "it is nested too deep",
      [
        "kind": "window",
        "children": [
          (0..<600)
            .reduce("x") { inner, _ in
              ["kind": "stack", "children": [inner]]
            }
        ],
      ]
    ),
  ])
  func `damaged data is refused and changes nothing`(row: Damage) async throws {
    let router = try await StageShape.router(StageShape.all[2])
    let drawing = router.stage.tree.description
    await #expect(
      throws: RouterError(
        .wrongType,
        "This is not a saved stage: \(row.what). Pass the value of a saved stage."
      )
    ) { try await router.restore(from: row.value) }
    #expect(router.stage.tree.description == drawing)
  }

  @Test(arguments: [
    Value.null, "text", ["n": 1, "list": .table(ValueTable(items: [true]))],
    .reference(Value.ObjectReference("lamp", id: 1, kind: "Lamp")),
    ["lamp": .reference(Value.ObjectReference("lamp", id: 1, kind: "Lamp"))],
  ])
  func `plain data in extra is saved, anything else is omitted`(
    extra: Value
  ) async throws {
    let router = try await StageShape.router(StageShape.all[0]) {
      LinkRoute("/extra")
        .view("Extra")
        .animator(.push())
    }
    _ = await router.open("/extra", options: OpenOptions(extra: extra))
    let saved = router.stage.restorationState
    _ = await router.open("/single")
    #expect(try await router.restore(from: saved).isEmpty)
    #expect(router.stage.top?.state?.extra == (extra.isPlain ? extra : .null))
    #expect(router.stage.restorationState == saved)
  }
}
