import RoutePatterns

extension EventStore {
  /// The last sticky event for a key.
  ///
  /// - Parameter key: A location, or the name of a sticky event. If it has several locations, the
  ///   most recent event is returned.
  /// - Returns: The event in the form of its declaration, or `nil`.
  /// - Throws: `unknown_name` or `bad_location`.
  package func last(_ key: String) throws(RouterError) -> LinkEvent? {
    let isWanted = try condition(key)
    var best: (kept: StickyEvents.Kept, pattern: String)?
    for (pattern, events) in sticky {
      for kept in events.kept.values where isWanted(pattern, kept) {
        if best.map({ $0.kept.number < kept.number }) ?? true { best = (kept, pattern) }
      }
    }
    guard let best, let channel = program.channels[best.pattern] ?? scripts.channels[best.pattern]
    else { return nil }
    return event(best.kept, on: channel)
  }

  /// Removes the stored sticky events for a key.
  ///
  /// - Parameter key: A location, or the name of a sticky event with all its locations.
  /// - Throws: `unknown_name` or `bad_location`.
  package func forget(_ key: String) throws(RouterError) {
    let isWanted = try condition(key)
    keepSticky { !isWanted($0, $1) }
  }

  package func dropSticky(where isUnwanted: (Value) -> Bool) {
    keepSticky { !isUnwanted($1.extra) }
  }

  package func dropSticky() { keepSticky { _, _ in false } }

  /// The removed events are deallocated after the table is complete.
  private func keepSticky(where isKept: (String, StickyEvents.Kept) -> Bool) {
    let before = sticky
    var after: [String: StickyEvents] = [:]
    for (pattern, events) in before {
      let rest = events.filter { isKept(pattern, $0) }
      if !rest.kept.isEmpty { after[pattern] = rest }
    }
    withExtendedLifetime(before) { sticky = after }
  }

  package var keepsSticky: Bool { program.keepsSticky || scripts.keepsSticky }

  /// Stores an event for later subscriptions.
  func keep(
    _ found: LayeredPatternTable<EventChannel>.Found,
    _ location: Location,
    _ extra: Value,
    _ lifetimeToken: (any LifetimeToken)?
  ) {
    lastNumber += 1
    let event = StickyEvents.Kept(
      number: lastNumber,
      location: location,
      extra: extra,
      lifetimeToken: lifetimeToken
    )
    // The events are taken out of the table, because dropped objects may run arbitrary code and
    // emit.
    var events = sticky.removeValue(forKey: found.item.pattern.text) ?? StickyEvents()
    let dropped = events.keep(event)
    sticky[found.item.pattern.text] = events
    withExtendedLifetime(dropped) {}
  }

  func keepSticky(of scopes: [EventScope]) {
    keepSticky { pattern, _ in scopes.contains { $0.channels[pattern]?.isSticky == true } }
  }

  /// The step limit for all sticky events; each has the limit of one look-up.
  private static let replaySteps = 64 * MatchBudget.limit

  /// Queues the sticky events for all subscriptions of a scope, as if each event were emitted now.
  ///
  /// A subscription to a single event receives the last one. If the queue or the step budget is too
  /// small, the newest events are queued. The first event beyond the step budget is reported as a
  /// failure.
  ///
  /// - Complexity: One look-up for each sticky event, and the number of receivers.
  func replay(to scope: EventScope) {
    var batches: [EventBatch] = []
    var count = queue.receiverCount
    var budget = MatchBudget(limit: Self.replaySteps)
    var isReported = false
    let events = sticky.flatMap { pattern, events in events.kept.values.map { (pattern, $0) } }
    for (pattern, kept) in events.sorted(by: { $0.1.number > $1.1.number }) {
      guard count < Self.receiverLimit else { break }
      do throws(RouterError) {
        let found = try budget.share { own throws(RouterError) in
          try scope.channels(for: kept.location, within: &own)
        }
        let receivers = reserve(found, kept.location, kept.lifetimeToken) { kept.extra }
        guard !receivers.isEmpty else { continue }
        count += receivers.count
        batches.append(EventBatch(receivers: receivers))
      } catch {
        guard !isReported, let channel = program.channels[pattern] ?? scope.channels[pattern],
          let event = event(kept, on: channel)
        else { continue }
        isReported = true
        reportFailure(error, event)
      }
    }
    for batch in batches.reversed() { queue.append(batch) }
  }

  /// Oldest first; throws `match_limit` if the result may be incomplete.
  func kept(for channel: EventChannel) throws(RouterError) -> [LinkEvent] {
    guard !sticky.isEmpty else { return [] }
    var events: [(number: UInt64, event: LinkEvent)] = []
    var budget = MatchBudget(limit: Self.replaySteps)
    for kept in sticky.values.flatMap(\.kept.values) {
      let match = try budget.share { own throws(RouterError) in
        let match = channel.pattern.match(kept.location, within: &own)
        if own.isSpent { throw .matchLimit(kept.location) }
        return match
      }
      if let match { events.append((kept.number, event(kept, match, on: channel))) }
    }
    return events.sorted { $0.number < $1.number }.map(\.event)
  }

  /// A subscription to a single event receives the last one.
  func queue(_ events: [LinkEvent], for subscription: EventSubscription) {
    if subscription.isOnce, !events.isEmpty { subscription.isReserved = true }
    for event in subscription.isOnce ? events.suffix(1) : events[...] {
      let receiver = EventReceiver(subscription: subscription, event: event)
      queue.append(EventBatch(receivers: [receiver]))
    }
  }

  /// A sticky event in the form of a channel, or `nil` if it does not match.
  private func event(_ kept: StickyEvents.Kept, on channel: EventChannel) -> LinkEvent? {
    channel.pattern.match(kept.location).map { event(kept, $0, on: channel) }
  }

  private func event(
    _ kept: StickyEvents.Kept,
    _ match: RouteMatch,
    on channel: EventChannel
  ) -> LinkEvent {
    LinkEvent(
      channel.route,
      match: match,
      location: kept.location,
      extra: kept.extra,
      lifetimeToken: kept.lifetimeToken
    )
  }

  private func condition(
    _ key: String
  ) throws(RouterError) -> (String, StickyEvents.Kept) -> Bool {
    if StoreKey.isLocation(key) {
      let location = try location(of: StoreRequest(key))
      return { $1.location == location }
    }
    let pattern = try channel(named: key).pattern.text
    return { wanted, _ in wanted == pattern }
  }
}
