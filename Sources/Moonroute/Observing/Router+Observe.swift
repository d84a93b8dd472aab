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

  /// What happens from now on, one event after another.
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

/// A turn in the life of some screen.
public struct ScreenTurnEvent: Sendable {
  /// The turn.
  public let turn: ScreenTurn

  /// The screen, as it is or was last.
  public let screen: Screen
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
    links[screen]?.deliver(name, value) ?? 0
  }

  /// What arrives from a screen on the stage.
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

  /// Connects a screen that is about to come onto the stage.
  func prepare(
    _ screen: Screen,
    _ life: ScreenLife?,
    _ options: OpenOptions,
    from source: Screen.ID?
  ) {
    let link = links.hold(screen)
    if let life { lives[screen.id] = life }
    guard !options.messages.isEmpty else { return }
    // An opener named in the options hears no longer than its screen lives.
    let opener = options.source.flatMap { self.owner(of: $0) }
    for (name, notify) in options.messages {
      _ = link.add(message: name, owner: opener, while: options.isHearing, notify)
    }
  }

  /// Forgets a screen that did not come onto the stage.
  func forget(_ screen: Screen.ID) {
    guard stage.screen(screen) == nil else { return }
    lives[screen] = nil
    links.drop(screen)?.handle.end(ScreenResult(.none, .removed))
  }

  /// Lets go of what belonged to screens that left, and notifies the observers.
  func changed(by change: StageChange) {
    let transition = change.transition
    host?.apply(change)
    if links.areObserved || !observers.turns.isEmpty { noteTurns(of: change) }
    for id in transition.removed {
      links.pendingNews.append(.end(id, links.results[id] ?? ScreenResult(.none, links.reason)))
    }
    (links.results, links.reason) = ([:], .removed)
    links.pendingNews.append(.change(transition))
    notifyPending()
  }

  /// Queues the turns of the screens that disappeared, left and appeared.
  private func noteTurns(of change: StageChange) {
    let transition = change.transition
    let (before, after) = (change.before.visible, change.after.visible)
    let (seen, shown) = (Set(before.map(\.id)), Set(after.map(\.id)))
    for screen in before.reversed() where !shown.contains(screen.id) {
      links.pendingNews.append(.turn(ScreenTurnEvent(turn: .disappear, screen: screen)))
    }
    if !transition.removed.isEmpty {
      let gone = Set(transition.removed)
      for screen in change.before.screens.reversed() where gone.contains(screen.id) {
        links.pendingNews.append(.turn(ScreenTurnEvent(turn: .close, screen: screen)))
      }
    }
    for screen in after where !seen.contains(screen.id) {
      links.pendingNews.append(.turn(ScreenTurnEvent(turn: .appear, screen: screen)))
    }
  }

  /// Notifies of all pending news, each after the one before it.
  ///
  /// A change that an observer makes is announced after the one that the observer was notified of.
  private func notifyPending() {
    guard !links.isNotifying else { return }
    links.isNotifying = true
    while !links.pendingNews.isEmpty {
      switch links.pendingNews.removeFirst() {
      case .turn(let event):
        links[event.screen.id]?.take(event.turn, event.screen)
        observers.turns.publish(event)
      case .end(let id, let result):
        lives[id] = nil
        links.drop(id)?.handle.end(result)
      case .change(let transition): observers.events.publish(.didChange(transition))
      }
    }
    links.isNotifying = false
  }

  /// Notifies the user interface that a screen looks different.
  func updated(_ id: Screen.ID) {
    guard let host, let screen = stage.screen(id) else { return }
    host.update(screen)
  }
}
