import Moonroute

/// Draws stages before and after an open, as the router produces them.
enum StagePicture {
  private struct Scene {
    let title: String
    /// The locations to open before, in order.
    let before: [String]
    /// The location to open for the picture.
    let location: String
    /// The animator, or `nil` for that of the route.
    var animator: Animator?
  }

  private struct Shot: Sendable {
    let title: String
    let before: StageTree, after: StageTree

    var height: Double { max(Self.height(of: before), Self.height(of: after)) }

    static func height(of tree: StageTree) -> Double {
      tree.root.map { StageBlock($0).height } ?? 38
    }
  }

  private static let column = 184.0
  private static let left = 24.0
  private static let right = Picture.width - 24 - column
  private static let headHeight = 46.0
  private static let gap = 26.0

  /// The scenes of each picture: one for each family of animators, and one for tabs.
  @MainActor private static let scenes: [(name: String, scenes: [Scene])] = [
    (
      "root",
      [
        Scene(title: "root", before: ["/home", "/page"], location: "/new", animator: .root),
        Scene(
          title: "root { wrap = \"stack\" }",
          before: ["/home", "/page"],
          location: "/new",
          animator: .root(wrap: .stack)
        ),
      ]
    ),
    (
      "push",
      [
        Scene(title: "push", before: ["/home", "/page"], location: "/new", animator: .push),
        Scene(
          title: "push, over a modal",
          before: ["/home", "/page", "/modal"],
          location: "/new",
          animator: .push
        ),
        Scene(
          title: "push, over a modal with a stack",
          before: ["/home", "/flow"],
          location: "/new",
          animator: .push
        ),
      ]
    ),
    (
      "present",
      [
        Scene(
          title: "present, sheet, full_screen",
          before: ["/home", "/page"],
          location: "/new",
          animator: .present
        ),
        Scene(
          title: "present { wrap = \"stack\" }",
          before: ["/home"],
          location: "/new",
          animator: .present(wrap: .stack)
        ),
      ]
    ),
    (
      "automatic",
      [
        Scene(
          title: "automatic, on an empty stage",
          before: [],
          location: "/new",
          animator: .automatic
        ),
        Scene(
          title: "automatic, in a stack: push",
          before: ["/home"],
          location: "/new",
          animator: .automatic
        ),
        Scene(
          title: "automatic, elsewhere: present",
          before: ["/single"],
          location: "/new",
          animator: .automatic
        ),
      ]
    ),
    (
      "split",
      [
        Scene(
          title: "show_detail, in a split",
          before: ["/mail"],
          location: "/new",
          animator: .showDetail
        ),
        Scene(title: "show, in a split", before: ["/mail"], location: "/new", animator: .show),
      ]
    ),
    (
      "refresh",
      [
        Scene(
          title: "refresh, on a screen of its route",
          before: ["/home", "/new"],
          location: "/new?page=2",
          animator: .refresh { page, _ in page }
        )
      ]
    ),
    (
      "tabs",
      [
        Scene(
          title: "open /search: the tab is selected",
          before: ["/feed", "/feed/post"],
          location: "/search"
        ),
        Scene(
          title: "open /feed: its stack is still there",
          before: ["/feed", "/feed/post", "/search"],
          location: "/feed"
        ),
        Scene(
          title: "open /modal: over the tabs",
          before: ["/feed", "/feed/post"],
          location: "/modal"
        ),
      ]
    ),
  ]

  /// A picture for each family of animators, and one for tabs.
  @MainActor static func all() async throws -> [Picture] {
    var pictures: [Picture] = []
    for (name, scenes) in scenes { pictures.append(try await picture(name, scenes)) }
    return pictures
  }

