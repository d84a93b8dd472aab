/// A node shown over another.
public indirect enum Presentation: Sendable {
  /// The node, and the animator that presented it.
  case over(StageNode, style: PresentationStyle)

  /// The node that is presented.
  public var node: StageNode {
    switch self {
    case .over(let node, _): node
    }
  }

  /// How it is presented.
  public var style: PresentationStyle {
    switch self {
    case .over(_, let style): style
    }
  }
}

/// How a presented screen looks and moves.
public struct PresentationStyle: Hashable, Sendable {
  /// The animator's name, such as `sheet`.
  public var name: String

  /// The animator's options, for the user interface.
  public var options: Table

  /// Names a style.
  public init(_ name: String, options: Table = Table()) {
    self.name = name
    self.options = options
  }
}
