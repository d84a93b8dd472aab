import RoutePatterns

extension EventStore {
  /// Whether nothing is under way that an event would have to wait for.
  var canEmitAlone: Bool { queue.isIdle && trace == nil }

  /// Emits an event that at most one subscription gets, if that one has a receiver.
  ///
  /// Such an event needs no place in the queue: nothing is under way, and nobody else waits for it.
  ///
  /// - Parameters:
  ///   - location: The location, not one of the router's own.
  ///   - rest: What there is beside a plain path, if anything.
  /// - Returns: How many it reaches, or `nil` if it takes the long way.
  func emitAlone(_ location: Location, with rest: EventRest?) -> Int? {
    var count: Int?
    location.withUnsafePath { path, separator in
      withUnsafeTemporaryAllocation(
        of: RouteCapture.self,
        capacity: SoleRoutes.captureCount
      ) { captures in
        switch sole(path, separator, captures) {
        case .none: count = 0
        case .several: break
        case .item(let channel):
          guard let (receiver, route, length) = channel._withUnsafeGuaranteedRef({ $0.sole }),
            !receiver.isBusy
          else { break }
          queue.begin()
          let captures = UnsafeBufferPointer(start: captures.baseAddress, count: length)
          let outcome = Result { try receiver.receive(route, path, separator, captures, rest) }
          if case .success(.now) = outcome {} else { finish(outcome, route, location, rest) }
          end(receiver)
          count = 1
        }
      }
    }
    return count
  }

  /// The channel that a path reaches, if there is but one.
  private func sole(
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    _ captures: UnsafeMutableBufferPointer<RouteCapture>
  ) -> PatternShelf<EventChannel>.Sole {
    if program.isEmpty { return scripts.sole(path, separator, captures) }
    let own = program.sole(path, separator, captures)
    guard !scripts.isEmpty else { return own }
    guard case .none = own else { return .several }
    return scripts.sole(path, separator, captures)
  }

  /// Lets a handler that waits go on, and tells of one that failed.
  private func finish(
    _ outcome: Result<Eventual<Void>, any Error>,
    _ route: RouteInfo,
    _ location: Location,
    _ rest: EventRest?
  ) {
    guard let match = route.pattern.match(location) else { return }
    let extra = rest?.extra ?? .none
    let event = Event(route, match: match, location: location, extra: extra)
    switch outcome {
    case .success(.now): break
    case .success(.later(let rest)): wait(for: rest, event, isFailure: false)
    case .failure(let error): report(error, event, isFailure: false)
    }
  }

  /// Ends the turn of one event, or delivers what was emitted meanwhile.
  private func end(_ receiver: any EventReceiver) {
    if queue.end() { return tidyUp() }
    let computed = receiver.computed
    queue.chain?.computed += computed
    queue.chain = nil
    deliver(after: computed)
  }
}
