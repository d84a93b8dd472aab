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
    observers.add(owner: owner, notify)
  }

  /// What happens from now on, one event after another.
  ///
  /// - Parameter count: The number of events kept for a reader that is behind; of more, the oldest
  ///   are dropped. Default: 100.
  /// - Returns: The events. Whoever stops reading stops watching.
  public func happenings(bufferingNewest count: Int = 100) -> AsyncStream<RouterEvent> {
    observers.stream(bufferingNewest: count)
  }

  /// The outcomes of all opens from now on, cancelled ones included; not those of fetches and builds.
  ///
  /// - Parameter count: The number of outcomes kept for a reader that is behind; of more, the oldest
  ///   are dropped. Default: 100.
  /// - Returns: The outcomes. Whoever stops reading stops watching.
  public func outcomes(bufferingNewest count: Int = 100) -> AsyncStream<Outcome> {
    outcomeReaders.stream(bufferingNewest: count)
  }
}
