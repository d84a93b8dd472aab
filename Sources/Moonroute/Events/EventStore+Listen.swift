package import RoutePatterns
import TextTools

extension EventStore {
  /// Subscribes to events.
  ///
  /// - Parameters:
  ///   - key: A pattern, or the name of an event. A pattern without a scheme matches every scheme
  ///     except the router's own, `moonroute`.
  ///   - name: A name for the pattern.
  ///   - isOnce: Whether the subscription ends after the first event.
  ///   - owner: An object, held weakly, that ends the subscription when it is deallocated. The
  ///     default is the screen of the running view.
  ///   - handle: Called with each event.
  /// - Returns: A registration to end the subscription.
  /// - Throws: `bad_pattern`, `unknown_name`, `duplicate` for a name of another pattern, or
  ///   `match_limit` if finding the sticky events for it takes too many steps.
  @discardableResult
  package func on(
    _ key: String,
    name: String? = nil,
    isOnce: Bool = false,
    owner: AnyObject? = nil,
    _ handle: @escaping (LinkEvent) throws -> Void
  ) throws(RouterError) -> Registration {
    let options = EventSubscribing(isOnce: isOnce, owner: owner ?? environment.viewOwner())
    return try add(key, name: name, options, handler: Handler(.immediate(handle)))
  }

  /// Subscribes to events with an asynchronous handler.
  ///
  /// The handler begins soon after the synchronous handlers have received the event.
  ///
  /// - Parameters:
  ///   - key: A pattern, or the name of an event.
  ///   - name: A name for the pattern.
  ///   - isOnce: Whether the subscription ends after the first event.
  ///   - owner: An object, held weakly, that ends the subscription when it is deallocated. The
  ///     default is the screen of the running view.
  ///   - handle: Called with each event.
  /// - Returns: A registration to end the subscription.
  /// - Throws: The errors of the synchronous overload.
  @_disfavoredOverload
  @discardableResult
  package func on(
    _ key: String,
    name: String? = nil,
    isOnce: Bool = false,
    owner: AnyObject? = nil,
    _ handle: @escaping (LinkEvent) async throws -> Void
  ) throws(RouterError) -> Registration {
    let options = EventSubscribing(isOnce: isOnce, owner: owner ?? environment.viewOwner())
    return try add(key, name: name, options, handler: Handler(.waiting(handle)))
  }

  /// Subscribes to events with a handler that runs on the actor where it was written.
  func on(
    _ key: String,
    owner: AnyObject?,
    _ handler: Handler<LinkEvent, Void>
  ) throws(RouterError) -> Registration {
    handler.reportHops(from: environment.home())
    let options = EventSubscribing(owner: owner ?? environment.viewOwner())
    return try add(key, name: nil, options, handler: handler)
  }

  /// Names a pattern of events, with or without subscriptions.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - path: The pattern.
  ///   - declaration: How the events are delivered.
  /// - Throws: `bad_pattern`, or `duplicate` for a name of another pattern.
  package func declare(
    _ name: String?,
    _ path: String,
    _ declaration: EventDeclaration = EventDeclaration()
  ) throws(RouterError) {
    try program.declare(name, path, declaration, in: environment.context(), beside: nil)
    if declaration.reach == .fleet { fleet?.note() }
  }

  /// Names a pattern of events, with or without subscriptions.
  package func declare(
    _ name: String?,
    _ path: String,
    isSticky: Bool
  ) throws(RouterError) {
    try declare(name, path, EventDeclaration(isSticky: isSticky))
  }

