/// One step to show a change, in terms of a user interface.
///
/// A place is identified by the identity of its node.
@_spi(Tooling) public enum StageStep: Sendable {
  /// Fills the window, or empties it.
  case setRoot(StageNode?)
  /// Removes the presentation over a place, with everything above it.
  case dismiss(over: Screen.ID)
  /// Presents a node over a place.
  case present(StageNode, style: PresentationStyle, over: Screen.ID)
  /// Pushes a node on a stack.
  case push(StageNode, on: Screen.ID)
  /// Pops a stack down to a number of nodes.
  case pop(to: Int, in: Screen.ID)
  /// Replaces the nodes of a stack or of tabs; nodes with a known identity stay unchanged.
  case setChildren([StageNode], of: Screen.ID)
  /// Selects a branch of tabs, counted from 0.
  case select(Int, in: Screen.ID)
  /// Replaces the primary place of a split.
  case setPrimary(StageNode?, of: Screen.ID)
  /// Replaces the detail of a split.
  case setDetail(StageNode?, of: Screen.ID)
  /// Shows a screen's new description in place.
  case update(Screen)
}

extension StageChange {
  /// The steps that show the change, in order.
  ///
  /// A place that stays keeps its identity. Its content changes from the outside in; old
  /// presentations are dismissed first, and new ones are presented last.
  @_spi(Tooling) public var steps: [StageStep] {
    var difference = StageDifference()
    difference.compare(before.root, after.root)
    return difference.steps
  }
}

private struct StageDifference {
  private(set) var steps: [StageStep] = []

  mutating func compare(_ old: StageNode?, _ new: StageNode?) {
    guard let old, let new, old.isSamePlace(as: new) else {
      if old != nil || new != nil { steps.append(.setRoot(new)) }
      return
    }
    compare(old, new)
  }

  private mutating func compare(_ old: StageNode, _ new: StageNode) {
    let (covered, covering) = (old.presented?.node, new.presented)
    let staying = covered.flatMap { covered in
      covering.flatMap { covered.isSamePlace(as: $0.node) ? (covered, $0.node) : nil }
    }
    if covered != nil, staying == nil { steps.append(.dismiss(over: old.id)) }
    compareContent(old, new)
    if let staying {
      compare(staying.0, staying.1)
    } else if let covering {
      steps.append(.present(covering.node, style: covering.style, over: new.id))
    }
  }

  private mutating func compareContent(_ old: StageNode, _ new: StageNode) {
    switch (old.content, new.content) {
    case (.screen(let old), .screen(let new)):
      if old.looksDifferent(from: new) { steps.append(.update(new)) }
    case (.stack(let old), .stack(let nodes)): compareStack(old, nodes, of: new.id)
    case (.tabs(let old, let was), .tabs(let branches, let selected)):
      if old.map(\.id) == branches.map(\.id) {
        for (old, new) in zip(old, branches) { compare(old, new) }
      } else {
        steps.append(.setChildren(branches, of: new.id))
      }
      if was != selected { steps.append(.select(selected, in: new.id)) }
    case (.split(let oldPrimary, let oldDetail), .split(let primary, let detail)):
      comparePart(oldPrimary, primary) { .setPrimary($0, of: new.id) }
      comparePart(oldDetail, detail) { .setDetail($0, of: new.id) }
    default: break
    }
  }

  private mutating func compareStack(_ old: [StageNode], _ new: [StageNode], of id: Screen.ID) {
    let common = zip(old, new).prefix { $0.isSamePlace(as: $1) }.count
    for (old, new) in zip(old, new).prefix(common) { compare(old, new) }
    switch (old.count > common, new.count > common) {
    case (false, false): break
    case (true, false) where common > 0: steps.append(.pop(to: common, in: id))
    case (false, true) where common > 0:
      for node in new[common...] { steps.append(.push(node, on: id)) }
    default: steps.append(.setChildren(new, of: id))
    }
  }

  private mutating func comparePart(
    _ old: StageNode?,
    _ new: StageNode?,
    _ step: (StageNode?) -> StageStep
  ) {
    if let old, let new, old.isSamePlace(as: new) { return compare(old, new) }
    if old != nil || new != nil { steps.append(step(new)) }
  }
}

extension StageNode {
  /// Whether a node of a different tree is the same place, even with different content.
  fileprivate func isSamePlace(as other: StageNode) -> Bool {
    id == other.id && kind == other.kind
  }
}

extension Screen {
  fileprivate func looksDifferent(from other: Screen) -> Bool {
    view != other.view || props != other.props || fields != other.fields
  }
}
