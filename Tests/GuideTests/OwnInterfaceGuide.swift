@_spi(Tooling) import Moonroute
import SwiftUIStage
import Testing

/// The code of `OwnInterface.md`, which a test compares with it.
@MainActor struct OwnInterfaceGuide {
  private func makeRouter() throws -> LinkRouter {
    try LinkRouter {
      LinkRoute.shell("main") {
        LinkRoute("/feed", name: "feed")
          .view("Feed")
          .children {
            LinkRoute(":id<int>", name: "post")
              .view("Post") { state in ["title": .text("Post \(try state.int("id"))")] }
          }
        LinkRoute("/search", name: "search").view("Search")
      }
      LinkRoute("/draft", name: "draft")
        .view("Draft")
        .animator(.sheet)
        .onExit { _ in .stop("not sent") }
    }
  }

  @MainActor func draw(_ place: StagePlace) -> [String] {
    let line = place.screen?.caption ?? place.name ?? place.kind.rawValue
    let over = place.presented.map(draw) ?? []
    return [line] + place.children.flatMap(draw).map { "  " + $0 } + over
  }

  @Test func `a program draws the places of a model`() async throws {
    let router = try makeRouter()
    let model = try StageModel(router)
    model.screens = ["Feed", "Post", "Search", "Draft"]
    await model.open("/feed/2")
    let tabs = try #require(model.root)
    let drawing = """
      main
        feed
          Feed
          Post 2
        search
      """
    #expect(draw(tabs).joined(separator: "\n") == drawing)
    #expect(model.problems.isEmpty)
    model.screens = ["Feed"]
    #expect(model.problems.count == 3)
  }

  @Test func `the model reports the actions of the user to the router`() async throws {
    let router = try makeRouter()
    let model = try StageModel(router)
    await model.open("/feed/2")
    let tabs = try #require(model.root)
    let stack = try #require(tabs.children.first)
    model.setPath([], of: stack)
    model.select(1, of: tabs)
    while stack.children.count > 1 || tabs.selected != 1 { await Task.yield() }
    #expect(await router.top?.view == "Search")

    await model.open("/draft")
    let sheet = try #require(tabs.presented)
    #expect(sheet.style?.name == "sheet")
    #expect(!model.mayLeave(sheet))

    let saved = model.savedText
    let restored = try StageModel(makeRouter())
    await restored.restore(saved)
    #expect(restored.root.map(draw) == draw(tabs))
  }

  @MainActor final class TextInterface: StageHost {
    private(set) var lines: [String] = []

    nonisolated func apply(_ change: StageChange) {
      MainActor.assumeIsolated { lines = change.after.visible.map(\.caption) }
    }

    nonisolated func update(_ screen: Screen) {}
  }

  @Test func `a class of the program is the stage`() async throws {
    let router = try makeRouter()
    let interface = TextInterface()
    await router.show(on: interface)
    _ = await router.open("/feed/2")
    #expect(interface.lines == ["Post 2"])
    await router.back()
    #expect(interface.lines == ["Feed"])
  }

  final class OwnStage: PicturedHost {
    private(set) var picture: StagePicture?

    func apply(_ change: StageChange) { picture = change.after.root.map(Self.picture) }

    func update(_ screen: Screen) {}

    /// A real stage looks at its views instead of the nodes.
    private static func picture(of node: StageNode) -> StagePicture {
      var selected: Int?
      if case .tabs(_, let index) = node.content { selected = index }
      return StagePicture(
        node.kind,
        node.id,
        children: node.children.map(picture),
        selected: selected,
        presented: node.presented.map { picture(of: $0.node) }
      )
    }
  }

  @Test func `a stage of another package passes the suite`() async throws {
    let problems = try await StageHostConformance.problems { router in OwnStage() }
    #expect(problems.isEmpty)
  }
}