  /// The events from now on, in order.
  ///
  /// - Parameters:
  ///   - key: A pattern, or the name of an event.
  ///   - count: The number of events that are buffered for a slow reader; beyond that, the oldest
  ///     are dropped.
  /// - Returns: The events. The subscription ends when the stream is deallocated.
  /// - Throws: `bad_pattern`, `unknown_name` or `match_limit`.
  package func values(
    _ key: String,
    bufferingNewest count: Int = 100
  ) throws(RouterError) -> AsyncStream<LinkEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LinkEvent.self,
      bufferingPolicy: .bufferingNewest(count)
    )
    var options = EventSubscribing()
    options.end = { continuation.finish() }
    let registration = try add(
      key,
      name: nil,
      options,
      handler: .immediate { continuation.yield($0) }
    )
    continuation.onTermination = { _ in registration.cancel() }
    return stream
  }

  /// Waits for the next event; a stored sticky event does not count.
  ///
  /// - Parameters:
  ///   - key: A pattern, or the name of an event.
  ///   - timeout: The time limit; `nil` for none.
  /// - Returns: The event, or `nil` after the time limit.
  /// - Throws: `bad_pattern`, `unknown_name`, or `CancellationError`.
  package func next(_ key: String, timeout: Duration? = nil) async throws -> LinkEvent? {
    try await next(timeout: timeout) { handler throws(RouterError) in
      try add(key, name: nil, EventSubscribing(isOnce: true), handler: handler, isReplayed: false)
    }
  }

  /// Waits for the single event of a subscription; returns `nil` after the time limit.
  ///
  /// - Throws: The error of `subscribe`, or `CancellationError`.
  package func next(
    timeout: Duration?,
    isolation: isolated (any Actor)? = #isolation,
    _ subscribe: (Handler<LinkEvent, Void>) throws(RouterError) -> Registration
  ) async throws -> LinkEvent? {
    let continuation = OneShotContinuation<LinkEvent?>()
    let registration = try subscribe(.immediate { continuation.resume(returning: $0) })
    var timer: Task<Void, Never>?
    defer {
      registration.cancel()
      timer?.cancel()
    }
    let clock = clock
    return try await continuation.wait {
      timer = timeout.map { time in
        Task {
          _ = isolation
          guard await clock.hasSlept(time) else { return }
          continuation.resume(returning: nil)
        }
      }
    }
  }

  /// Subscribes for scripts, whose scope may not be active yet.
  package func listen(
    _ key: String,
    name: String?,
    _ options: EventSubscribing,
    for scope: EventScope,
    _ context: PatternContext,
    isReplayed: Bool = true,
    handler: Handler<LinkEvent, Void>
  ) throws(RouterError) -> Registration {
    try subscribe(
      key,
      name: name,
      options,
      to: scope,
      beside: program,
      context,
      isReplayed: isReplayed && scope === scripts,
      handler: handler
    )
  }

  /// Declares an event for scripts, whose scope may not be active yet.
  package func declare(
    _ name: String?,
    _ path: String,
    _ declaration: EventDeclaration,
    for scope: EventScope,
    _ context: PatternContext
  ) throws(RouterError) {
    try scope.declare(name, path, declaration, in: context, beside: program)
    if declaration.reach == .fleet, scope === scripts { fleet?.note() }
  }

  private func add(
    _ key: String,
    name: String?,
    _ options: EventSubscribing,
    handler: Handler<LinkEvent, Void>,
    isReplayed: Bool = true
  ) throws(RouterError) -> Registration {
    try subscribe(
      key,
      name: name,
      options,
      to: program,
      beside: scripts,
      environment.context(),
      isReplayed: isReplayed,
      handler: handler
    )
  }

  /// Subscribes to a pattern or name, if all its sticky events can be delivered.
  private func subscribe(
    _ key: String,
    name: String?,
    _ options: EventSubscribing,
    to scope: EventScope,
    beside other: EventScope,
    _ context: PatternContext,
    isReplayed: Bool,
    handler: Handler<LinkEvent, Void>
  ) throws(RouterError) -> Registration {
    if isReplayed { try checkRoomForReplay() }
    let channel = try scope.channel(of: key, name: name, in: context, beside: other)
    let events = isReplayed ? try kept(for: channel) : []
    if let name { try scope.name(channel, name, beside: other) }
    let subscription = scope.add(options, to: channel, handler: handler)
    if channel.durable != nil, scope === program || scope === scripts { fleet?.note() }
    guard isReplayed else { return subscription.registration }
    queue(events, for: subscription)
    deliver()
    return subscription.registration
  }

  /// Throws if too many events are queued for another replay.
  private func checkRoomForReplay() throws(RouterError) {
    guard sticky.isEmpty || queue.receiverCount < Self.receiverLimit else {
      throw .tooManyReceivers(limit: Self.receiverLimit)
    }
  }
}

