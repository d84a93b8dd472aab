/// The shape of the stage as a user interface actually shows it, without the descriptions of
/// screens.
///
/// A host makes it from its own views, so that it can be compared with the stage.
@_spi(Tooling) public struct StagePicture: Hashable, Sendable, CustomStringConvertible {
  /// The kind.
  public var kind: StageNode.Kind

  /// The identity of the shown node.
  public var id: Screen.ID

  /// The pictures directly inside.
  ///
  /// For a split, the primary place precedes the detail.
  public var children: [StagePicture]

  /// The selected branch, counted from 0.
  public var selected: Int?

  /// The picture presented over it; at most one element.
  public var presented: [StagePicture]

  /// Describes the content of a place.
  public init(
    _ kind: StageNode.Kind,
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

  /// The expected picture of a node.
  package init(of node: StageNode) {
    var selected: Int?
    if case .tabs(_, let index) = node.content { selected = index }
    self.init(
      node.kind,
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

/// A host that reports its actual content and supports gestures of a user.
@_spi(Tooling) public protocol PicturedHost: StageHost {
  /// The current picture, made from the host's own views; `nil` if it shows nothing.
  var picture: StagePicture? { get }

  /// Waits until every change has been shown.
  ///
  /// The default implementation returns immediately.
  func waitUntilIdle() async

  /// Swipes back, or dismisses interactively, as a user would.
  ///
  /// The default implementation does nothing and returns `false`.
  ///
  /// - Returns: Whether the gesture was possible.
  func swipeBack() async -> Bool
}

@_spi(Tooling) extension PicturedHost {
  /// Returns immediately.
  public func waitUntilIdle() async {}

  /// Returns `false`.
  public func swipeBack() async -> Bool { false }
}
