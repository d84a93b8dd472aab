import Moonroute

/// The user's actions in the views.
extension StageModel {
  /// Returns whether the user may leave a place without its screens deciding about it.
  public func mayLeave(_ place: StagePlace) -> Bool {
    place.screensInside.allSatisfy(router.userMayLeave)
  }

  /// Returns whether the place is in a stack, above its root.
  public func isAboveAnother(_ place: StagePlace) -> Bool {
    guard let stack = router.stage.tree.root?.stack(of: place.id) else { return false }
    return stack.children.first?.id != place.id
  }

  /// Updates the router after the user has gone back in a stack.
  ///
  /// A screen with a leave guard stays until the guard has decided.
  ///
  /// - Parameters:
  ///   - path: The remaining places above the root.
  ///   - stack: The stack.
  public func setPath(_ path: [StagePlace], of stack: StagePlace) {
    let above = stack.children.dropFirst()
    guard path.count < above.count else { return }
    leave(above[above.startIndex + path.count])
  }

  /// Updates the router after the user has dismissed a presented place.
  ///
  /// - Parameter place: The presented place; ignored if it is no longer on the stage.
  public func dismiss(_ place: StagePlace) { leave(place) }

  /// Updates the router after the user has selected a tab.
  ///
  /// - Parameters:
  ///   - index: The tab, counted from 0.
  ///   - tabs: The tabs.
  public func select(_ index: Int, of tabs: StagePlace) {
    guard tabs.children.indices.contains(index), index != tabs.selected else { return }
    Task { await router.userDidSelect(.position(index + 1)) }
  }

  /// Navigates back like a user: the leave guards of the removed screens run.
  public func goBack() { Task { await router.swipeBack() } }

  /// Removes a place, after the leave guards of its screens have agreed.
  private func leave(_ place: StagePlace) {
    if mayLeave(place) {
      router.userDidPop(place.id)
    } else if let screen = place.screensInside.first {
      Task { await router.close(screen) }
    }
  }
}

extension StagePlace {
  fileprivate var screensInside: [Screen.ID] {
    let inside = children + [primary, detail, presented].compactMap { $0 }
    return (screen == nil ? [] : [id]) + inside.flatMap(\.screensInside)
  }
}

extension StageNode {
  /// The stack that directly contains a node.
  fileprivate func stack(of id: Screen.ID) -> StageNode? {
    if case .stack(let nodes) = content, nodes.contains(where: { $0.id == id }) { return self }
    for child in children { if let found = child.stack(of: id) { return found } }
    return presented?.node.stack(of: id)
  }
}
