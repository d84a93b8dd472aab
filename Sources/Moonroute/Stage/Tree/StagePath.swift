/// The path from the window's root to a node.
struct StagePath: Hashable {
  enum Step: Hashable {
    /// The presentation over the node.
    case presented
    /// A child, by its index in ``StageNode/children``.
    case child(Int)
  }

  var steps: [Step] = []

  /// The path without its last step, or `nil` at the root.
  var parent: StagePath? {
    steps.isEmpty ? nil : StagePath(steps: Array(steps.dropLast()))
  }

  func appending(_ step: Step) -> StagePath { StagePath(steps: steps + [step]) }

  /// The root of the path's presentation: the window's root, or the presented node.
  var presentationRoot: StagePath {
    guard let last = steps.lastIndex(of: .presented) else { return StagePath() }
    return StagePath(steps: Array(steps[...last]))
  }
}

extension StageNode {
  /// The node at a path, or `nil` for an invalid path.
  func node(at steps: ArraySlice<StagePath.Step>) -> StageNode? {
    guard let step = steps.first else { return self }
    switch step {
    case .presented: return presented?.node.node(at: steps.dropFirst())
    case .child(let index):
      let children = children
      guard children.indices.contains(index) else { return nil }
      return children[index].node(at: steps.dropFirst())
    }
  }

  /// An invalid path changes nothing.
  mutating func update(at steps: ArraySlice<StagePath.Step>, _ body: (inout StageNode) -> Void) {
    guard let step = steps.first else { return body(&self) }
    switch step {
    case .presented:
      guard case .over(var node, let style) = presented else { return }
      node.update(at: steps.dropFirst(), body)
      presented = .over(node, style: style)
    case .child(let index): updateChild(index) { $0.update(at: steps.dropFirst(), body) }
    }
  }

  private mutating func updateChild(_ index: Int, _ body: (inout StageNode) -> Void) {
    var nodes = children
    guard nodes.indices.contains(index) else { return }
    body(&nodes[index])
    switch content {
    case .screen: break
    case .stack: content = .stack(nodes)
    case .tabs(_, let selected): content = .tabs(nodes, selected: selected)
    case .split(let primary, _):
      content =
        primary == nil
        ? .split(primary: nil, detail: nodes[0])
        : .split(primary: nodes[0], detail: nodes.count > 1 ? nodes[1] : nil)
    }
  }

  /// The steps to the top, following the presentation, the selected tab, and the top of the stack.
  var topSteps: [StagePath.Step] {
    if let presented { return [.presented] + presented.node.topSteps }
    let children = children
    switch content {
    case .screen: return []
    case .tabs(_, let selected) where children.indices.contains(selected):
      return [.child(selected)] + children[selected].topSteps
    default:
      guard let last = children.last else { return [] }
      return [.child(children.count - 1)] + last.topSteps
    }
  }

  /// The steps to a node, or `nil` if it is not in this tree.
  func steps(to id: Screen.ID) -> [StagePath.Step]? { steps { $0.id == id } }
}
