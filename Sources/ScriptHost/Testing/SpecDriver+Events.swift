package import LuaRuntime
import Moonroute
import RoutePatterns

extension SpecDriver {
  /// Records every event from now on, including the router's own.
  func recordEvents() {
    let events = generation.router.events
    events.observe(owner: self) { [weak self] in self?.events.add($0.location, $0.extra) }
    // The router emits its own events only if they have an observer.
    _ = try? events.on("moonroute://**") { _ in }
  }

  /// Delivers an event as if another host of the fleet had emitted it; returns its receivers.
  package func receive(_ call: LuaCall) throws -> () async throws -> [LuaValue] {
    let (bridge, events) = (generation.bridge, generation.router.events)
    let name = try call.string(0)
    let options = call.isAbsent(3) ? LuaTable() : try call.table(3)
    var isRedelivered = false
    if case .boolean(true) = options["redelivered"] { isRedelivered = true }
    let request = try bridge.storeRequest(
      try bridge.storeKey(call, 1),
      call,
      extra: call[2],
      options: 3,
      besides: ["redelivered"]
    ) {
      events.pattern(of: $0)
    }
    let count = try bridge.scope.raising { () throws(RouterError) in
      if let reason = request.extra.reasonAgainstFleet {
        throw .unfitForFleet("The extra of '\(request.key)'", because: reason)
      }
      let location = try events.location(of: request)
      let sender = EventSender(
        name,
        isRedelivered: isRedelivered,
        for: try events.consumer(at: location)
      )
      guard let count = try events.postReceived(location, request.extra, from: sender) else {
        throw .notOfFleet(request.key)
      }
      return count
    }
    return {
      _ = await events.deliverAll()
      return [.integer(Int64(count))]
    }
  }

  /// The matching events as `{ location, params, extra }`, and the locations of all events.
  package func emitted(_ key: String) throws(LuaError) -> (fitting: [LuaValue], all: [String]) {
    let view = try generation.scope.raising { () throws(RouterError) in
      try generation.router.events.view(of: key, generation.scope.patternContext)
    }
    var fitting: [LuaValue] = []
    for (location, extra) in events.all {
      guard let event = view(location, extra) else { continue }
      var fields = LuaTable()
      fields["location"] = .string(location.description)
      fields["params"] = generation.bridge.lua(event.state.pathParams)
      // The values of another generation are no longer accessible.
      fields["extra"] = (try? generation.bridge.lua(extra)) ?? .nil
      fitting.append(.table(fields))
    }
    return (fitting, events.all.map(\.location.description))
  }
}

struct EmittedEvents {
  /// The number of stored events; when there are more, the oldest are dropped.
  private static let limit = 10_000

  private(set) var all: [(location: Location, extra: Value)] = []

  mutating func add(_ location: Location, _ extra: Value) {
    if all.count >= 2 * Self.limit { all.removeFirst(Self.limit) }
    all.append((location, extra))
  }
}
