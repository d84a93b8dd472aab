import RoutePatterns

extension Router {
  /// Selects a branch of tabs and keeps its stack; dismisses a modal over the tabs.
  ///
  /// The guards of its screens are called again, and refused screens are removed before they become
  /// visible. If the branch has no screens, its root is opened.
  ///
  /// - Parameters:
  ///   - tab: The branch, in the tabs nearest to the top.
  ///   - isAnimated: Whether the change is animated.
  /// - Returns: Whether it was done, or why not.
  @discardableResult
  package func select(tab: TabKey, animated isAnimated: Bool = false) async -> MoveResult {
    guard let branch = stage.tree.branch(tab), let id = stage.tree.node(at: branch)?.id else {
      return .refused(.noTab(tab, among: stage.tree.tabNames))
    }
    guard !stage.tree.isShown(branch) || stage.tree.entered(branch).isEmpty else {
      return .done(nil)
    }
    await removeRefused(among: stage.tree.node(at: branch)?.screens ?? [])
    guard let branch = stage.tree.path(to: id) else {
      return .refused(.animationFailed("select is no longer possible: the stage has changed."))
    }
    guard !stage.tree.entered(branch).isEmpty else {
      return await enter(branch, isAnimated: isAnimated)
    }
    return await move("select", isAnimated: isAnimated) { tree in
      guard let branch = tree.path(to: id) else { return nil }
      return try? tree.revealing(branch)
    }
  }

  /// Pops a branch of tabs to its root, whether it is selected or not.
  ///
  /// - Parameters:
  ///   - tab: The branch, in the tabs nearest to the top.
  ///   - isAnimated: Whether the change is animated.
  /// - Returns: Whether it was done, or why not.
  @discardableResult
  package func reset(tab: TabKey, animated isAnimated: Bool = false) async -> MoveResult {
    guard let branch = stage.tree.branch(tab), let id = stage.tree.node(at: branch)?.id else {
      return .refused(.noTab(tab, among: stage.tree.tabNames))
    }
    guard stage.tree.entered(branch).count > 1 else { return .done(nil) }
    return await move("reset", isAnimated: isAnimated) { tree in
      tree.path(to: id).map { tree.poppingToRoot($0) }
    }
  }

  private func enter(_ branch: StagePath, isAnimated: Bool) async -> MoveResult {
    guard let name = stage.tree.node(at: branch)?.name, let route = rules.route(named: name) else {
      return .refused(.animationFailed("select cannot find a route for the tab."))
    }
    let location: Location
    do {
      location = try rules.directory.index.location(of: route, params: [:])
    } catch {
      return .refused(error)
    }
    var options = OpenOptions()
    options.animated = isAnimated
    let outcome = await open(location, options: options)
    return outcome.isSuccess ? .done(stage.transitions.last) : .refused(outcome.failure)
  }
}

extension StageTree {
  fileprivate func revealing(_ place: StagePath) throws(RouterError) -> StageTree {
    var tree = self
    try tree.reveal(place)
    return tree
  }
}

extension RouterError {
  fileprivate static func noTab(_ tab: TabKey, among names: [String]) -> RouterError {
    let known =
      names.isEmpty
      ? "There are no tabs on the stage." : "The tabs are \(names.joined(separator: ", "))."
    return RouterError(.unknownName, "There is no tab \(tab.words). \(known)")
  }
}
