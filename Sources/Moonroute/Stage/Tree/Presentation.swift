/// A node that is presented over another one.
public enum Presentation: Sendable {
  /// The node, and the animator that presented it.
  case over(StageNode, style: PresentationStyle)

  /// The presented node.
  public var node: StageNode {
    switch self {
    case .over(let node, _): node
    }
  }

  /// The style of the presentation.
  public var style: PresentationStyle {
    switch self {
    case .over(_, let style): style
    }
  }
}

/// The appearance and motion of a presentation.
public struct PresentationStyle: Hashable, Sendable {
  /// The animator's name, such as `sheet`.
  public var name: String

  /// The animator's options, for the user interface.
  public var options: ValueTable

  /// Makes a style.
  package init(_ name: String, options: ValueTable = ValueTable()) {
    self.name = name
    self.options = options
  }
}
