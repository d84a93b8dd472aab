package import RoutePatterns

extension EventStore {
  /// Emits an event: all matching subscriptions receive it.
  ///
  /// It never waits. Handlers run up to their first wait. If a handler calls this function, it
  /// returns immediately, and the event is delivered after the current one.
  ///
  /// - Parameters:
  ///   - key: A location, the name of an event, or a pattern if there are parameters.
  ///   - extra: The payload.
  ///   - params: A value for each parameter of the pattern.
  ///   - query: The query items.
  /// - Returns: The number of subscriptions that receive it.
  /// - Throws: `unknown_name`, `bad_location`, `match_limit`, an error of a parameter, `denied` for
  ///   the router's own events, `event_limit`, or `timeout` for events that trigger each other and
  ///   compute for too long.
  /// - Complexity: One look-up and the number of receivers.
  @discardableResult
  package func emit(
    _ key: String,
    _ extra: Value = .null,
    params: [String: ParameterValue] = [:],
    query: KeyValuePairs<String, String> = [:]
  ) throws(RouterError) -> Int {
    if key.utf8.first == UInt8(ascii: "/"), params.isEmpty, query.isEmpty {
      return try emit(try location(ofPath: key), extra)
    }
    let request = StoreRequest(key, params: params, query: query.map { $0 }, extra: extra)
    let count = try post(request)
    deliver()
    return count
  }

  /// Emits an event at a parsed location, like ``emit(_:_:params:query:)``.
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - extra: The payload.
  /// - Returns: The number of subscriptions that receive it.
  /// - Throws: `match_limit`, `denied` for the router's own events, `event_limit`, or `timeout` for
  ///   events that trigger each other and compute for too long.
  /// - Complexity: One look-up and the number of receivers.
  @discardableResult
  package func emit(_ location: Location, _ extra: Value = .null) throws(RouterError) -> Int {
    let count = try startNow(location, extra)
    deliver()
    return count
  }

  /// Counts and reserves the receivers of an event, which ``deliver()`` delivers.
  ///
  /// A durable event is handed to the fleet later, if there is one.
  package func post(_ request: StoreRequest) throws(RouterError) -> Int {
    try startNow(try location(of: request), request.extra, request.lifetimeToken)
  }

  /// Counts and reserves the receivers of an event, or returns how it is handed to the fleet.
  package func start(_ request: StoreRequest) throws(RouterError) -> EventStart {
    try start(try location(of: request), request.extra, request.lifetimeToken)
  }

  private func start(
    _ location: Location,
    _ extra: Value,
    _ lifetimeToken: (any LifetimeToken)?
  ) throws(RouterError) -> EventStart {
    if let fleet, keepsDurable, try consumer(at: location) != nil {
      try checkForFleet(location, extra)
      return .storing { () async throws(RouterError) in try await fleet.store(location, extra) }
    }
    return .posted(try post(location, extra, lifetimeToken))
  }

  private func startNow(
    _ location: Location,
    _ extra: Value,
    _ lifetimeToken: (any LifetimeToken)? = nil
  ) throws(RouterError) -> Int {
    switch try start(location, extra, lifetimeToken) {
    case .posted(let count): return count
    case .storing(let store):
      _ = alarm.ring { events, _ in
        do throws(RouterError) { try await store() } catch { events.noteUnstored(error, location) }
      }
      return 0
    }
  }

  func post(
    _ location: Location,
    _ extra: Value,
    _ lifetimeToken: (any LifetimeToken)? = nil,
    from sender: EventSender? = nil,
    end: ((Bool) -> Void)? = nil
  ) throws(RouterError) -> Int {
    guard location.scheme != EventScope.ownScheme else { throw .ownEvent(location.description) }
    guard queue.turnCount < Self.turnLimit else { throw .tooManyEvents(limit: Self.turnLimit) }
    guard queue.receiverCount < Self.receiverLimit else {
      throw .tooManyReceivers(limit: Self.receiverLimit)
    }
    if let chain = queue.chain, let computing, chain.computed >= computing.chainLimit {
      throw .endlessChain(computing)
    }
    return try postAnywhere(location, extra, lifetimeToken, from: sender, end: end)
  }

  /// Whether the next undelivered event needs a script.
  package var entersScripts: Bool { queue.first?.entersScripts ?? false }

  /// Whether a delivery is running; it will also deliver new events.
  package var isDelivering: Bool { queue.isDelivering }

  /// Whether the router's own events may have subscriptions.
  var hearsRouter: Bool { program.hearsRouter || scripts.hearsRouter }

  /// Announces an event of the router itself.
  ///
  /// If finding the subscriptions of scripts takes too many steps, only the program's are notified.
  func announce(_ name: String, isFailure: Bool = false, extra: () -> Value) {
    guard hearsRouter, queue.turnCount < Self.turnLimit,
      let location = ownLocation(name)
    else { return }
    let own = (try? program.channels(for: location)) ?? []
    let theirs = (try? scripts.channels(for: location)) ?? []
    let receivers = reserve(Self.joined(own, theirs), location, nil, extra)
    emissions.publish(
      EventEmission(
        location: location,
        extra: receivers.first?.event.extra ?? extra(),
        receiverCount: receivers.count
      )
    )
    guard !receivers.isEmpty else { return }
    queue.turnCount += 1
    queue.append(
      EventBatch(receivers: receivers, isFailure: isFailure, chain: queue.chainOfNext())
    )
    deliver()
  }

