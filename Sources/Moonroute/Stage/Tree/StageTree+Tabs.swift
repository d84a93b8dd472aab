extension StageTree {
  func path(toShell name: String) -> StagePath? {
    root?
      .steps { node in
        guard case .tabs = node.content else { return false }
        return node.name == name
      }
      .map(StagePath.init)
  }

  func path(toTab name: String, of shell: StagePath) -> StagePath? {
    node(at: shell)?.children.firstIndex { $0.name == name }.map { shell.appending(.child($0)) }
  }

  /// The nodes in a branch's stack, the root first; empty for a branch that was never entered.
  func entered(_ branch: StagePath) -> [StageNode] {
    guard case .stack(let nodes) = node(at: branch)?.content else { return [] }
    return nodes
  }

  /// Whether a place is visible: it is on the path to the top, and no modal covers it.
  func isShown(_ place: StagePath) -> Bool {
    guard let top = topPath else { return false }
    return top.steps.starts(with: place.steps) && top.presentationRoot == place.presentationRoot
  }

  /// Makes a place visible: dismisses the modals that cover it, pops the screens above it in a
  /// stack, and selects its tabs.
  mutating func reveal(
    _ place: StagePath,
    underModal: Animator.UnderModal = .dismiss
  ) throws(RouterError) {
    try uncover(place, underModal: underModal)
    var walked = StagePath()
    for step in place.steps {
      if case .child(let index) = step { update(at: walked) { $0.show(child: index) } }
      walked = walked.appending(step)
    }
  }

  static func tabs(of shell: Shell, selected: Int, makeID: () -> Screen.ID) -> StageNode {
    let id = makeID()
    let branches = shell.tabs.map { StageNode(id: makeID(), name: $0, content: .stack([])) }
    return StageNode(id: id, name: shell.name, content: .tabs(branches, selected: selected))
  }
}

extension StageNode {
  fileprivate mutating func show(child index: Int) {
    switch content {
    case .stack(let nodes): content = .stack(Array(nodes.prefix(index + 1)))
    case .tabs(let branches, _): content = .tabs(branches, selected: index)
    case .screen, .split: break
    }
  }

  /// The steps to the first node that satisfies a condition, or `nil`.
  func steps(where fits: (StageNode) -> Bool) -> [StagePath.Step]? {
    if fits(self) { return [] }
    for (index, child) in children.enumerated() {
      if let steps = child.steps(where: fits) { return [.child(index)] + steps }
    }
    return presented?.node.steps(where: fits).map { [.presented] + $0 }
  }
}

extension StageTree {
  /// The nearest split at or above a place, within its presentation.
  func split(around place: StagePath?) -> StagePath? {
    guard var candidate = place else { return nil }
    let limit = candidate.presentationRoot.steps.count
    while true {
      if case .split = node(at: candidate)?.content { return candidate }
      guard candidate.steps.count > limit, let parent = candidate.parent else { return nil }
      candidate = parent
    }
  }

  /// Whether the primary place of a split contains a stack.
  func hasStack(inPrimaryOf split: StagePath) -> Bool {
    guard case .split(let primary?, _) = node(at: split)?.content else { return false }
    return primary.kind == .stack
  }

  /// Shows a node in the primary place, on top of its stack or replacing its content.
  mutating func show(_ new: StageNode, inPrimaryOf split: StagePath) {
    dismissCover(over: split)
    update(at: split) { node in
      guard case .split(let primary, let detail) = node.content else { return }
      guard var stack = primary, case .stack(let nodes) = stack.content else {
        node.content = .split(primary: new, detail: detail)
        return
      }
      stack.content = .stack(nodes + [new])
      node.content = .split(primary: stack, detail: detail)
    }
  }

  /// Shows a node in the detail place, replacing its content.
  mutating func show(_ new: StageNode, inDetailOf split: StagePath) {
    dismissCover(over: split)
    update(at: split) { node in
      guard case .split(let primary, _) = node.content else { return }
      node.content = .split(primary: primary, detail: new)
    }
  }
}

extension StageTree {
  /// The tabs nearest to the top, by name, or by position if they are unnamed.
  package var nearestTabs: [TabKey] {
    var place = topPath
    while let candidate = place {
      if case .tabs(let branches, _) = node(at: candidate)?.content {
        return branches.enumerated().map { $1.name.map(TabKey.name) ?? .position($0 + 1) }
      }
      place = candidate.parent
    }
    return []
  }

  package var isPresenting: Bool {
    topPath.map { !$0.presentationRoot.steps.isEmpty } ?? false
  }
}
