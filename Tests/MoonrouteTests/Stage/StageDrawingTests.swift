import Moonroute
import RoutePatterns
import Testing

/// `tostring(stage)`: one line per node, with any screen names.
@MainActor @Suite struct StageDrawingTests {
  @Test(arguments: [
    ("a\nb", #"a\u{A}b"#),
    ("\u{1B}[31mred", #"\u{1B}[31mred"#),
    ("x  ◀ top\r\n└─ y", #"x  ◀ top\u{D}\u{A}└─ y"#),
    ("\u{202E}txt", #"\u{202E}txt"#),
    ("日本語 🎈", "日本語 🎈"),
    ("", "Single"),
  ])
  func `a title stays on its line`(title: String, drawn: String) async throws {
    let router = try await StageShape.router(StageShape.all[1])
    router.stage.update(router.stage.top?.id ?? .unplaced) { $0["title"] = .text(title) }
    #expect(router.stage.tree.description == "window\n└─ \(drawn)  /single  ◀ top")
  }

  @Test func `the presenter of a screen stays on its line`() async throws {
    let router = try await StageShape.router(StageShape.all[1])
    var options = OpenOptions()
    options.animator = Animator("x", .present(PresentationStyle("a\nb"), wrap: nil))
    _ = await router.open("/modal", options: options)
    #expect(
      router.stage.tree.description == """
        window
        └─ Single  /single
           └─ a\\u{A}b: Modal  /modal  ◀ top
        """
    )
  }
}
