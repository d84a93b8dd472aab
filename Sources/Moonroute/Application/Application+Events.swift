public import RoutePatterns

extension Application {
  /// Emits an event: every subscription whose pattern fits gets it.
  ///
  /// Events are delivered in order when each is awaited before the next one is emitted.
  ///
  /// - Parameters:
  ///   - key: A location, the name of an event, or a pattern if there are parameters.
  ///   - extra: What is passed along. Default: nothing.
  ///   - params: A value for each parameter of the pattern. Default: none.
  /// - Returns: How many subscriptions it reaches.
  /// - Throws: As ``EventStore/emit(_:_:params:query:)``.
  @discardableResult
  public func emit(
    _ key: String,
    _ extra: Value = .none,
    params: [String: ParameterValue] = [:]
  ) throws(RouterError) -> Int {
    try events.emit(key, extra, params: params)
  }

  /// Emits an event later, from any thread, without waiting.
  ///
  /// The events of one caller are delivered in order. What is wrong with one is told to
  /// ``EventStore/onPostFailure``.
  ///
  /// - Parameters:
  ///   - key: A location, the name of an event, or a pattern if there are parameters.
  ///   - extra: What is passed along. Default: nothing.
  ///   - params: A value for each parameter of the pattern. Default: none.
  /// - Returns: Whether the event was taken; not when 100,000 wait already.
  @discardableResult
  public nonisolated func post(
    _ key: String,
    _ extra: Value = .none,
    params: [String: ParameterValue] = [:]
  ) -> Bool {
    inbox.add(EventInbox.PostedEvent(key: key, extra: extra, params: params)) {
      Task { await self.emptyInbox() }
    }
  }

  /// The events from now on, one after another.
  ///
  /// - Parameters:
  ///   - key: A pattern, or the name of an event.
  ///   - count: The number of events kept for a reader that is behind; of more, the oldest are
  ///     dropped. Default: 100.
  /// - Returns: The events. Listening ends when the stream is dropped.
  /// - Throws: `bad_pattern` or `unknown_name`.
  public func values(
    _ key: String,
    bufferingNewest count: Int = 100
  ) throws(RouterError) -> AsyncStream<Event> {
    try events.values(key, bufferingNewest: count)
  }

  /// Emits what was posted, some at a time so that others have their turn.
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
