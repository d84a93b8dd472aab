/// A place in the tree of what is on the stage.
public struct StageNode: Sendable {
  /// What is at a place.
  public indirect enum Content: Sendable {
    /// One screen.
    case screen(Screen)
    /// Screens on top of each other, the root first.
    case stack([StageNode])
    /// Branches side by side, one of them selected, counted from 0.
    case tabs([StageNode], selected: Int)
    /// A primary place and a detail beside it.
    case split(primary: StageNode?, detail: StageNode?)
  }

  /// What tells the node from every other of its application.
  public let id: Screen.ID

  /// What is here.
  public var content: Content

  /// What is shown over it, if anything.
  public var presented: Presentation?

  /// Makes a node.
  init(id: Screen.ID, content: Content) {
    self.id = id
    self.content = content
  }

  /// Makes a node of one screen.
  init(_ screen: Screen) {
    self.init(id: screen.id, content: .screen(screen))
  }

  /// The kind as the command line prints it.
  public var kind: String {
    switch content {
    case .screen: "screen"
    case .stack: "stack"
    case .tabs: "tabs"
    case .split: "split"
    }
  }

  /// The nodes directly inside, what is presented over it left out.
  public var children: [StageNode] {
    switch content {
    case .screen: []
    case .stack(let nodes): nodes
    case .tabs(let branches, _): branches
    case .split(let primary, let detail): [primary, detail].compactMap { $0 }
    }
  }

  /// The screen here, when it is one.
  public var screen: Screen? {
    guard case .screen(let screen) = content else { return nil }
    return screen
  }

  /// Every screen inside and over it, in the order of the drawing.
  public var screens: [Screen] {
    var screens = self.screen.map { [$0] } ?? []
    for child in children { screens += child.screens }
    if let presented { screens += presented.node.screens }
    return screens
  }
}

extension StageNode {
  /// Adds the identity of every screen inside and over it, in the order of the drawing.
  func collectScreenIDs(into ids: inout [Screen.ID]) {
    if case .screen = content { ids.append(id) }
    for child in children { child.collectScreenIDs(into: &ids) }
    presented?.node.collectScreenIDs(into: &ids)
  }
}

/// A node shown over another.
public indirect enum Presentation: Sendable {
  /// The node, and the animator that presented it.
  case over(StageNode, style: PresentationStyle)

  /// What is presented.
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
