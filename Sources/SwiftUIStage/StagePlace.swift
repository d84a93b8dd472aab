public import Moonroute
public import Observation

/// A place on the stage as views watch it: a screen, a stack, tabs, or a split.
///
/// It stays the same object as long as the place is there, and keeps its content while a view of it
/// still moves out.
@MainActor @Observable public final class StagePlace: Identifiable {
  /// The identity of the node on the stage.
  public nonisolated let id: Screen.ID

  /// The kind.
  public nonisolated let kind: StagePicture.Kind

  /// The name of a branch of tabs, or of the shell that the tabs are; else `nil`.
  public nonisolated let name: String?

  /// The screens of a stack, the root first, or the branches of tabs.
  public internal(set) var children: [StagePlace] = []

  /// The selected branch of tabs, counted from 0.
  public internal(set) var selected = 0

  /// The primary place of a split.
  public internal(set) var primary: StagePlace?

  /// The detail of a split.
  public internal(set) var detail: StagePlace?

  /// The screen here, when it is one.
  public internal(set) var screen: Screen?

  /// The place presented over this one.
  public internal(set) var presented: StagePlace?

  /// How this place is presented; `nil` where it is not.
  public internal(set) var style: PresentationStyle?

  /// Makes the place of a node without what is inside and over it.
  init(_ node: StageNode) {
    id = node.id
    kind = StagePicture.Kind(rawValue: node.kind) ?? .screen
    name = node.name
    screen = node.screen
  }

  /// The screens that it shows, as the conformance suite compares it with the stage.
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