  @MainActor private static func picture(_ name: String, _ scenes: [Scene]) async throws -> Picture
  {
    var shots: [Shot] = []
    for scene in scenes { shots.append(try await shot(of: scene)) }
    let height = shots.reduce(0) { $0 + headHeight + $1.height + gap } + 8
    return Picture(
      name: "stage-\(name)",
      title: name == "tabs" ? "Tabs, each with a stack" : "The effect of \(name) on the stage",
      description: shots.map(words).joined(separator: " "),
      height: height
    ) { [shots] canvas in
      var y = 0.0
      for shot in shots {
        draw(shot, y: y, on: &canvas)
        y += headHeight + shot.height + gap
      }
    }
  }

  @MainActor private static func shot(of scene: Scene) async throws -> Shot {
    let rules = RouterRules()
    try rules.add(contentsOf: routes(new: scene.animator))
    let router = Router(rules: rules)
    for location in scene.before { _ = await router.open(location) }
    let before = router.stage.tree
    let outcome = await router.open(scene.location)
    guard outcome.isSuccess else { throw SiteError.cannotDraw(scene.title) }
    return Shot(title: scene.title, before: before, after: router.stage.tree)
  }

  @RouteBuilder private static func routes(new animator: Animator?) -> [LinkRoute] {
    LinkRoute("/single", name: "single")
      .view("Single")
      .animator(.root)
    LinkRoute("/home", name: "home")
      .view("Home")
      .animator(.root(wrap: .stack))
    LinkRoute("/page", name: "page")
      .view("Page")
      .animator(.push)
    LinkRoute("/modal", name: "modal")
      .view("Modal")
      .animator(.present)
    LinkRoute("/flow", name: "flow")
      .view("Flow")
      .animator(.present(wrap: .stack))
    LinkRoute("/mail", name: "mail")
      .view("Mail")
      .animator(.root(wrap: .split))
    LinkRoute("/new", name: "new")
      .view("New")
      .animator(animator)
    LinkRoute.shell("main") {
      LinkRoute("/feed", name: "feed")
        .view("Feed")
        .children {
          LinkRoute("post", name: "post").view("Post")
        }
      LinkRoute("/search", name: "search").view("Search")
    }
  }

  /// Draws the stage before, an arrow, and the stage after.
  private static func draw(_ shot: Shot, y: Double, on canvas: inout Canvas) {
    if y > 0 { canvas.line("M24 \(y + 4) H\(Picture.width - 24)", .border, width: 1.25) }
    canvas.text(shot.title, x: left, y: y + 34, .init(size: 16.5, isStrong: true))
    let top = y + headHeight
    draw(shot.before, .init(top: shot.before.top?.id), x: left, y: top, on: &canvas)
    let known = Dictionary(shot.before.screens.map { ($0.id, $0.location) }) { first, _ in first }
    let new = shot.after.screens.filter { known[$0.id] == nil }.map(\.id)
    let changed = shot.after.screens.filter { screen in
      known[screen.id].map { $0 != screen.location } ?? false
    }
    let marks = StageBlock.Marks(
      top: shot.after.top?.id,
      new: Set(new),
      changed: Set(changed.map(\.id))
    )
    draw(shot.after, marks, x: right, y: top, on: &canvas)
    canvas.line("M\(left + column + 14) \(top + 19) H\(right - 14)", hasArrow: true)
  }

  private static func draw(
    _ tree: StageTree,
    _ marks: StageBlock.Marks,
    x: Double,
    y: Double,
    on canvas: inout Canvas
  ) {
    if let root = tree.root {
      StageBlock(root).draw(x: x, y: y, width: column, marks, on: &canvas)
    } else {
      canvas.box(
        .init(x: x, y: y, width: column, height: 38),
        fill: nil,
        stroke: .line,
        isDashed: true
      )
      canvas.text("nothing yet", x: x + 14, y: y + 24.5, .init(size: 16, role: .soft))
    }
  }

  private static func words(_ shot: Shot) -> String {
    "\(shot.title): \(words(shot.before)), then \(words(shot.after))."
  }

  private static func words(_ tree: StageTree) -> String {
    tree.screens.isEmpty ? "nothing" : tree.screens.map(\.view).joined(separator: ", ")
  }
}
