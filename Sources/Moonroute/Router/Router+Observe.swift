extension Router {
  /// Observes the router: the start and end of opens, and every change of the stage.
  ///
  /// Fetches and builds show nothing and send no events. An open that was replaced by a newer one
  /// sends no event at its end; ``outcomes(bufferingNewest:)`` includes it.
  ///
  /// - Parameters:
  ///   - owner: An object, held weakly, that ends the observation when it is deallocated.
  ///   - notify: Called synchronously on the router's executor; must return quickly.
  /// - Returns: A registration to end the observation.
  @discardableResult
  package func observe(
    owner: AnyObject? = nil,
    _ notify: @escaping (RouterUpdate) -> Void
  ) -> Registration {
    observers.events.add(owner: owner, notify)
  }

  /// The events from now on, in order.
  ///
  /// - Parameter count: The number of events that are buffered for a slow reader; beyond that, the
  ///   oldest are dropped.
  /// - Returns: The events. The observation ends when the stream is deallocated.
  package func updates(bufferingNewest count: Int = 100) -> AsyncStream<RouterUpdate> {
    observers.events.stream(bufferingNewest: count)
  }

  /// The outcomes of all opens from now on, including cancelled ones but not fetches and builds.
  ///
  /// - Parameter count: The number of outcomes that are buffered for a slow reader; beyond that,
  ///   the oldest are dropped.
  /// - Returns: The outcomes. The observation ends when the stream is deallocated.
  package func outcomes(bufferingNewest count: Int = 100) -> AsyncStream<Outcome> {
    observers.outcomes.stream(bufferingNewest: count)
  }

  /// Observes the outcome of every open, fetch and build.
  package func observeOutcomes(owner: AnyObject? = nil, _ notify: @escaping (Outcome) -> Void) {
    _ = observers.allOutcomes.add(owner: owner, notify)
  }
}

extension Router {
  /// Observes every change with the trees before and after, and every new description of a screen,
  /// in order; `notify` must return quickly.
  ///
  /// If an observer changes the stage, the new change is announced after the current one.
  @discardableResult
  package func observeStage(
    owner: AnyObject? = nil,
    _ notify: @escaping (StageNews) -> Void
  ) -> Registration {
    observers.stage.add(owner: owner, notify)
  }
}

extension Router {
  /// Observes a lifecycle event of a screen on the stage.
  ///
  /// - Parameters:
  ///   - turn: The kind of event.
  ///   - screen: The screen.
  ///   - owner: An object, held weakly, that ends the observation when it is deallocated.
  ///   - notify: Called on the router's executor with the screen in its current or last state.
  /// - Returns: A registration to end the observation, or `nil` if the screen is not on the stage.
  @discardableResult
  package func on(
    _ turn: ScreenTurn,
    of screen: Screen.ID,
    owner: AnyObject? = nil,
    _ notify: @escaping (Screen) -> Void
  ) -> Registration? {
    links.observed(screen)?.add(turn, owner: owner, notify)
  }

  /// Observes the lifecycle events of all screens.
  ///
  /// - Parameters:
  ///   - owner: An object, held weakly, that ends the observation when it is deallocated.
  ///   - notify: Called on the router's executor.
  /// - Returns: A registration to end the observation.
  @discardableResult
  package func observeScreens(
    owner: AnyObject? = nil,
    _ notify: @escaping (ScreenTurnEvent) -> Void
  ) -> Registration {
    observers.turns.add(owner: owner, notify)
  }

  /// Sends a message from a screen to its opener.
  ///
  /// - Parameters:
  ///   - name: The message's name.
  ///   - value: The payload.
  ///   - screen: The screen.
  /// - Returns: The number of listeners; 0 if the screen is not on the stage.
  @discardableResult
  package func send(_ name: String, _ value: Value = .null, from screen: Screen.ID) -> Int {
    links[screen]?.deliver(name, value, on: home) ?? 0
  }

  /// The handle of a screen on the stage.
  package func handle(of screen: Screen.ID) -> OpenHandle? { links[screen]?.handle }

  func link(of screen: Screen.ID) -> ScreenLink? { links[screen] }

  /// Observes a lifecycle event of a screen before or after it is shown.
  ///
  /// `notify` receives the current or last state. It is never called if the screen already left.
  package func watch(
    _ turn: ScreenTurn,
    of screen: inout Screen,
    owner: AnyObject? = nil,
    _ notify: @escaping (Screen) -> Void
  ) -> Registration {
    links.link(for: &screen).add(turn, owner: owner, notify)
  }

  /// Subscribes to a message of a screen on the stage; returns `nil` if the screen has left.
  package func listen(
    to name: String,
    of screen: Screen.ID,
    while isHearing: @escaping () -> Bool = { true },
    _ notify: @escaping (Value) -> Void
  ) -> Registration? {
    links[screen]?.add(message: name, owner: nil, while: isHearing, notify)
  }

  package func sweepListeners() { for link in links.all { link.sweep() } }
}
