/// A place in the tree of the stage.
public struct StageNode: Sendable {
  /// The content of a place.
  public enum Content: Sendable {
    /// One screen.
    case screen(Screen)
    /// Screens on top of each other, the root first.
    case stack([StageNode])
    /// Parallel branches; `selected` is the index of the selected one, starting at 0.
    case tabs([StageNode], selected: Int)
    /// A primary place and a detail next to it.
    case split(primary: StageNode?, detail: StageNode?)
  }

  /// The identity of the node, unique within the router.
  public var id: Screen.ID { storage.fields.id }

  /// The name of a branch of tabs or of a shell; otherwise `nil`.
  public internal(set) var name: String? {
    get { storage.fields.name }
    set { own.fields.name = newValue }
  }

  /// The options of the animator, for the user interface, such as `hides_bottom_bar`.
  public internal(set) var options: ValueTable {
    get { storage.fields.options }
    set { own.fields.options = newValue }
  }

  /// The content of this place.
  public var content: Content {
    get { storage.fields.content }
    set { own.fields.content = newValue }
  }

  /// The presentation over it, if any.
  public var presented: Presentation? {
    get { storage.fields.presented }
    set { own.fields.presented = newValue }
  }

  /// Everything, which copies share until one of them changes.
  private var storage: StageNodeStorage

  /// The storage of this copy alone.
  private var own: StageNodeStorage {
    mutating get {
      if !isKnownUniquelyReferenced(&storage) { storage = StageNodeStorage(storage.fields) }
      return storage
    }
  }

  init(id: Screen.ID, name: String? = nil, content: Content) {
    storage = StageNodeStorage(StageNodeFields(id: id, name: name, content: content))
  }

  init(_ screen: Screen) {
    self.init(id: screen.id, content: .screen(screen))
  }

  /// The kinds of nodes, with the words of the command line.
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
  public var kind: Kind {
    switch content {
    case .screen: .screen
    case .stack: .stack
    case .tabs: .tabs
    case .split: .split
    }
  }

  /// The nodes directly inside, without the presentation over it.
  public var children: [StageNode] {
    switch content {
    case .screen: []
    case .stack(let nodes): nodes
    case .tabs(let branches, _): branches
    case .split(let primary, let detail): [primary, detail].compactMap { $0 }
    }
  }

  /// The screen, if the node is one.
  public var screen: Screen? {
    guard case .screen(let screen) = content else { return nil }
    return screen
  }

  /// All screens inside and over it, in drawing order.
  public var screens: [Screen] {
    var screens = self.screen.map { [$0] } ?? []
    for child in children { screens += child.screens }
    if let presented { screens += presented.node.screens }
    return screens
  }

  var top: Screen? { readTop(\.screen) ?? nil }

  /// Reads the node of the visible screen, without copying the screen.
  func readTop<Answer>(_ read: (StageNode) -> Answer) -> Answer? {
    if let presented { return presented.node.readTop(read) }
    switch content {
    case .screen: return read(self)
    case .stack(let nodes): return nodes.last?.readTop(read)
    case .tabs(let branches, let selected):
      let isThere = branches.indices.contains(selected)
      return isThere ? branches[selected].readTop(read) : branches.last?.readTop(read)
    case .split(let primary, let detail): return (detail ?? primary)?.readTop(read)
    }
  }

  /// Visits all screens inside and over it, in drawing order.
  func visitScreens(_ visit: (StageNode) -> Void) {
    if case .screen = content { visit(self) }
    for child in children { child.visitScreens(visit) }
    presented?.node.visitScreens(visit)
  }

  /// Whether a screen is inside or over it.
  func contains(_ screen: Screen.ID) -> Bool {
    if case .screen = content, id == screen { return true }
    return children.contains { $0.contains(screen) } || presented?.node.contains(screen) == true
  }

  /// The number of screens inside and over it, or the limit if there are more.
  func screenCount(upTo limit: Int) -> Int {
    var count = 0
    if case .screen = content { count = 1 }
    for child in children {
      guard count < limit else { return count }
      count += child.screenCount(upTo: limit - count)
    }
    guard count < limit, let presented else { return count }
    return count + presented.node.screenCount(upTo: limit - count)
  }
}

private struct StageNodeFields: Sendable {
  let id: Screen.ID
  var name: String?
  var options = ValueTable()
  var content: StageNode.Content
  var presented: Presentation?
}

// Invariant: a node changes the storage only if no other node has it.
private final class StageNodeStorage: @unchecked Sendable {
  // The access to the node is checked.
  @exclusivity(unchecked) var fields: StageNodeFields

  init(_ fields: StageNodeFields) { self.fields = fields }
}
