extension LinkRouter {
  /// Emits an event to all matching subscriptions.
  ///
  /// Events are delivered in order when each is awaited before the next one is emitted.
  ///
  /// - Parameters:
  ///   - key: A location, the name of an event, or a pattern if there are parameters.
  ///   - extra: The payload.
  ///   - params: A value for each parameter of the pattern.
  /// - Returns: The number of subscriptions that receive it.
  /// - Throws: `bad_location`, `unknown_name`, `missing_parameter`, `wrong_type` or `event_limit`.
  @discardableResult
  public func emit(
    _ key: String,
    _ extra: Value = .null,
    params: LinkParams = [:]
  ) throws(RouterError) -> Int {
    try events.emit(key, extra, params: try ParameterValue.all(of: params, for: key))
  }

  /// Emits a durable event, and waits until the fleet has stored it.
  ///
  /// ``emit(_:_:params:)`` does not wait; it reports to ``RouterOptions/onFailure`` that an event may
  /// not be stored. An event that is not durable, or a router without a fleet, is the same for both.
  ///
  /// - Parameters:
  ///   - key: A location, the name of an event, or a pattern if there are parameters.
  ///   - extra: The payload.
  ///   - params: A value for each parameter of the pattern.
  /// - Returns: The number of subscriptions of this router that receive it now: 0 for a stored event.
  /// - Throws: `offline` if the event may not be stored, or the errors of ``emit(_:_:params:)``.
  @discardableResult
  public func emitDurably(
    _ key: String,
    _ extra: Value = .null,
    params: LinkParams = [:]
  ) async throws(RouterError) -> Int {
    let params = try ParameterValue.all(of: params, for: key)
    switch try events.start(StoreRequest(key, params: params, extra: extra)) {
    case .posted(let count):
      events.deliver()
      return count
    case .storing(let store):
      try await store()
      return 0
    }
  }

  /// Emits an event later, from any thread, without waiting.
  ///
  /// The events of one caller are delivered in order. ``RouterOptions/onFailure`` is called with
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
    params: LinkParams = [:]
  ) -> Bool {
    inbox.add(EventInbox.PostedEvent(key: key, extra: extra, params: params)) {
      Task { await self.emptyInbox() }
    }
  }

  /// Returns the events from now on, in order.
  ///
  /// - Parameters:
  ///   - key: A pattern, or the name of an event.
  ///   - count: The number of events that are buffered for a slow reader; beyond that, the oldest
  ///     are dropped.
  /// - Returns: The stream. The subscription ends when the stream is deallocated.
  /// - Throws: `bad_pattern` or `unknown_name`.
  public func values(
    _ key: String,
    bufferingNewest count: Int = 100
  ) throws(RouterError) -> AsyncStream<LinkEvent> {
    try events.values(key, bufferingNewest: count)
  }

  /// Subscribes to events.
  ///
  /// - Parameters:
  ///   - key: A pattern, or the name of an event.
  ///   - owner: An object, held weakly, that ends the subscription when it is deallocated.
  ///   - fileID: The file of the call, for the log.
  ///   - line: The line of the call.
  ///   - handle: Called with each event.
  /// - Returns: A registration to end the subscription.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @discardableResult
  public func on(
    _ key: String,
    owner: AnyObject? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ handle: @escaping @Sendable @isolated(any) (LinkEvent) throws -> Void
  ) throws(RouterError) -> Registration {
    try events.on(
      key,
      owner: owner,
      Handler<LinkEvent, Void>.immediate(fileID: fileID, line: line, handle)
    )
  }

  /// Subscribes to events with a function that can wait.
  ///
  /// - Parameters:
  ///   - key: A pattern, or the name of an event.
  ///   - owner: An object, held weakly, that ends the subscription when it is deallocated.
  ///   - handle: Called with each event; can wait.
  /// - Returns: A registration to end the subscription.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @_disfavoredOverload
  @discardableResult
  public func on(
    _ key: String,
    owner: AnyObject? = nil,
    @_inheritActorContext _ handle: @escaping @Sendable (LinkEvent) async throws -> Void
  ) throws(RouterError) -> Registration {
    try events.on(key, owner: owner, Handler<LinkEvent, Void>.waiting(handle))
  }

  /// Declares an event, so that calls can use its name and its pattern.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - path: The pattern.
  ///   - isSticky: Whether later subscriptions receive the last event of each location.
  ///   - reach: The receivers of the event; `.fleet` needs a `FleetMember`.
  ///   - durable: A name for the hosts that share the work: the fleet keeps each event until one of
  ///     them has handled it. It needs the reach `.fleet`.
  /// - Throws: `bad_pattern` or `duplicate`.
  public func declare(
    _ name: String?,
    _ path: String,
    isSticky: Bool = false,
    reach: EventReach = .application,
    durable: String? = nil
  ) throws(RouterError) {
    let declaration = EventDeclaration(isSticky: isSticky, reach: reach, durable: durable)
    try events.declare(name, path, declaration)
  }

  /// Delivers an event of another host; ``RouterOptions/onFailure`` is called with errors.
  ///
  /// - Parameters:
  ///   - text: The location, which may be any text.
  ///   - extra: The payload.
  ///   - sender: The sender.
  ///   - isSent: Whether the sender could send to a path.
  package func receive(
    _ text: String,
    _ extra: Value,
    from sender: EventSender,
    where isSent: ([String]) -> Bool
  ) {
    do throws(RouterError) {
      let location = try events.location(ofPath: text)
      if isSent(location.segments) { try events.receive(location, extra, from: sender) }
    } catch {
      router.onHandlerFailure(error, "an event of another host")
    }
  }

  /// Delivers a durable event, and waits for its handlers.
  ///
  /// - Returns: Whether there were handlers, and all of them ended well.
  package func handle(
    _ text: String,
    _ extra: Value,
    from sender: EventSender,
    where isSent: ([String]) -> Bool
  ) async -> Bool {
    do {
      let location = try events.location(ofPath: text)
      guard isSent(location.segments) else { return false }
      return try await events.handle(location, extra, from: sender)
    } catch let error as RouterError {
      router.onHandlerFailure(error, "an event of the fleet")
    } catch {}
    return false
  }

  /// Waits for the next event.
  ///
  /// - Parameters:
  ///   - key: A pattern, or the name of an event.
  ///   - timeout: The maximum time to wait; `nil` waits until the event arrives.
  /// - Returns: The event, or `nil` after the timeout.
  /// - Throws: `bad_pattern`, `unknown_name`, or `CancellationError`.
  public func next(_ key: String, timeout: Duration? = nil) async throws -> LinkEvent? {
    try await events.next(key, timeout: timeout)
  }

  /// The last sticky event of a location, a name or a pattern.
  ///
  /// - Parameter key: A location, the name of an event, or a pattern.
  /// - Returns: The event, or `nil`.
  /// - Throws: `bad_location` or `unknown_name`.
  public func last(_ key: String) throws(RouterError) -> LinkEvent? { try events.last(key) }

  /// Removes sticky events.
  ///
  /// - Parameter key: A location, the name of an event, or a pattern.
  /// - Throws: `bad_location` or `unknown_name`.
  public func forget(_ key: String) throws(RouterError) { try events.forget(key) }

  /// Emits the posted events, in batches so that other tasks can run in between.
  private func emptyInbox() async {
    repeat {
      for posted in inbox.take(upTo: 256) {
        do throws(RouterError) {
          try emit(posted.key, posted.extra, params: posted.params)
        } catch {
          router.onHandlerFailure(error, "the posted event '\(posted.key)'")
        }
      }
      await Task.yield()
    } while !inbox.rest()
  }
}
