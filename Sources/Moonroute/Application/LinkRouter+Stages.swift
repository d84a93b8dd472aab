/// Reports from a stage of another package about its user.
@_spi(Tooling)
extension LinkRouter {
  /// Updates the stage after a person removed a screen, for example with a swipe.
  ///
  /// The screen is already gone, so no leave guard is called. Call ``userMayLeave(_:)`` beforehand.
  ///
  /// - Parameter screen: The screen. Everything above it is removed as well.
  public func userDidPop(_ screen: Screen.ID) { router.userDidPop(screen) }

  /// Updates the stage after a person selected a branch of tabs.
  ///
  /// - Parameter tab: The branch, in the tabs nearest to the top.
  /// - Returns: Whether the branch is on the stage. A branch without screens is opened.
  @discardableResult
  public func userDidSelect(_ tab: TabKey) async -> MoveResult { await router.userDidSelect(tab) }

  /// Whether a person can remove a screen without confirmation: no leave guard is on the screen or
  /// above it.
  public func userMayLeave(_ screen: Screen.ID) -> Bool { router.userMayLeave(screen) }
}
