import RoutePatterns

extension EventStore {
  /// The most values of a pattern whose events take the short way.
  private static var captureLimit: Int { 8 }

  /// Emits an event that at most one subscription gets, if that one has a receiver.
  ///
  /// Such an event needs no place in the queue: nothing is under way, and nobody else waits for it.
  ///
  /// - Returns: How many it reaches, or `nil` if it takes the long way.
  func emitAlone(_ location: Location, _ extra: Value) -> Int? {
    withUnsafeTemporaryAllocation(of: RouteCapture.self, capacity: Self.captureLimit) { captures in
      switch sole(location, captures) {
      case .none: return 0
      case .several: return nil
      case .item(let channel):
        guard let subscription = channel.sole, let receiver = subscription.receiver,
          !receiver.isBusy
        else { return nil }
        hand(
          location,
          UnsafeBufferPointer(captures),
          extra,
          to: subscription,
          receiver,
          of: channel
        )
        return 1
      }
    }
  }

  /// The channel that a location reaches, if there is but one.
  private func sole(
    _ location: Location,
    _ captures: UnsafeMutableBufferPointer<RouteCapture>
  ) -> PatternShelf<EventChannel>.Sole {
    let scripts = scripts
    guard !program.isEmpty else { return scripts.sole(location, captures) }
    let own = program.sole(location, captures)
    guard !scripts.isEmpty else { return own }
    guard case .none = own else { return .several }
    return scripts.sole(location, captures)
  }

  /// Hands an event to its one receiver, then delivers what was emitted meanwhile.
  private func hand(
    _ location: Location,
    _ captures: UnsafeBufferPointer<RouteCapture>,
    _ extra: Value,
    to subscription: EventSubscription,
    _ receiver: any EventReceiver,
    of channel: EventChannel
  ) {
    queue.begin()
    if subscription.isOnce {
      subscription.isReserved = true
      subscription.registration.cancel()
    }
    let route = channel.route
    do {
      if case .later(let rest) = try receiver.receive(route, location, captures, extra) {
        if let event = Event(route, location, extra) { wait(for: rest, event, isFailure: false) }
      }
    } catch {
      if let event = Event(route, location, extra) { report(error, event, isFailure: false) }
    }
    if queue.end() { tidyUp() } else { deliverAnswers(after: receiver.computed) }
  }

  /// Delivers what was emitted by a handler that has computed so many nanoseconds.
  private func deliverAnswers(after computed: UInt64) {
    queue.chain?.computed += computed
    queue.chain = nil
    deliver(after: computed)
  }
}

extension Event {
  /// Sees a location through a pattern.
  fileprivate init?(_ pattern: RouteInfo, _ location: Location, _ extra: Value) {
    guard let match = pattern.pattern.match(location) else { return nil }
    self.init(pattern, match: match, location: location, extra: extra)
  }
}
