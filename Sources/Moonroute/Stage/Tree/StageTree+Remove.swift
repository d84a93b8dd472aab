extension StageTree {
  /// The tree without a screen and everything above it.
  ///
  /// Empty places are removed as well, except branches of tabs.
  func removing(from id: Screen.ID) -> StageTree {
    guard let path = path(to: id) else { return self }
    var tree = self
    // Screens that are presented over this one or over its containers are above it.
    var place: StagePath? = path
    while let covered = place {
      tree.update(at: covered) { $0.presented = nil }
      if covered.steps.last == .presented { break }
      place = covered.parent
    }
    tree.cut(at: path)
    return tree
  }

  /// Removes a node from its parent, with the nodes above it in a stack.
  private mutating func cut(at path: StagePath) {
    guard let parent = path.parent, let step = path.steps.last else {
      root = nil
      return
    }
    guard case .child(let index) = step else { return update(at: parent) { $0.presented = nil } }
    var isEmpty = false
    update(at: parent) { node in
      switch node.content {
      case .stack(let nodes):
        node.content = .stack(Array(nodes.prefix(index)))
        isEmpty = index == 0
      case .tabs(var branches, let selected):
        branches[index] = StageNode(id: branches[index].id, content: .stack([]))
        node.content = .tabs(branches, selected: selected)
      case .split(let primary, let detail):
        let isPrimary = primary != nil && index == 0
        node.content = .split(
          primary: isPrimary ? nil : primary,
          detail: isPrimary ? detail : nil
        )
        isEmpty = isPrimary ? detail == nil : primary == nil
      case .screen: break
      }
    }
    if isEmpty, !isBranch(parent) { cut(at: parent) }
  }

  /// Whether a node is at the bottom of a branch of tabs.
  func isBranchRoot(_ path: StagePath) -> Bool {
    guard path.steps.last == .child(0), let parent = path.parent else { return false }
    return isBranch(parent)
  }

  private func isBranch(_ path: StagePath) -> Bool {
    guard let parent = path.parent, case .tabs = node(at: parent)?.content else { return false }
    return path.steps.last != .presented
  }
}
