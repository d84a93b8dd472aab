extension StageTree {
  /// The node that one step back removes with everything above it: the top of a stack, the
  /// presented node, or the detail of a split; `nil` if nothing is below.
  var backStep: Screen.ID? {
    guard var path = topPath else { return nil }
    while let last = path.steps.last, let parent = path.parent {
      switch (last, node(at: parent)?.content) {
      case (.presented, _), (.child(1...), .stack), (.child(1...), .split):
        return node(at: path)?.id
      default: path = parent
      }
    }
    return nil
  }

  /// The nodes to remove for a number of steps back, in order; `nil` if there are fewer steps.
  ///
  /// Each is removed with everything above it. The last one is not always the lowest: a step back
  /// from the detail of a split shows its primary place.
  func cuts(stepsBack count: Int) -> [Screen.ID]? {
    var (tree, cuts) = (self, [Screen.ID]())
    for _ in 0..<count {
      guard let step = tree.backStep else { return nil }
      cuts.append(step)
      tree = tree.removing(from: step)
    }
    return cuts
  }

  var stepsBack: Int {
    var (tree, count) = (self, 0)
    while let step = tree.backStep {
      tree = tree.removing(from: step)
      count += 1
    }
    return count
  }

  /// The number of steps back to the topmost screen with the given name on the back path.
  func stepsBack(to name: String) -> Int? {
    var (tree, count) = (self, 0)
    while tree.top?.name != name {
      guard let step = tree.backStep else { return nil }
      tree = tree.removing(from: step)
      count += 1
    }
    return count
  }

  func poppingToRoot(_ stack: StagePath) -> StageTree {
    var tree = self
    tree.update(at: stack) { node in
      guard case .stack(let nodes) = node.content else { return }
      node.content = .stack(Array(nodes.prefix(1)))
    }
    return tree
  }

  /// The branch of the tabs nearest to the top; positions start at 1.
  func branch(_ tab: TabKey) -> StagePath? {
    var place = topPath
    while let candidate = place {
      if case .tabs(let branches, _) = node(at: candidate)?.content,
        let index = tab.index(in: branches.map(\.name))
      {
        return candidate.appending(.child(index))
      }
      place = candidate.parent
    }
    return nil
  }

  /// The names of all branches on the stage, in drawing order.
  var tabNames: [String] { root?.tabNames ?? [] }
}

extension StageNode {
  fileprivate var tabNames: [String] {
    var names: [String] = []
    if case .tabs(let branches, _) = content { names = branches.compactMap(\.name) }
    for child in children { names += child.tabNames }
    return names + (presented?.node.tabNames ?? [])
  }
}

/// The identity of a branch among the others of its tabs.
public enum TabKey: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Its name.
  case name(String)
  /// Its position, starting at 1.
  case position(Int)

  /// Makes a key from a name.
  public init(stringLiteral value: String) { self = .name(value) }

  /// Makes a key from a position, starting at 1.
  public init(integerLiteral value: Int) { self = .position(value) }

  /// The index among names, starting at 0.
  func index(in names: [String?]) -> Int? {
    switch self {
    case .name(let name): names.firstIndex(of: name)
    case .position(let position):
      position > 0 && position <= names.count ? position - 1 : nil
    }
  }

  var words: String {
    switch self {
    case .name(let name): "'\(name)'"
    case .position(let position): "\(position)"
    }
  }
}
