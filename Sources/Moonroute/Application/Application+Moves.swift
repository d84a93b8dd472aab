extension Application {
  /// Opens a location in place of the top.
  public func replace(
    _ text: String,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.replace(text, options: options)
  }

  /// Opens a location with everything on the way to it, in place of the stack.
  public func go(
    _ text: String,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.go(text, options: options)
  }

  /// Opens a location and waits for what becomes of its screen.
  public func ask(
    _ text: String,
    options: OpenOptions = OpenOptions()
  ) async -> Answer {
    await router.ask(text, options: options)
  }

  /// Whether going back leads anywhere.
  public var canGoBack: Bool { router.canGoBack }

  /// Goes back.
  @discardableResult
  public func back(_ count: Int = 1) async -> Move { await router.back(count) }

  /// Goes back to the topmost screen of a route that going back leads to.
  @discardableResult
  public func pop(to name: String) async -> Move { await router.pop(to: name) }

  /// Goes back to the root of the top's stack.
  @discardableResult
  public func popToRoot() async -> Move { await router.popToRoot() }

  /// Dismisses what is presented last.
  ///
  /// - Parameter value: The result for its opener. Default: nothing.
  /// - Returns: Whether it was done, or why not.
  @discardableResult
  public func dismiss(_ value: Value = .none) async -> Move { await router.dismiss(value) }

  /// Closes the top, whichever way it came.
  ///
  /// - Parameter value: The result for its opener. Default: nothing.
  /// - Returns: Whether it was done, or why not.
  @discardableResult
  public func closeTop(_ value: Value = .none) async -> Move { await router.close(value) }

  /// Selects a branch of tabs.
  @discardableResult
  public func select(_ tab: TabKey) async -> Move { await router.select(tab) }

  /// Empties the stage and opens a location: a fresh start, as after a logout.
  @discardableResult
  public func reset(
    to text: String,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.reset(to: text, options: options)
  }

  /// Pops a branch of tabs to its root, selected or not.
  @discardableResult
  public func reset(_ tab: TabKey) async -> Move { await router.reset(tab) }
}
