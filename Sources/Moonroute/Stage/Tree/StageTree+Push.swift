extension StageTree {
  /// Pushes on the nearest stack, searching upwards through parents and out of modals without a
  /// stack.
  mutating func push(
    _ node: StageNode,
    from origin: StagePath?,
    underModal: Animator.UnderModal,
    clearTo: String?
  ) throws(RouterError) {
    guard var place = origin else {
      throw .animationFailed("push needs a stack, but the stage is empty. Use 'root' first.")
    }
    while true {
      if let stack = enclosingStack(of: place) {
        if let clearTo { try clear(stack, to: clearTo) }
        return try push(node, on: stack, underModal: underModal)
      }
      guard let below = place.presentationRoot.parent else {
        throw .animationFailed(
          "push needs a stack, but there is none at or above the source."
            + " Show the first screen with root { wrap = \"stack\" }."
        )
      }
      place = below
    }
  }

  /// Pushes on a stack, after handling its cover.
  private mutating func push(
    _ node: StageNode,
    on stack: StagePath,
    underModal: Animator.UnderModal
  ) throws(RouterError) {
    try uncover(stack, underModal: underModal)
    update(at: stack) {
      guard case .stack(let nodes) = $0.content else { return }
      $0.content = .stack(nodes + [node])
    }
  }

  /// Handles the modal that covers a place, if any.
  mutating func uncover(
    _ place: StagePath,
    underModal: Animator.UnderModal
  ) throws(RouterError) {
    guard coveringPath(over: place) != nil else { return }
    switch underModal {
    case .dismiss: dismissCover(over: place)
    case .push: break
    case .stay:
      throw .animationFailed("push does nothing: a modal covers the stack (under_modal = stay).")
    }
  }

  /// Dismisses the modal that covers a place, if any, with everything above it.
  mutating func dismissCover(over place: StagePath) {
    guard let covered = coveringPath(over: place) else { return }
    update(at: covered) { $0.presented = nil }
  }

  private mutating func clear(_ stack: StagePath, to name: String) throws(RouterError) {
    guard case .stack(let nodes) = node(at: stack)?.content else { return }
    guard let index = nodes.lastIndex(where: { $0.screen?.name == name }) else {
      throw .animationFailed(
        "push cannot clear to '\(name)': the stack does not contain it (clear_to)."
      )
    }
    update(at: stack) { $0.content = .stack(Array(nodes[...index])) }
  }
}