  /// Delivers all emitted events, unless a delivery is already running.
  ///
  /// An event that needs a script while one is running is delivered soon afterwards. If scripts
  /// have computed for long, the remaining events are also delivered later, so that the executor
  /// can do other work.
  package func deliver() {
    guard !queue.isDelivering else { return }
    queue.isDelivering = true
    var turn = EventTurn(computing)
    defer { queue.lastComputed = turn.computed }
    while let batch = queue.first {
      if batch.isHeldUp || turn.isOver {
        queue.isDelivering = false
        return deliverSoon()
      }
      queue.removeFirst()
      hand(batch, in: &turn)
    }
    queue.isDelivering = false
    queue.turnCount = 0
    tidyUp()
  }

  /// Yields when scripts compute for long; returns the handlers' computing time in nanoseconds.
  package func deliverAll() async -> UInt64 {
    let last = queue.addedCount
    deliver()
    var computed = queue.lastComputed
    while queue.deliveredCount < last, !Task.isCancelled {
      await clock.yield()
      deliver()
      computed += queue.lastComputed
    }
    return computed
  }

  private func hand(_ batch: EventBatch, in turn: inout EventTurn) {
    queue.chain = batch.chain
    for (index, receiver) in batch.receivers.enumerated() {
      if index > 0, turn.isOver { return queue.putBack(batch.dropping(index)) }
      hand(
        receiver.event,
        to: receiver.subscription,
        isFailure: batch.isFailure,
        receiver.receipt
      )
      turn.lap(queue.chain)
    }
    queue.endFirst()
  }

  func tidyUp() {
    if program.isUntidy { program.tidyUp() }
    if scripts.isUntidy { scripts.tidyUp() }
  }

  func deliverSoon() {
    guard !queue.isEmpty, !queue.isAwaited else { return }
    let task = alarm.ring { events, _ in
      events.queue.isAwaited = false
      events.deliver()
    }
    queue.isAwaited = task != nil
  }

  private func postAnywhere(
    _ location: Location,
    _ extra: Value,
    _ lifetimeToken: (any LifetimeToken)?,
    from sender: EventSender?,
    end: ((Bool) -> Void)?
  ) throws(RouterError) -> Int {
    let channels = try receiving(try found(location), location, extra, from: sender)
    for found in channels where found.item.isSticky { keep(found, location, extra, lifetimeToken) }
    var receivers = reserve(channels, location, lifetimeToken, from: sender) { extra }
    if let end {
      guard !receivers.isEmpty else {
        end(false)
        return 0
      }
      let receipt = EventReceipt(receivers.count, end)
      for index in receivers.indices { receivers[index].receipt = receipt }
    }
    emissions.publish(
      EventEmission(
        location: location,
        extra: extra,
        receiverCount: receivers.count,
        origin: sender?.host
      )
    )
    guard !receivers.isEmpty else { return 0 }
    queue.turnCount += 1
    queue.append(EventBatch(receivers: receivers, chain: queue.chainOfNext()))
    return receivers.count
  }

  /// The channels by rank; throws `match_limit` if the result may be incomplete.
  func found(
    _ location: Location
  ) throws(RouterError) -> [LayeredPatternTable<EventChannel>.Found] {
    Self.joined(
      try program.channels(for: location),
      try scripts.channels(for: location)
    )
  }

  /// Merges the channels of the program and of scripts by rank.
  private static func joined(
    _ own: [LayeredPatternTable<EventChannel>.Found],
    _ theirs: [LayeredPatternTable<EventChannel>.Found]
  ) -> [LayeredPatternTable<EventChannel>.Found] {
    if own.isEmpty || theirs.isEmpty { return own.isEmpty ? theirs : own }
    return (own + theirs).sorted { $0.item.entry.outranks($1.item.entry) }
  }

  /// In delivery order; subscriptions to a single event are reserved for this one.
  func reserve(
    _ found: [LayeredPatternTable<EventChannel>.Found],
    _ location: Location,
    _ lifetimeToken: (any LifetimeToken)? = nil,
    from sender: EventSender? = nil,
    _ extra: () -> Value
  ) -> [EventReceiver] {
    var receivers: [EventReceiver] = []
    var value: Value?
    var group = RankGroup()
    for index in found.indices {
      let channel = found[index].item
      if index > 0, found[index - 1].item.entry.outranks(channel.entry) {
        sort(group, of: &receivers)
        group = RankGroup(start: receivers.count)
      }
      guard channel.subscriptions.contains(where: \.isOpen) else { continue }
      let sent = value ?? extra()
      value = sent
      let event = LinkEvent(
        channel.route,
        match: found[index].match,
        location: location,
        extra: sent,
        lifetimeToken: lifetimeToken,
        sender: sender
      )
      for subscription in channel.subscriptions where subscription.isOpen {
        if subscription.isOnce { subscription.isReserved = true }
        receivers.append(EventReceiver(subscription: subscription, event: event))
      }
      group.channelCount += 1
    }
    sort(group, of: &receivers)
    return receivers
  }

  /// The receivers of one rank, which are sorted together.
  private struct RankGroup {
    var start = 0
    var channelCount = 0
  }

  /// Sorts the last receivers by their subscriptions, if they belong to several patterns.
  ///
  /// - Complexity: O(*n* log *n*) for the *n* receivers of the rank, with any patterns.
  private func sort(
    _ group: RankGroup,
    of receivers: inout [EventReceiver]
  ) {
    guard group.channelCount > 1 else { return }
    var count = 0
    receivers[group.start...]
      .sort {
        count += 1
        return comesBefore($0.subscription, $1.subscription)
      }
    queue.comparisonCount += count
  }

  /// Orders two subscriptions of one rank: the program's first, then the older one.
  private func comesBefore(_ left: EventSubscription, _ right: EventSubscription) -> Bool {
    if left.life !== right.life { return left.life === program.life }
    return left.number < right.number
  }
}
