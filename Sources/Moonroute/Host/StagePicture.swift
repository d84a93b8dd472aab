/// The shape of the stage, without the descriptions, as a user interface really shows it.
///
/// A host makes it from its own views, so that ``StageHostConformance`` can compare it with the
/// stage.
public struct StagePicture: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of place.
  public enum Kind: String, Sendable, CaseIterable {
    /// One screen.
    case screen
    /// Screens on top of each other.
    case stack
    /// Branches, one of them selected.
    case tabs
    /// A primary place and a detail.
    case split
  }

  /// The kind.
  public var kind: Kind

  /// The identity of the node that is shown.
  public var id: Screen.ID

  /// The pictures directly inside; of a split the primary place, then the detail.
  public var children: [StagePicture]

  /// The selected branch, counted from 0.
  public var selected: Int?

  /// The picture presented over it; an array of at most one.
  public var presented: [StagePicture]

  /// Describes what is shown at a place.
  public init(
    _ kind: Kind,
    _ id: Screen.ID,
    children: [StagePicture] = [],
    selected: Int? = nil,
    presented: StagePicture? = nil
  ) {
    self.kind = kind
    self.id = id
    self.children = children
    self.selected = selected
    self.presented = presented.map { [$0] } ?? []
  }

  /// The picture that ought to be shown of a node.
  public init(of node: StageNode) {
    var selected: Int?
    if case .tabs(_, let index) = node.content { selected = index }
    self.init(
      Kind(rawValue: node.kind) ?? .screen,
      node.id,
      children: node.children.map(StagePicture.init(of:)),
      selected: selected,
      presented: node.presented.map { StagePicture(of: $0.node) }
    )
  }

  /// The shape on one line: `stack 1 (screen 2, screen 3) under screen 4`.
  public var description: String {
    var text = "\(kind.rawValue) \(id)"
    if let selected { text += " at \(selected + 1)" }
    if !children.isEmpty {
      text += " (" + children.map(\.description).joined(separator: ", ") + ")"
    }
    return presented.reduce(text) { "\($0) under \($1)" }
  }
}

/// A host that can be asked what it really shows, and be used as a person would.
public protocol PicturedHost: StageHost {
  /// The picture that it shows, made from its own views; `nil` when nothing.
  var picture: StagePicture? { get }

  /// Waits until every change has been shown.
  ///
  /// Default: they have.
  func settle() async

  /// Swipes back, or dismisses by hand, as a person does.
  ///
  /// Default: it cannot be done.
  ///
  /// - Returns: Whether it could be done.
  func swipeBack() async -> Bool
}

extension PicturedHost {
  /// Waits for nothing.
  public func settle() async {}

  /// Does nothing.
  public func swipeBack() async -> Bool { false }
}
