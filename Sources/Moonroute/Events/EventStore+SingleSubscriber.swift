import RoutePatterns

extension EventStore {
  /// Whether nothing is under way that an event would have to wait for.
  var canEmitAlone: Bool { queue.isIdle && trace == nil }

  /// Emits an event that at most one subscription gets, if that one has a receiver and takes more
  /// than one event.
  ///
  /// Such an event needs no place in the queue: nothing is under way, and no other subscription
  /// gets it.
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
        capacity: SingleMatchLookup.captureCount
      ) { captures in
        switch singleMatch(path, separator, captures) {
        case .none: count = 0
        case .several: break
        case .item(let channel):
          guard
            let (receiver, route, length) = channel._withUnsafeGuaranteedRef({ $0.singleSubscriber }
            )
          else {
            break
          }
          queue.begin()
          let captures = UnsafeBufferPointer(start: captures.baseAddress, count: length)
          do {
            let answer = try route._withUnsafeGuaranteedRef {
              try receiver.receive($0, path, separator, captures, rest)
            }
            switch answer {
            case .now: break
            case .later(let work):
              if let event = Event(for: receiver, location, rest) {
                runLater(work, event, isFailure: false)
              }
            case nil: return queue.giveUp()
            }
          } catch {
            if let event = Event(for: receiver, location, rest) {
              report(error, event, isFailure: false)
            }
          }
          end(receiver)
          count = 1
        }
      }
    }
    return count
  }

  /// The channel that a path reaches, if there is but one.
  private func singleMatch(
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    _ captures: UnsafeMutableBufferPointer<RouteCapture>
  ) -> LayeredPatternTable<EventChannel>.SingleMatch {
    if program.isEmpty { return scripts.singleMatch(path, separator, captures) }
    let own = program.singleMatch(path, separator, captures)
    guard !scripts.isEmpty else { return own }
    guard case .none = own else { return .several }
    return scripts.singleMatch(path, separator, captures)
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

extension Event {
  /// Sees a location through the pattern of its receiver.
  fileprivate init?(for receiver: any EventReceiver, _ location: Location, _ rest: EventRest?) {
    guard let pattern = receiver.receivedRoute, let match = pattern.pattern.match(location) else {
      return nil
    }
    self.init(pattern, match: match, location: location, extra: rest?.extra ?? .none)
  }
}
