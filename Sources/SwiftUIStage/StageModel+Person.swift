import Moonroute

/// The actions of a person in the views.
extension StageModel {
  /// Whether a person may take a place away without its screens being asked.
  public func mayLeave(_ place: StagePlace) -> Bool {
    place.screensInside.allSatisfy(router.mayLeave)
  }

  /// Whether the place is in a stack, and not its root.
  public func isAboveAnother(_ place: StagePlace) -> Bool {
    guard let stack = router.stage.tree.root?.stack(of: place.id) else { return false }
    return stack.children.first?.id != place.id
  }

  /// Follows a person who has gone back in a stack.
  ///
  /// Where a screen has to be asked whether it may leave, it is asked, and stays until it has
  /// answered.
  ///
  /// - Parameters:
  ///   - path: The places above the root that are left.
  ///   - stack: The stack.
  public func setPath(_ path: [StagePlace], of stack: StagePlace) {
    let above = stack.children.dropFirst()
    guard path.count < above.count else { return }
    leave(above[above.startIndex + path.count])
  }

  /// Follows a person who has taken a presented place away.
  ///
  /// - Parameter place: The presented place; nothing happens when it is not there any more.
  public func dismiss(_ place: StagePlace) { leave(place) }

  /// Follows a person who has selected a branch of tabs.
  ///
  /// - Parameters:
  ///   - index: The branch, counted from 0.
  ///   - tabs: The tabs.
  public func select(_ index: Int, of tabs: StagePlace) {
    guard tabs.children.indices.contains(index), index != tabs.selected else { return }
    Task { await router.personSelected(.position(index + 1)) }
  }

  /// Goes back as a person does: the screens that would leave are asked.
  public func goBack() { Task { await router.swipeBack() } }

  /// Takes a place away, once its screens have agreed where they want to be asked.
  private func leave(_ place: StagePlace) {
    if mayLeave(place) {
      router.personRemoved(place.id)
    } else if let screen = place.screensInside.first {
      Task { await router.close(screen) }
    }
  }
}

extension StagePlace {
  /// The identities of all screens inside and over it.
  fileprivate var screensInside: [Screen.ID] {
    let inside = children + [primary, detail, presented].compactMap { $0 }
    return (screen == nil ? [] : [id]) + inside.flatMap(\.screensInside)
  }
}

extension StageNode {
  /// The stack that holds a node directly.
  fileprivate func stack(of id: Screen.ID) -> StageNode? {
    if case .stack(let nodes) = content, nodes.contains(where: { $0.id == id }) { return self }
    for child in children { if let found = child.stack(of: id) { return found } }
    return presented?.node.stack(of: id)
  }
}
