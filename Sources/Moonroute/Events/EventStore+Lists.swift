package import RoutePatterns

/// An event, when it was emitted.
package struct EventEmission: Sendable {
  package let location: Location

  /// The value that the emitter passed along.
  package let extra: Value

  /// How many subscriptions it reaches.
  package let receiverCount: Int
}

/// A subscription to events, as tools may read it.
package struct EventSubscriptionInfo: Sendable {
  package let pattern: RoutePattern

  /// The name of the pattern, or `nil`.
  package let name: String?

  /// The owner in words: `program`, `scripts`, `screen 'Cart'`, or the type of an object.
  package let owner: String

  /// Where the handler is written, if a script's.
  package let site: SourceSite?

  /// Whether the first event is the last.
  package let isOnce: Bool

  /// How many events it got.
  package let deliveryCount: Int
}

extension EventStore {
  /// Watches each event when it is emitted, before anything receives it; the router's own only where
  /// they have a subscription.
  ///
  /// - Parameters:
  ///   - owner: Held weakly; the watching ends with it. Default: none.
  ///   - notify: Called on the application's executor. It must not take long.
  /// - Returns: The way to stop watching.
  @discardableResult
  package func observe(
    owner: AnyObject? = nil,
    _ notify: @escaping (EventEmission) -> Void
  ) -> Registration {
    emissions.add(owner: owner, notify)
  }

  /// The numbers of the events that are kept, in the order in which they were emitted.
  package var stickyNumbers: [UInt64] {
    sticky.values.flatMap { $0.kept.values.map(\.number) }.sorted()
  }

  /// All subscriptions that count: the program's, then those of the scripts, by pattern, each in the
  /// order in which they began.
  package var subscriptions: [EventSubscriptionInfo] {
    [(program, "program"), (scripts, "scripts")]
      .flatMap { scope, home in
        scope.channels.values.sorted { $0.pattern.text < $1.pattern.text }
          .flatMap { channel in
            channel.subscriptions.filter(\.isOpen)
              .map { subscription in
                EventSubscriptionInfo(
                  pattern: channel.pattern,
                  name: channel.route.name,
                  owner: subscription.registration.ownerObject.map(environment.describe) ?? home,
                  site: subscription.findSite(),
                  isOnce: subscription.isOnce,
                  deliveryCount: subscription.deliveryCount
                )
              }
          }
      }
  }

  /// The events that are kept for later subscriptions, the oldest first, each as its declaration
  /// sees it.
  package var stickyEvents: [Event] {
    sticky.flatMap { pattern, events in events.kept.values.map { (pattern, $0) } }
      .sorted { $0.1.number < $1.1.number }
      .compactMap { pattern, kept in
        guard let channel = program.channels[pattern] ?? scripts.channels[pattern],
          let match = channel.pattern.match(kept.location)
        else { return nil }
        return Event(
          channel.route,
          match: match,
          location: kept.location,
          extra: kept.extra,
          lifetimeToken: kept.lifetimeToken
        )
      }
  }
}
