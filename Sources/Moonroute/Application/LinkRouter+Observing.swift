extension LinkRouter {
  /// Returns the outcomes of all opens from now on.
  ///
  /// They include cancelled opens, but not fetches and builds.
  ///
  /// - Parameter count: The number of outcomes that are buffered for a slow reader; beyond that,
  ///   the oldest are dropped.
  /// - Returns: The stream. The observation ends when the stream is deallocated.
  public func outcomes(bufferingNewest count: Int = 100) -> AsyncStream<Outcome> {
    router.outcomes(bufferingNewest: count)
  }

  /// Returns the updates from now on: the start and end of opens, and every change of the stage.
  ///
  /// - Parameter count: The number of updates that are buffered for a slow reader; beyond that, the
  ///   oldest are dropped.
  /// - Returns: The stream. The observation ends when the stream is deallocated.
  public func updates(bufferingNewest count: Int = 100) -> AsyncStream<RouterUpdate> {
    router.updates(bufferingNewest: count)
  }

  /// Observes the start and end of opens, and every change of the stage.
  ///
  /// - Parameters:
  ///   - owner: An object, held weakly, that ends the observation when it is deallocated.
  ///   - notify: Called synchronously on the router's executor; must return quickly.
  /// - Returns: A registration to end the observation.
  @discardableResult
  public func observe(
    owner: AnyObject? = nil,
    _ notify: @escaping (RouterUpdate) -> Void
  ) -> Registration { router.observe(owner: owner, notify) }

  /// Observes a lifecycle event of a screen on the stage.
  ///
  /// - Parameters:
  ///   - turn: The kind of event.
  ///   - screen: The screen.
  ///   - owner: An object, held weakly, that ends the observation when it is deallocated.
  ///   - notify: Called on the router's executor with the screen in its current or last state.
  /// - Returns: A registration to end the observation, or `nil` if the screen is not on the stage.
  @discardableResult
  public func on(
    _ turn: ScreenTurn,
    of screen: Screen.ID,
    owner: AnyObject? = nil,
    _ notify: @escaping (Screen) -> Void
  ) -> Registration? { router.on(turn, of: screen, owner: owner, notify) }

  /// Sends a message from a screen to its opener.
  ///
  /// - Parameters:
  ///   - name: The message's name.
  ///   - value: The payload.
  ///   - screen: The screen.
  /// - Returns: The number of listeners; 0 if the screen is not on the stage.
  @discardableResult
  public func send(_ name: String, _ value: Value = .null, from screen: Screen.ID) -> Int {
    router.send(name, value, from: screen)
  }

  /// The handle of a screen on the stage.
  package func handle(of screen: Screen.ID) -> OpenHandle? { router.handle(of: screen) }
}
