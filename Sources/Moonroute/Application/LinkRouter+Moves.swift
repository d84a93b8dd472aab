extension LinkRouter {
  /// Whether the stage can go back.
  public var canGoBack: Bool { router.canGoBack }

  /// Navigates back.
  @discardableResult
  public func back(_ count: Int = 1) async -> MoveResult { await router.back(count) }

  /// Navigates back to the topmost screen of a route on the back path.
  @discardableResult
  public func pop(to name: String) async -> MoveResult { await router.pop(to: name) }

  /// Navigates back to the root of the top's stack.
  @discardableResult
  public func popToRoot() async -> MoveResult { await router.popToRoot() }

  /// Dismisses the last presentation.
  ///
  /// - Parameter value: The result for the opener.
  /// - Returns: The result of the move.
  @discardableResult
  public func dismiss(with value: Value = .null) async -> MoveResult {
    await router.dismiss(with: value)
  }

  /// Selects a branch of tabs.
  @discardableResult
  public func select(tab: TabKey) async -> MoveResult { await router.select(tab: tab) }

  /// Pops a branch of tabs to its root, whether it is selected or not.
  @discardableResult
  public func reset(tab: TabKey) async -> MoveResult { await router.reset(tab: tab) }

  /// Closes a screen with a result, however it was shown.
  ///
  /// - Parameters:
  ///   - screen: The screen; by default the top one.
  ///   - value: The result for its opener.
  /// - Returns: The result of the move.
  @discardableResult
  public func closeScreen(
    _ screen: Screen.ID? = nil,
    with value: Value = .null
  ) async -> MoveResult {
    await router.close(screen, value)
  }

  /// Runs the guards of all screens on the stage again, from the root up.
  ///
  /// - Returns: The outcome of a guard's redirect, or `nil`.
  @discardableResult
  public func revalidate() async -> Outcome? { await router.revalidate() }
}
