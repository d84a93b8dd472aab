import RoutePatterns

extension EventStore {
  /// The last event that is kept for a key.
  ///
  /// - Parameter key: A location, or the name of a sticky event: of several locations the last one.
  /// - Returns: The event as its declaration sees it, or `nil` when there is none.
  /// - Throws: `unknown_name` or `bad_location`.
  public func last(_ key: String) throws(RouterError) -> Event? {
    let isWanted = try condition(key)
    var best: (kept: StickyEvents.Kept, pattern: String)?
    for (pattern, events) in sticky {
      for kept in events.kept.values where isWanted(pattern, kept) {
        if best.map({ $0.kept.number < kept.number }) ?? true { best = (kept, pattern) }
      }
    }
    guard let best, let channel = program.channels[best.pattern] ?? scripts.channels[best.pattern],
      let match = channel.pattern.match(best.kept.location)
    else { return nil }
    return Event(
      channel.route,
      match: match,
      location: best.kept.location,
      extra: best.kept.extra,
      keepsake: best.kept.keepsake
    )
  }

  /// Forgets the events that are kept for a key.
  ///
  /// - Parameter key: A location, or the name of a sticky event: all of its locations.
  /// - Throws: `unknown_name` or `bad_location`.
  public func forget(_ key: String) throws(RouterError) {
    let isWanted = try condition(key)
    for (pattern, _) in sticky { sticky[pattern]?.keepOnly { !isWanted(pattern, $0) } }
  }

  /// Forgets the kept events whose extra is not wanted any more.
  package func dropSticky(where isUnwanted: (Value) -> Bool) {
    for (pattern, _) in sticky { sticky[pattern]?.keepOnly { !isUnwanted($0.extra) } }
  }

  /// Forgets everything that is kept.
  package func dropSticky() { sticky = [:] }

  /// Whether anything is declared as sticky.
  package var keepsSticky: Bool { program.keepsSticky || scripts.keepsSticky }

  /// Keeps an event for those who listen later.
  func keep(
    _ found: PatternShelf<EventChannel>.Found,
    _ location: Location,
    _ extra: Value,
    _ keepsake: (any Keepsake)?
  ) {
    lastWait += 1
    sticky[found.item.pattern.text, default: StickyEvents()]
      .keep(
        StickyEvents.Kept(
          number: lastWait,
          location: location,
          extra: extra,
          keepsake: keepsake
        )
      )
  }

  /// Forgets the events of patterns that are not sticky any more.
  func keepSticky(of scopes: [EventScope]) {
    sticky = sticky.filter { entry in
      scopes.contains { $0.channels[entry.key]?.isSticky == true }
    }
  }

  /// Queues what is kept for one who listens from now on; one who wants one event gets the last.
  func replay(to subscription: EventSubscription, of channel: EventChannel) {
    guard !sticky.isEmpty else { return }
    var events: [(number: UInt64, event: Event)] = []
    for kept in sticky.values.flatMap(\.kept.values) {
      guard let match = channel.pattern.match(kept.location) else { continue }
      let event = Event(
        channel.route,
        match: match,
        location: kept.location,
        extra: kept.extra,
        keepsake: kept.keepsake
      )
      events.append((kept.number, event))
    }
    events.sort { $0.number < $1.number }
    if subscription.isOnce, let last = events.last {
      events = [last]
      subscription.isReserved = true
    }
    for (_, event) in events { queue.append(EventBatch(receivers: [(subscription, event)])) }
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
