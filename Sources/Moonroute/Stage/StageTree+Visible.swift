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

  /// What is presented over one of the nodes shown here, if anything.
  fileprivate var covered: StageNode? {
    if let presented { return presented.node }
    // Each child is asked once: a lazy search would ask the one that it finds again, and so twice as
    // often at every level.
    for child in shownChildren { if let found = child.covered { return found } }
    return nil
  }

  /// Adds the screens that are shown here.
  fileprivate func collectVisible(into screens: inout [Screen]) {
    if let screen { screens.append(screen) }
    for child in shownChildren { child.collectVisible(into: &screens) }
  }
}
