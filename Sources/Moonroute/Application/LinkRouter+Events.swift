public import RoutePatterns

extension LinkRouter {
  /// Emits an event: all matching subscriptions receive it.
  ///
  /// Events are delivered in order when each is awaited before the next one is emitted.
  ///
  /// - Parameters:
  ///   - key: A location, the name of an event, or a pattern if there are parameters.
  ///   - extra: The payload.
  ///   - params: A value for each parameter of the pattern.
  /// - Returns: The number of subscriptions that receive it.
  /// - Throws: See ``EventStore/emit(_:_:params:query:)``.
  @discardableResult
  public func emit(
    _ key: String,
    _ extra: Value = .null,
    params: [String: ParameterValue] = [:]
  ) throws(RouterError) -> Int {
    try events.emit(key, extra, params: params)
  }

  /// Emits an event later, from any thread, without waiting.
  ///
  /// The events of one caller are delivered in order. ``EventStore/onPostFailure`` is called with
  /// errors.
  ///
  /// - Parameters:
  ///   - key: A location, the name of an event, or a pattern if there are parameters.
  ///   - extra: The payload.
  ///   - params: A value for each parameter of the pattern.
  /// - Returns: Whether the event was accepted; `false` if 100,000 events are already queued.
  @discardableResult
  public nonisolated func post(
    _ key: String,
    _ extra: Value = .null,
    params: [String: ParameterValue] = [:]
  ) -> Bool {
    inbox.add(EventInbox.PostedEvent(key: key, extra: extra, params: params)) {
      Task { await self.emptyInbox() }
    }
  }

  /// The events from now on, in order.
  ///
  /// - Parameters:
  ///   - key: A pattern, or the name of an event.
  ///   - count: The number of events that are buffered for a slow reader; beyond that, the oldest
  ///     are dropped.
  /// - Returns: The events. The subscription ends when the stream is dropped.
  /// - Throws: `bad_pattern` or `unknown_name`.
  public func values(
    _ key: String,
    bufferingNewest count: Int = 100
  ) throws(RouterError) -> AsyncStream<LinkEvent> {
    try events.values(key, bufferingNewest: count)
  }

  /// Emits the posted events, in batches so that other tasks can run in between.
  private func emptyInbox() async {
    repeat {
      for posted in inbox.take(upTo: 256) {
        do throws(RouterError) {
          try events.emit(posted.key, posted.extra, params: posted.params)
        } catch {
          events.onPostFailure(error)
        }
      }
      await Task.yield()
    } while !inbox.rest()
  }
}
