import TextTools

extension Router {
  /// Whether the stage can go back.
  package var canGoBack: Bool { stage.tree.backStep != nil }

  /// Navigates back.
  ///
  /// One step removes the top of its stack, or a presentation, or the detail of a split.
  ///
  /// - Parameters:
  ///   - count: The number of steps. If there are fewer, nothing happens.
  ///   - isAnimated: Whether the change is animated.
  /// - Returns: Whether it was done, or why not.
  @discardableResult
  package func back(
    _ count: Int = 1,
    animated isAnimated: Bool = true
  ) async -> MoveResult {
    guard count > 0 else { return .refused(.animationFailed("back needs a number of at least 1.")) }
    guard let cuts = stage.tree.cuts(stepsBack: count) else {
      return .refused(.tooFarBack(count, of: stage.tree.stepsBack))
    }
    return await remove(cuts, effect: "back", isAnimated: isAnimated)
  }

  /// Navigates back to the topmost screen of a route on the back path.
  ///
  /// - Parameters:
  ///   - name: The route's name.
  ///   - isAnimated: Whether the change is animated.
  /// - Returns: Whether it was done, or why not.
  @discardableResult
  package func pop(to name: String, animated isAnimated: Bool = true) async -> MoveResult {
    guard let count = stage.tree.stepsBack(to: name) else {
      return .refused(.animationFailed("pop_to cannot find a screen '\(name)' on the way back."))
    }
    guard count > 0, let cuts = stage.tree.cuts(stepsBack: count) else { return .done(nil) }
    return await remove(cuts, effect: "pop_to", isAnimated: isAnimated)
  }

  /// Navigates back to the root of the top's stack.
  ///
  /// - Parameter isAnimated: Whether the change is animated.
  /// - Returns: Whether it was done, or why not.
  @discardableResult
  package func popToRoot(animated isAnimated: Bool = true) async -> MoveResult {
    guard let top = stage.tree.topPath, let stack = stage.tree.enclosingStack(of: top) else {
      return .refused(.animationFailed("pop_to_root needs a stack, but the top is not in one."))
    }
    let nodes = stage.tree.entered(stack)
    guard nodes.count > 1 else { return .done(nil) }
    return await remove([nodes[1].id], effect: "pop_to_root", isAnimated: isAnimated)
  }

  /// Dismisses the last presentation.
  ///
  /// - Parameters:
  ///   - value: The result for the opener.
  ///   - isAnimated: Whether the change is animated.
  /// - Returns: Whether it was done, or why not.
  @discardableResult
  package func dismiss(
    with value: Value = .null,
    animated isAnimated: Bool = true
  ) async -> MoveResult {
    await dismiss(with: ScreenResult(value, .dismissed), animated: isAnimated)
  }

  package func dismiss(
    with result: ScreenResult,
    animated isAnimated: Bool = true
  ) async -> MoveResult {
    guard let place = stage.tree.topPath?.presentationRoot, !place.steps.isEmpty,
      let node = stage.tree.node(at: place)
    else { return .refused(.animationFailed("dismiss is not possible: nothing is presented.")) }
    return await remove(
      [node.id],
      effect: "dismiss",
      isAnimated: isAnimated,
      reason: .dismissed,
      result: node.screens.first.map { ($0.id, result) }
    )
  }

  /// Closes a screen with everything above it, however it was shown.
  ///
  /// The root of the window or of a tab cannot be closed, because nothing would remain.
  ///
  /// - Parameters:
  ///   - screen: The screen; `nil` for the top one.
  ///   - value: The result for the opener.
  ///   - isAnimated: Whether the change is animated.
  /// - Returns: Whether it was done, or why not.
  @discardableResult
  package func close(
    _ screen: Screen.ID?,
    _ value: Value = .null,
    animated isAnimated: Bool = true
  ) async -> MoveResult {
    await close(screen, with: ScreenResult(value, .closed), animated: isAnimated)
  }

  /// Closes a screen, by default the top, with a result.
  package func close(
    _ screen: Screen.ID?,
    with result: ScreenResult,
    animated isAnimated: Bool = true
  ) async -> MoveResult {
    guard let screen = screen ?? stage.topID else {
      return .refused(.animationFailed("close needs a screen, but the stage is empty."))
    }
    guard let found = stage.screen(screen) else {
      return .refused(.animationFailed("close cannot find the screen: it is not on the stage."))
    }
    guard stage.tree.canLose(screen) else {
      return .refused(
        .animationFailed(
          "close cannot remove '\(found.caption)': nothing is below it. Open another root instead."
        )
      )
    }
    return await remove(
      [screen],
      effect: "close",
      isAnimated: isAnimated,
      result: (screen, result)
    )
  }

  /// Removes nodes, each with everything above it, after calling the leave guards.
  func remove(
    _ nodes: [Screen.ID],
    effect: String,
    isAnimated: Bool,
    reason: ScreenResult.Reason = .removed,
    result: (id: Screen.ID, result: ScreenResult)? = nil
  ) async -> MoveResult {
    await move(effect, isAnimated: isAnimated, reason: reason, result: result) { tree in
      guard nodes.allSatisfy({ tree.path(to: $0) != nil }) else { return nil }
      return nodes.reduce(tree) { $0.removing(from: $1) }
    }
  }
}

extension StageTree {
  /// Whether content remains after a screen and everything above it are removed.
  func canLose(_ screen: Screen.ID) -> Bool {
    guard path(to: screen).map(isBranchRoot) != true else { return false }
    let rest = removing(from: screen)
    guard let root = rest.root else { return false }
    return root.isFilled
  }
}

extension StageNode {
  fileprivate var isFilled: Bool { node(at: topSteps[...])?.screen != nil }
}

extension RouterError {
  fileprivate static func tooFarBack(_ count: Int, of most: Int) -> RouterError {
    .animationFailed(
      most == 0
        ? "back is not possible: nothing is below the top."
        : "back cannot go \(count) steps: there are only \(counted(most, "step"))."
    )
  }
}