extension EventScope {
  /// Returns the channel of a pattern or name, creating it if necessary.
  ///
  /// `name` is a name that the pattern will have; `other` is another scope with usable names.
  ///
  /// - Throws: `bad_pattern` or `unknown_name`.
  func channel(
    of key: String,
    name: String?,
    in context: PatternContext,
    beside other: EventScope
  ) throws(RouterError) -> EventChannel {
    var text = key
    if !StoreKey.isLocation(key), name == nil {
      guard let known = names[key] ?? other.names[key] else {
        throw .unknownEvent(key, among: Set(names.keys).union(other.names.keys))
      }
      text = known.pattern.text
    }
    // The name is set later, so that a failed subscription leaves no name behind.
    return try channel(text, name: nil, in: context)
  }

  /// Names a pattern, if no other pattern has the name in this scope or another.
  func name(
    _ channel: EventChannel,
    _ name: String,
    beside other: EventScope
  ) throws(RouterError) {
    try other.check(name, for: channel)
    try self.name(channel, name)
  }

  func declare(
    _ name: String?,
    _ path: String,
    _ declaration: EventDeclaration,
    in context: PatternContext,
    beside other: EventScope?
  ) throws(RouterError) {
    let channel = try channel(path, name: name, in: context)
    channel.isDeclared = true
    if declaration.reach == .fleet { try reachFleet(channel, for: declaration.durable) }
    if channel.reach == .fleet, declaration.isSticky || channel.isSticky {
      throw .stickyFleetEvent(channel.pattern.text)
    }
    if declaration.isSticky { (channel.isSticky, keepsSticky) = (true, true) }
    guard let name else { return }
    try other?.check(name, for: channel)
    try self.name(channel, name)
  }

  /// Throws if another pattern has the name here.
  private func check(_ name: String, for channel: EventChannel) throws(RouterError) {
    guard let known = names[name.trimmed], known.pattern.text != channel.pattern.text else {
      return
    }
    throw .takenEventName(name.trimmed, by: known.pattern.text)
  }
}

extension EventStore {
  /// Returns a function that converts events for a key, with or without subscriptions.
  ///
  /// The key is the name of an event, a pattern, or a location.
  ///
  /// - Throws: `unknown_name`, or `bad_pattern` if the text is not a location either.
  package func view(
    of key: String,
    _ context: PatternContext
  ) throws(RouterError) -> (Location, Value) -> LinkEvent? {
    guard StoreKey.isLocation(key) else { return Self.view(through: try channel(named: key)) }
    do throws(RouterError) {
      return Self.view(through: EventChannel(try context.pattern(key), name: nil))
    } catch {
      // A text that is not a pattern can be a location with a query.
      guard let wanted = try? location(of: StoreRequest(key)) else { throw error }
      let any = Self.view(through: EventChannel(try context.pattern("/**"), name: nil))
      return { $0 == wanted ? any($0, $1) : nil }
    }
  }

  private static func view(through channel: EventChannel) -> (Location, Value) -> LinkEvent? {
    let isOwn = channel.pattern.scheme == EventScope.ownScheme
    return { location, extra in
      guard isOwn == (location.scheme == EventScope.ownScheme),
        let match = channel.pattern.match(location)
      else { return nil }
      return LinkEvent(channel.route, match: match, location: location, extra: extra)
    }
  }
}
