extension LinkRouter {
  /// Opens a location in place of the top screen.
  public func replace(
    _ text: String,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.replace(text, options: options)
  }

  /// Opens a location with all its ancestors, in place of the stack.
  public func go(
    _ text: String,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.go(text, options: options)
  }

  /// Opens a location and waits for the result of its screen.
  public func ask(
    _ text: String,
    options: OpenOptions = OpenOptions()
  ) async -> ScreenAnswer {
    await router.ask(text, options: options)
  }

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
  /// - Returns: Whether it was done, or why not.
  @discardableResult
  public func dismiss(with value: Value = .null) async -> MoveResult {
    await router.dismiss(with: value)
  }

  /// Closes the top screen, however it was shown.
  ///
  /// - Parameter value: The result for the opener.
  /// - Returns: Whether it was done, or why not.
  @discardableResult
  public func closeScreen(with value: Value = .null) async -> MoveResult {
    await router.closeScreen(with: value)
  }

  /// Selects a branch of tabs.
  @discardableResult
  public func select(tab: TabKey) async -> MoveResult { await router.select(tab: tab) }

  /// Empties the stage and opens a location: a fresh start, for example after a logout.
  @discardableResult
  public func reset(
    to text: String,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.reset(to: text, options: options)
  }

  /// Pops a branch of tabs to its root, whether it is selected or not.
  @discardableResult
  public func reset(tab: TabKey) async -> MoveResult { await router.reset(tab: tab) }
}
