@_spi(Tooling) public import Moonroute
public import Observation

/// An observable place on the stage: a screen, a stack, tabs, or a split.
///
/// It remains the same object while the place exists, and keeps its content while its view moves
/// out.
@MainActor @Observable public final class StagePlace: Identifiable {
  /// The identity of the node on the stage.
  public nonisolated let id: Screen.ID

  /// The kind.
  public nonisolated let kind: StageNode.Kind

  /// The name of a tab, or of the shell of the tabs; otherwise `nil`.
  public nonisolated let name: String?

  /// The screens of a stack, starting with the root, or the tabs.
  public internal(set) var children: [StagePlace] = []

  /// The index of the selected tab.
  public internal(set) var selected = 0

  /// The primary place of a split.
  public internal(set) var primary: StagePlace?

  /// The detail of a split.
  public internal(set) var detail: StagePlace?

  /// The screen, if the place is one.
  public internal(set) var screen: Screen?

  /// The place presented over this one.
  public internal(set) var presented: StagePlace?

  /// The style of presentation; `nil` if the place is not presented.
  public internal(set) var style: PresentationStyle?

  init(_ node: StageNode) {
    id = node.id
    kind = node.kind
    name = node.name
    screen = node.screen
  }

  /// The shown screens, which the conformance suite compares with the stage.
  var picture: StagePicture {
    let inside = kind == .split ? [primary, detail].compactMap { $0 } : children
    return StagePicture(
      kind,
      id,
      children: inside.map(\.picture),
      selected: kind == .tabs ? selected : nil,
      presented: presented?.picture
    )
  }
}

extension StagePlace: Hashable {
  /// Whether they are the same place.
  public nonisolated static func == (left: StagePlace, right: StagePlace) -> Bool {
    left === right
  }

  /// Hashes the identity.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
