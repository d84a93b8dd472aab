@_spi(Tooling) import Moonroute

/// A stage of another package: it follows the steps of each change, and reports swipes.
final class OwnStage: PicturedHost {
  private(set) var steps: [String] = []
  private(set) var picture: StagePicture?

  func apply(_ change: StageChange) {
    picture = change.after.root.map(Self.picture)
    for step in change.steps {
      switch step {
      case .setRoot: steps.append("root")
      case .push: steps.append("push")
      case .pop: steps.append("pop")
      default: steps.append("other")
      }
    }
  }

  func update(_ screen: Screen) {}

  /// A stage with views of its own makes the picture from them.
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

  /// Opens a screen, which the user then swipes away.
  static func use() async throws -> [String] {
    let router = try LinkRouter {
      LinkRoute("/", name: "home").view("Home").animator(.root(wrap: .stack))
        .children { LinkRoute("item").view("Item") }
    }
    return await router.perform { router in
      let stage = OwnStage()
      router.show(on: stage)
      _ = await router.open("/")
      _ = await router.open("/item")
      if let top = router.top, router.userMayLeave(top.id) { router.userDidPop(top.id) }
      return stage.steps + [router.top?.view ?? ""]
    }
  }
}
