package import RoutePatterns

package struct EventEmission: Sendable {
  package let location: Location
  package let extra: Value

  /// The number of subscriptions that receive it.
  package let receiverCount: Int

  /// The host of the fleet that sent it; `nil` for an event of this application.
  package var origin: String?
}

package struct EventSubscriptionInfo: Sendable {
  package let pattern: RoutePattern
  package let name: String?

  /// The receivers of the event.
  package let reach: EventReach

  /// The consumer that the fleet keeps the events for, if they are durable.
  package let durable: String?

  /// A description of the owner: `program`, `scripts`, `screen 'Cart'`, or the type of an object.
  package let owner: String

  /// The source position of a script's handler.
  package let site: SourceSite?

  package let isOnce: Bool
  package let deliveryCount: Int
}

extension EventStore {
  /// Observes each event at its emission, before any subscription receives it.
  ///
  /// The router's own events are included only if they have a subscription. `notify` must return
  /// quickly.
  @discardableResult
  package func observe(
    owner: AnyObject? = nil,
    _ notify: @escaping (EventEmission) -> Void
  ) -> Registration {
    emissions.add(owner: owner, notify)
  }

  /// The numbers of the stored sticky events, in the order of emission.
  package var stickyNumbers: [UInt64] {
    sticky.values.flatMap { $0.kept.values.map(\.number) }.sorted()
  }

  /// All active subscriptions: the program's, then the scripts', by pattern and age.
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
                  reach: channel.reach,
                  durable: channel.durable,
                  owner: subscription.registration.ownerObject.map(environment.describe) ?? home,
                  site: subscription.findSite(),
                  isOnce: subscription.isOnce,
                  deliveryCount: subscription.deliveryCount
                )
              }
          }
      }
  }

  /// The stored sticky events, the oldest first, in the form of their declarations.
  package var stickyEvents: [LinkEvent] {
    sticky.flatMap { pattern, events in events.kept.values.map { (pattern, $0) } }
      .sorted { $0.1.number < $1.1.number }
      .compactMap { pattern, kept in
        guard let channel = program.channels[pattern] ?? scripts.channels[pattern],
          let match = channel.pattern.match(kept.location)
        else { return nil }
        return LinkEvent(
          channel.route,
          match: match,
          location: kept.location,
          extra: kept.extra,
          lifetimeToken: kept.lifetimeToken
        )
      }
  }
}
