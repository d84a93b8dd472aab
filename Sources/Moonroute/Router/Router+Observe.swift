extension Router {
  /// Watches what happens: opens before and after, and every change of the stage.
  ///
  /// Fetches and builds show nothing and are no events. An open that a newer one replaced is
  /// announced, but has no event at its end; ``outcomes(bufferingNewest:)`` has it.
  ///
  /// - Parameters:
  ///   - owner: Held weakly; the watching ends with it. Default: none.
  ///   - notify: Called on the router's executor while it happens. It must not take long.
  /// - Returns: The way to stop watching.
  @discardableResult
  public func observe(
    owner: AnyObject? = nil,
    _ notify: @escaping (RouterEvent) -> Void
  ) -> Registration {
    observers.events.add(owner: owner, notify)
  }

  /// The events from now on, one after another.
  ///
  /// - Parameter count: The number of events kept for a reader that is behind; of more, the oldest
  ///   are dropped. Default: 100.
  /// - Returns: The events. Observing ends when the stream is dropped.
  public func happenings(bufferingNewest count: Int = 100) -> AsyncStream<RouterEvent> {
    observers.events.stream(bufferingNewest: count)
  }

  /// The outcomes of all opens from now on, cancelled ones included; not those of fetches and
  /// builds.
  ///
  /// - Parameter count: The number of outcomes kept for a reader that is behind; of more, the
  ///   oldest are dropped. Default: 100.
  /// - Returns: The outcomes. Observing ends when the stream is dropped.
  public func outcomes(bufferingNewest count: Int = 100) -> AsyncStream<Outcome> {
    observers.outcomes.stream(bufferingNewest: count)
  }
}

extension Router {
  /// Watches the stage beside the user interface: every change with the stage before and after, and
  /// every new description of a screen, in the order in which they came.
  ///
  /// A change that an observer makes is told after the one that the observer was told of.
  ///
  /// - Parameters:
  ///   - owner: Held weakly; the watching ends with it. Default: none.
  ///   - notify: Called on the router's executor. It must not take long.
  /// - Returns: The way to stop watching.
  @discardableResult
  package func observeStage(
    owner: AnyObject? = nil,
    _ notify: @escaping (StageNews) -> Void
  ) -> Registration {
    observers.stage.add(owner: owner, notify)
  }
}

extension Router {
  /// Watches a turn in the life of a screen on the stage.
  ///
  /// - Parameters:
  ///   - turn: What to watch.
  ///   - screen: The screen.
  ///   - owner: Held weakly; the watching ends with it. Default: none.
  ///   - notify: Called on the router's executor with the screen as it is or was last.
  /// - Returns: The way to stop watching, or `nil` when the screen is not on the stage.
  @discardableResult
  public func on(
    _ turn: ScreenTurn,
    of screen: Screen.ID,
    owner: AnyObject? = nil,
    _ notify: @escaping (Screen) -> Void
  ) -> Registration? {
    links.observed(screen)?.add(turn, owner: owner, notify)
  }

  /// Watches the lives of all screens.
  ///
  /// - Parameters:
  ///   - owner: Held weakly; the watching ends with it. Default: none.
  ///   - notify: Called on the router's executor.
  /// - Returns: The way to stop watching.
  @discardableResult
  public func observeScreens(
    owner: AnyObject? = nil,
    _ notify: @escaping (ScreenTurnEvent) -> Void
  ) -> Registration {
    observers.turns.add(owner: owner, notify)
  }

  /// Sends a message from a screen to its opener.
  ///
  /// - Parameters:
  ///   - name: The message's name.
  ///   - value: What it carries. Default: nothing.
  ///   - screen: The screen.
  /// - Returns: How many it reached; 0 when the screen is not on the stage.
  @discardableResult
  public func send(_ name: String, _ value: Value = .none, from screen: Screen.ID) -> Int {
    links[screen]?.deliver(name, value, on: home) ?? 0
  }

  /// The handle of a screen on the stage.
  public func handle(of screen: Screen.ID) -> OpenHandle? { links[screen]?.handle }

  /// The link of a screen on the stage.
  func link(of screen: Screen.ID) -> ScreenLink? { links[screen] }

  /// Watches a turn of a screen that may not be on the stage yet.
  ///
  /// - Parameters:
  ///   - turn: What to watch.
  ///   - screen: The screen; one that has left is watched in vain.
  ///   - owner: Held weakly; the watching ends with it. Default: none.
  ///   - notify: Called with the screen as it is or was last.
  /// - Returns: The way to stop watching.
  package func watch(
    _ turn: ScreenTurn,
    of screen: inout Screen,
    owner: AnyObject? = nil,
    _ notify: @escaping (Screen) -> Void
  ) -> Registration {
    links.link(for: &screen).add(turn, owner: owner, notify)
  }

  /// Listens to a message of a screen on the stage.
  ///
  /// - Parameters:
  ///   - name: The message.
  ///   - screen: The screen.
  ///   - isHearing: Whether the listener still counts. Default: always.
  ///   - notify: Called with each message.
  /// - Returns: The way to stop listening, or `nil` when the screen has left.
  package func listen(
    to name: String,
    of screen: Screen.ID,
    while isHearing: @escaping () -> Bool = { true },
    _ notify: @escaping (Value) -> Void
  ) -> Registration? {
    links[screen]?.add(message: name, owner: nil, while: isHearing, notify)
  }

  /// Lets go of what watches and listens to screens no more.
  package func sweepListeners() { for link in links.all { link.sweep() } }
}
