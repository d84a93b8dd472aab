/// The content of the stage, as a value.
public struct StageTree: Sendable {
  /// The node that fills the window, or `nil` before the first open.
  public internal(set) var root: StageNode?

  /// Makes an empty tree.
  package init() {}

  /// The visible screen, following the presentation, the selected tab, and the top of the stack.
  public var top: Screen? { root?.top }

  var topID: Screen.ID? { root?.readTop(\.id) }

  /// All screens in drawing order.
  public var screens: [Screen] { root?.screens ?? [] }

  /// The identities of all screens in drawing order.
  var screenIDs: [Screen.ID] {
    var ids: [Screen.ID] = []
    root?.visitScreens { ids.append($0.id) }
    return ids
  }

  /// The screens that are missing in another tree, top first.
  package func screens(missingIn other: StageTree) -> [Screen] {
    var missing: [Screen] = []
    visitScreens(missingIn: other) { node in
      if case .screen(let screen) = node.content { missing.append(screen) }
    }
    missing.reverse()
    return missing
  }

  /// The identities of the screens that are missing in another tree, top first.
  package func screenIDs(missingIn other: StageTree) -> [Screen.ID] {
    var missing: [Screen.ID] = []
    visitScreens(missingIn: other) { missing.append($0.id) }
    missing.reverse()
    return missing
  }

  /// Visits the screens that are missing in another tree, in drawing order.
  ///
  /// - Complexity: O(*n*) for *n* screens in both trees.
  private func visitScreens(missingIn other: StageTree, _ visit: (StageNode) -> Void) {
    guard let root else { return }
    guard let others = other.root else { return root.visitScreens(visit) }
    // Most stages have few screens, which need no set.
    if others.screenCount(upTo: Self.fewScreens) < Self.fewScreens {
      return root.visitScreens { if !others.contains($0.id) { visit($0) } }
    }
    let (own, staying) = (screenIDs, other.screenIDs)
    // Most opens add screens at the end.
    guard !staying.starts(with: own) else { return }
    let set = Set(staying)
    root.visitScreens { if !set.contains($0.id) { visit($0) } }
  }

  private static let fewScreens = 8

  /// The number of screens in the stack of the top; 1 for a top outside a stack.
  package var depth: Int {
    guard let path = topPath else { return 0 }
    guard let stack = enclosingStack(of: path) else { return 1 }
    return node(at: stack)?.children.count ?? 0
  }

  var topPath: StagePath? { root.map { StagePath(steps: $0.topSteps) } }

  func path(to id: Screen.ID) -> StagePath? { root?.steps(to: id).map(StagePath.init) }

  /// The screen with an identity, if it is on the stage.
  package func screen(_ id: Screen.ID) -> Screen? {
    path(to: id).flatMap { node(at: $0)?.screen }
  }

  func node(at path: StagePath) -> StageNode? { root?.node(at: path.steps[...]) }

  mutating func update(at path: StagePath, _ body: (inout StageNode) -> Void) {
    root?.update(at: path.steps[...], body)
  }

  /// Searches anywhere in the tree; returns whether the screen is on the stage.
  @discardableResult
  mutating func updateScreen(_ id: Screen.ID, _ body: (inout Screen) -> Void) -> Bool {
    guard let path = path(to: id), var screen = node(at: path)?.screen else { return false }
    body(&screen)
    update(at: path) { $0.content = .screen(screen) }
    return true
  }

  /// The nearest stack at or above a place, within its presentation.
  func enclosingStack(of path: StagePath) -> StagePath? {
    let limit = path.presentationRoot.steps.count
    var candidate = path
    while true {
      if let stack = stack(at: candidate) { return stack }
      guard candidate.steps.count > limit, let parent = candidate.parent else { return nil }
      candidate = parent
    }
  }

  private func stack(at path: StagePath) -> StagePath? {
    guard let node = node(at: path) else { return nil }
    switch node.content {
    case .stack: return path
    case .tabs(_, let selected): return stack(at: path.appending(.child(selected)))
    default: return nil
    }
  }

  /// The path of the presentation that covers a place or its containers, if any.
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
  /// The visible screens: the top, and the other place of a split.
  public var visible: [Screen] {
    guard var node = root else { return [] }
    while let presented = node.covered { node = presented }
    var screens: [Screen] = []
    node.collectVisible(into: &screens)
    return screens
  }
}

extension StageNode {
  /// The visible children, without the presentation.
  fileprivate var shownChildren: [StageNode] {
    switch content {
    case .screen: []
    case .stack(let nodes): nodes.last.map { [$0] } ?? []
    case .tabs(let branches, let selected):
      branches.indices.contains(selected) ? [branches[selected]] : []
    case .split(let primary, let detail): [primary, detail].compactMap { $0 }
    }
  }

  /// The presentation over this node or a visible descendant, if any.
  fileprivate var covered: StageNode? {
    if let presented { return presented.node }
    // Each child is visited once. A lazy search would evaluate the found child again, so that the
    // work would double at every level.
    for child in shownChildren { if let found = child.covered { return found } }
    return nil
  }

  fileprivate func collectVisible(into screens: inout [Screen]) {
    if let screen { screens.append(screen) }
    for child in shownChildren { child.collectVisible(into: &screens) }
  }
}
