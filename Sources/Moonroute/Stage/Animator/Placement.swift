/// How the screens of one open come onto the stage: decided before anything is built.
struct Placement {
  /// How the last of the screens is shown.
  var animator: Animator

  /// The screen the open starts from.
  var source: Screen.ID?

  /// The branch of tabs that the location is in, unless the animator leads out of it.
  var tab: TabPlace?

  /// How the tabs are shown when they are not on the stage yet.
  var shellAnimator = Animator.root

  /// Whether the screens take the place of a whole stack.
  var replacesStack = false

  /// The tree with screens placed, the lowest first.
  ///
  /// - Returns: The new tree and the name of the effect.
  /// - Throws: `animation_failed` with the reason when it cannot be done.
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

  /// Fills the window's stack anew.
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

  /// Places screens in a branch of tabs.
  private func placing(
    _ screens: [Screen],
    in tree: StageTree,
    _ tab: TabPlace,
    _ makeID: () -> Screen.ID
  ) throws(RouterError) -> (tree: StageTree, effect: String) {
    let entry = try entering(tab, in: tree, makeID)
    var (tree, effect) = (entry.tree, entry.effect)
    let before = tree.entered(entry.branch)
    // A branch begins with its root; a `go` fills it anew.
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

  /// The tree with a branch before people's eyes.
  private func entering(
    _ tab: TabPlace,
    in tree: StageTree,
    _ makeID: () -> Screen.ID
  ) throws(RouterError) -> (tree: StageTree, branch: StagePath, effect: String, wasShown: Bool) {
    guard let shell = tree.path(toShell: tab.plan.name) else {
      let node = StageTree.tabs(of: tab.plan, selected: tab.index, makeID: makeID)
      let (placed, effect) = try tree.placing(
        node,
        by: shellAnimator,
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
  /// The fate of a modal in the way.
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
