/// The placement of an open's screens, which is decided before anything is built.
final class Placement {
  /// The animator of the last screen.
  let animator: Animator

  let source: Screen.ID?

  /// The branch of tabs of the location, unless the animator leaves the tabs.
  let tab: TabPlace?

  /// The animator of the tabs if they are not on the stage yet; `nil` for ``Animator/root``.
  let shellAnimator: Animator?

  let replacesStack: Bool

  init(
    by animator: Animator,
    from source: Screen.ID?,
    tab: TabPlace? = nil,
    shellAnimator: Animator? = nil,
    replacesStack: Bool = false
  ) {
    self.animator = animator
    self.source = source
    self.tab = tab
    self.shellAnimator = shellAnimator
    self.replacesStack = replacesStack
  }

  /// Places screens in a tree, the lowest first; returns the new tree and the name of the effect.
  ///
  /// - Throws: `animation_failed` with the reason if it is not possible.
  func placing(
    _ screens: [Screen],
    in tree: StageTree,
    makeID: () -> Screen.ID
  ) throws(RouterError) -> (tree: StageTree, effect: String) {
    if let tab { return try placing(screens, in: tree, tab, makeID) }
    guard !replacesStack else { return (replacingStack(of: tree, by: screens, makeID), "go") }
    guard let screen = screens.last else { return (tree, "none") }
    return try tree.placing(screen, by: animator, from: source, makeID: makeID)
  }

  private func replacingStack(
    of tree: StageTree,
    by screens: [Screen],
    _ makeID: () -> Screen.ID
  ) -> StageTree {
    var id: Screen.ID?
    if case .stack = tree.root?.content { id = tree.root?.id }
    var tree = tree
    tree.root = StageNode(id: id ?? makeID(), content: .stack(screens.map { StageNode($0) }))
    return tree
  }

  private func placing(
    _ screens: [Screen],
    in tree: StageTree,
    _ tab: TabPlace,
    _ makeID: () -> Screen.ID
  ) throws(RouterError) -> (tree: StageTree, effect: String) {
    let entry = try entering(tab, in: tree, makeID)
    var (tree, effect) = (entry.tree, entry.effect)
    let before = tree.entered(entry.branch)
    // A branch begins with its root; `go` fills it again.
    let isFresh = before.isEmpty || replacesStack
    let placed = isFresh ? (replacesStack ? screens : Array(screens.prefix(1))) : []
    if isFresh {
      tree.update(at: entry.branch) { $0.content = .stack(placed.map { StageNode($0) }) }
      if replacesStack { effect = "go" }
    }
    let rest = screens.dropFirst(placed.count)
    guard let leaf = rest.last else {
      if screens.isEmpty, entry.wasShown {
        tree.update(at: entry.branch) { $0.content = .stack(Array(before.prefix(1))) }
        effect = before.count > 1 ? "pop_to_root" : effect
      }
      return (tree, effect)
    }
    let origin = tree.entered(entry.branch).last?.id
    return try tree.placing(leaf, by: animator, from: origin, makeID: makeID)
  }

  private func entering(
    _ tab: TabPlace,
    in tree: StageTree,
    _ makeID: () -> Screen.ID
  ) throws(RouterError) -> (tree: StageTree, branch: StagePath, effect: String, wasShown: Bool) {
    guard let shell = tree.path(toShell: tab.plan.name) else {
      let node = StageTree.tabs(of: tab.plan, selected: tab.index, makeID: makeID)
      let (placed, effect) = try tree.placing(
        node,
        by: shellAnimator ?? .root,
        from: source,
        makeID: makeID
      )
      guard let path = placed.path(toShell: tab.plan.name),
        let branch = placed.path(toTab: tab.name, of: path)
      else { throw .animationFailed("The tabs of '\(tab.plan.name)' could not be shown.") }
      return (placed, branch, effect, false)
    }
    var tree = tree
    if tree.path(toTab: tab.name, of: shell) == nil {
      let branch = StageNode(id: makeID(), name: tab.name, content: .stack([]))
      tree.update(at: shell) { node in
        guard case .tabs(let branches, let selected) = node.content else { return }
        node.content = .tabs(branches + [branch], selected: selected)
      }
    }
    guard let branch = tree.path(toTab: tab.name, of: shell) else {
      throw .animationFailed("The tabs of '\(tab.plan.name)' could not be shown.")
    }
    let wasShown = tree.isShown(branch)
    try tree.reveal(branch, underModal: animator.underModal)
    return (tree, branch, "select", wasShown)
  }
}

extension Animator {
  /// The treatment of a modal that covers the stack.
  var underModal: UnderModal {
    switch effect {
    case .push(let underModal, _): underModal
    case .refresh(_, let otherwise): otherwise.underModal
    default: .dismiss
    }
  }

  /// Whether a screen in a branch of tabs stays in its branch.
  var staysInTab: Bool {
    switch effect {
    case .root, .replace: false
    case .refresh(_, let otherwise): otherwise.staysInTab
    case .push, .present, .automatic, .show, .showDetail, .custom: true
    }
  }
}
