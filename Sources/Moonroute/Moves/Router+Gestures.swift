extension Router {
  /// Follows a person who has removed a screen from the user interface: swiped it back, or tapped
  /// beside it.
  ///
  /// It is done already, so no screen is asked whether it may go; ask ``mayLeave(_:)`` before.
  ///
  /// - Parameter screen: The screen; what is above it goes, too.
  /// - Returns: The transition, or `nil` when the screen is not on the stage.
  @discardableResult
  public func personRemoved(_ screen: Screen.ID) -> Transition? {
    guard stage.tree.path(to: screen) != nil else { return nil }
    links.reason = .dismissed
    return stage.change(
      to: stage.tree.removing(from: screen),
      effect: "person",
      isAnimated: true
    )
  }

  /// Follows a person who has selected a branch of tabs in the user interface.
  ///
  /// - Parameter tab: The branch, in the tabs nearest to the top.
  /// - Returns: Whether the branch is on the stage; one without screens is opened.
  @discardableResult
  public func personSelected(_ tab: TabKey) async -> Move { await select(tab) }

  /// Whether a person may take a screen away without being asked back: neither it nor what is above
  /// it has a leave guard.
  public func mayLeave(_ screen: Screen.ID) -> Bool {
    stage.tree.screens(missingIn: stage.tree.removing(from: screen))
      .allSatisfy { $0.state.map { rules.onExit(of: $0.route) == nil } ?? true }
  }

  /// Goes one step back as a person does: leave guards are asked, and screens leave as dismissed.
  ///
  /// - Returns: Whether it was done, or why not.
  @discardableResult
  public func swipeBack() async -> Move {
    await goBack(by: "swipe_back")
  }

  /// Begins a step back that follows a person's finger.
  ///
  /// The stage changes when it is finished. Something else that changes the stage before takes it
  /// back, as far as it is not over.
  ///
  /// - Returns: The way to finish it or to take it back; `nil` when nothing is below the top, when
  ///   a screen has to be asked whether it may go, or when another one is under way.
  public func beginSwipeBack() -> SwipeBack? {
    guard stage.swipe?.isActive != true, let cut = stage.tree.backStep, mayLeave(cut) else {
      return nil
    }
    let swipe = SwipeBack(
      finishing: { [weak self] in self?.personRemoved(cut) },
      cancelling: { [weak self] in self?.stage.noteCancelled("swipe_back") }
    )
    stage.swipe = swipe
    return swipe
  }
}

extension Router {
  /// Waits until no transition is under way.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before.
  public func settle() async throws {
    while stage.isMoving { try await clock.sleep(stage.settles - clock.elapsed()) }
  }
}
