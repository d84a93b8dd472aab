extension StageTree {
  /// The tree with a new screen placed by an animator.
  ///
  /// - Parameters:
  ///   - screen: The screen; it needs an identity of its own.
  ///   - animator: How it is placed. A refresh is placed as its `otherwise`.
  ///   - source: The screen the open starts from. `nil` or one that is gone: the top.
  ///   - makeID: Makes identities for new containers.
  /// - Returns: The new tree and the name of the effect that placed the screen.
  /// - Throws: `animation_failed` with the reason when the animator cannot do its work.
  func placing(
    _ screen: Screen,
    by animator: Animator,
    from source: Screen.ID?,
    makeID: () -> Screen.ID
  ) throws(RouterError) -> (tree: StageTree, effect: String) {
    let origin = source.flatMap(path(to:)) ?? topPath
    var tree = self
    switch animator.effect {
    case .root(let wrap):
      tree.root = wrapped(screen, in: wrap, makeID)
      return (tree, "root")
    case .push(let underModal):
      try tree.push(StageNode(screen), from: origin, underModal: underModal)
      return (tree, "push")
    case .present(let style, let wrap):
      try tree.present(wrapped(screen, in: wrap, makeID), style: style)
      return (tree, style.name)
    case .automatic(let wrap):
      let effect = automaticAnimator(from: origin, wrap: wrap)
      return try placing(screen, by: effect, from: source, makeID: makeID)
    case .refresh(_, let otherwise):
      return try placing(screen, by: otherwise, from: source, makeID: makeID)
    }
  }

  /// What `automatic` means at a place.
  private func automaticAnimator(from origin: StagePath?, wrap: Animator.Wrap?) -> Animator {
    guard let origin else { return .root(wrap: wrap) }
    return enclosingStack(of: origin) == nil ? .present(wrap: wrap) : .push
  }

  /// A node of a screen, inside a new container if asked.
  private func wrapped(
    _ screen: Screen,
    in wrap: Animator.Wrap?,
    _ makeID: () -> Screen.ID
  ) -> StageNode {
    let node = StageNode(screen)
    guard wrap == .stack else { return node }
    return StageNode(id: makeID(), content: .stack([node]))
  }

  /// Pushes on the nearest stack, upwards through parents and out of modals without one.
  private mutating func push(
    _ node: StageNode,
    from origin: StagePath?,
    underModal: Animator.UnderModal
  ) throws(RouterError) {
    guard var place = origin else {
      throw .animationFailed("push needs a stack, and the stage is empty. Use 'root' first.")
    }
    while true {
      if let stack = enclosingStack(of: place) {
        return try push(node, on: stack, underModal: underModal)
      }
      guard let below = place.presentationRoot.parent else {
        throw .animationFailed(
          "push needs a stack, and there is none at or above the source."
            + " Show the first screen with root { wrap = \"stack\" }."
        )
      }
      place = below
    }
  }

  /// Pushes on a stack, after dealing with what covers it.
  private mutating func push(
    _ node: StageNode,
    on stack: StagePath,
    underModal: Animator.UnderModal
  ) throws(RouterError) {
    if let covered = coveringPath(over: stack) {
      switch underModal {
      case .dismiss: update(at: covered) { $0.presented = nil }
      case .push: break
      case .stay:
        throw .animationFailed("push does nothing: a modal covers the stack (under_modal = stay).")
      }
    }
    update(at: stack) {
      guard case .stack(let nodes) = $0.content else { return }
      $0.content = .stack(nodes + [node])
    }
  }

  /// Presents over what people see.
  private mutating func present(
    _ node: StageNode,
    style: PresentationStyle
  ) throws(RouterError) {
    guard let top = topPath else {
      throw .animationFailed(
        "\(style.name) needs something to present from, and the stage is empty. Use 'root' first."
      )
    }
    update(at: top.presentationRoot) { $0.presented = .over(node, style: style) }
  }
}

extension RouterError {
  /// An animator that cannot do its work.
  static func animationFailed(_ message: String) -> RouterError {
    RouterError(.animationFailed, message)
  }
}
