extension Router {
  /// Updates the stage after a person removed a screen in the user interface, for example with a
  /// swipe or a tap outside it.
  ///
  /// The screen is already gone, so no leave guard is called. Call ``userMayLeave(_:)`` beforehand.
  ///
  /// - Parameter screen: The screen. Everything above it is removed as well.
  /// - Returns: The transition, or `nil` when the screen is not on the stage.
  @discardableResult
  package func userDidPop(_ screen: Screen.ID) -> StageTransition? {
    guard stage.tree.path(to: screen) != nil else { return nil }
    links.reason = .dismissed
    return stage.change(
      to: stage.tree.removing(from: screen),
      effect: "person",
      isAnimated: true
    )
  }

  /// Updates the stage after a person selected a branch of tabs in the user interface.
  ///
  /// - Parameter tab: The branch, in the tabs nearest to the top.
  /// - Returns: Whether the branch is on the stage. A branch without screens is opened.
  @discardableResult
  package func userDidSelect(_ tab: TabKey) async -> MoveResult { await select(tab: tab) }

  /// Whether a person can remove a screen without confirmation: no leave guard is on the screen or
  /// above it.
  package func userMayLeave(_ screen: Screen.ID) -> Bool {
    stage.tree.screens(missingIn: stage.tree.removing(from: screen))
      .allSatisfy { $0.state.map { rules.onExit(of: $0.route) == nil } ?? true }
  }

  /// Navigates back one step, as a user would: leave guards are called, and screens leave with
  /// the reason `dismissed`.
  ///
  /// - Returns: Whether it was done, or why not.
  @discardableResult
  package func swipeBack() async -> MoveResult {
    await goBack(by: "swipe_back")
  }

  /// Begins an interactive step back.
  ///
  /// The stage changes when the step is finished. Any other change of the stage cancels the step if
  /// it is still active.
  ///
  /// - Returns: An object to finish or cancel the step; `nil` if nothing is below the top, if a
  ///   screen has a leave guard, or if another step back is active.
  package func beginSwipeBack() -> SwipeBack? {
    guard stage.swipe?.isActive != true, let cut = stage.tree.backStep, userMayLeave(cut) else {
      return nil
    }
    let swipe = SwipeBack(
      finishing: { [weak self] in self?.userDidPop(cut) },
      cancelling: { [weak self] in self?.stage.noteCancelled("swipe_back") }
    )
    stage.swipe = swipe
    return swipe
  }
}

extension Router {
  /// Waits until no transition is running.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  package func waitUntilIdle() async throws {
    while stage.isMoving { try await clock.sleep(stage.settles - clock.elapsed()) }
  }
}
