extension StageTree {
  /// The nearest split at or above a place, without leaving its presentation.
  func split(around place: StagePath?) -> StagePath? {
    guard var candidate = place else { return nil }
    let limit = candidate.presentationRoot.steps.count
    while true {
      if case .split = node(at: candidate)?.content { return candidate }
      guard candidate.steps.count > limit, let parent = candidate.parent else { return nil }
      candidate = parent
    }
  }

  /// Whether the primary place of a split holds a stack.
  func hasStack(inPrimaryOf split: StagePath) -> Bool {
    guard case .split(let primary?, _) = node(at: split)?.content else { return false }
    return primary.kind == "stack"
  }

  /// Shows in the primary place: on top of its stack, or instead of what is there.
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

  /// Shows in the detail place, instead of what is there.
  mutating func show(_ new: StageNode, inDetailOf split: StagePath) {
    dismissCover(over: split)
    update(at: split) { node in
      guard case .split(let primary, _) = node.content else { return }
      node.content = .split(primary: primary, detail: new)
    }
  }
}
