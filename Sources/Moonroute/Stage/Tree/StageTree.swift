/// Everything on the stage, as a value.
public struct StageTree: Sendable {
  /// The node that fills the window, or `nil` before the first open.
  public internal(set) var root: StageNode?

  /// Makes an empty tree.
  public init() {}

  /// The screen that people see: it follows presented, selected tab, top of the stack.
  public var top: Screen? { root?.top }

  /// The identity of the screen that people see.
  var topID: Screen.ID? { root?.readTop(\.id) }

  /// Every screen in the order of the drawing.
  public var screens: [Screen] { root?.screens ?? [] }

  /// The identity of every screen, in the order of the drawing.
  var screenIDs: [Screen.ID] {
    var ids: [Screen.ID] = []
    root?.collectScreenIDs(into: &ids)
    return ids
  }

  /// The screens that another tree lacks, top first.
  func screens(missingIn other: StageTree) -> [Screen] {
    let staying = Set(other.screenIDs)
    var missing: [Screen] = []
    root?.collectScreens(notIn: staying, into: &missing)
    missing.reverse()
    return missing
  }

  /// The identities of the screens that another tree lacks, top first.
  func screenIDs(missingIn other: StageTree) -> [Screen.ID] {
    let staying = Set(other.screenIDs)
    return screenIDs.reversed().filter { !staying.contains($0) }
  }

  /// The number of screens in the stack that holds the top; 1 for a top outside a stack.
  public var depth: Int {
    guard let path = topPath else { return 0 }
    guard let stack = enclosingStack(of: path) else { return 1 }
    return node(at: stack)?.children.count ?? 0
  }

  /// The path to the top screen.
  var topPath: StagePath? { root.map { StagePath(steps: $0.topSteps) } }

  func path(to id: Screen.ID) -> StagePath? { root?.steps(to: id).map(StagePath.init) }

  func node(at path: StagePath) -> StageNode? { root?.node(at: path.steps[...]) }

  /// Changes the node at a path.
  mutating func update(at path: StagePath, _ body: (inout StageNode) -> Void) {
    root?.update(at: path.steps[...], body)
  }

  /// Changes a screen in place, whatever it is under or over.
  ///
  /// - Returns: Whether the screen is on the stage.
  @discardableResult
  mutating func updateScreen(_ id: Screen.ID, _ body: (inout Screen) -> Void) -> Bool {
    guard let path = path(to: id), var screen = node(at: path)?.screen else { return false }
    body(&screen)
    update(at: path) { $0.content = .screen(screen) }
    return true
  }

  /// The nearest stack at or above a place, without leaving its presentation.
  func enclosingStack(of path: StagePath) -> StagePath? {
    let limit = path.presentationRoot.steps.count
    var candidate = path
    while true {
      if let stack = stack(at: candidate) { return stack }
      guard candidate.steps.count > limit, let parent = candidate.parent else { return nil }
      candidate = parent
    }
  }

  /// The stack that a node is, or shows in its selected tab.
  private func stack(at path: StagePath) -> StagePath? {
    guard let node = node(at: path) else { return nil }
    switch node.content {
    case .stack: return path
    case .tabs(_, let selected): return stack(at: path.appending(.child(selected)))
    default: return nil
    }
  }

  /// Whether something is presented over a place or over what holds it.
  func coveringPath(over path: StagePath) -> StagePath? {
    var candidate: StagePath? = path
    while let place = candidate {
      if node(at: place)?.presented != nil { return place }
      if place.steps.last == .presented { return nil }
      candidate = place.parent
    }
    return nil
  }
}

extension StageTree {
  /// The screens that people see: the top, and what is beside it in a split.
  public var visible: [Screen] {
    guard var node = root else { return [] }
    while let presented = node.covered { node = presented }
    var screens: [Screen] = []
    node.collectVisible(into: &screens)
    return screens
  }
}

extension StageNode {
  /// The children that are shown, what is presented left out.
  fileprivate var shownChildren: [StageNode] {
    switch content {
    case .screen: []
    case .stack(let nodes): nodes.last.map { [$0] } ?? []
    case .tabs(let branches, let selected):
      branches.indices.contains(selected) ? [branches[selected]] : []
    case .split(let primary, let detail): [primary, detail].compactMap { $0 }
    }
  }

  /// The node presented over one of those shown here, if any.
  fileprivate var covered: StageNode? {
    if let presented { return presented.node }
    // Each child is asked once: a lazy search would ask the one that it finds again, and so twice
    // as often at every level.
    for child in shownChildren { if let found = child.covered { return found } }
    return nil
  }

  /// Adds the screens that are shown here.
  fileprivate func collectVisible(into screens: inout [Screen]) {
    if let screen { screens.append(screen) }
    for child in shownChildren { child.collectVisible(into: &screens) }
  }
}
