import RoutePatterns
import Testing

@testable import Moonroute

/// Sticky events, and the subscribers that receive them later.
@MainActor @Suite struct StickyEventTests {
  private let log = Log()

  /// An event store that keeps the events of `/k/:n`.
  private func store() throws -> EventStore {
    let events = try Router.make {}.events
    try events.declare("kept", "/k/:n", isSticky: true)
    return events
  }

  private func add(
    _ key: String,
    isOnce: Bool = false,
    to scope: EventScope,
    beside events: EventStore,
    _ label: String
  ) throws {
    _ = try events.listen(
      key,
      name: nil,
      EventSubscribing(isOnce: isOnce),
      for: scope,
      PatternContext(RouterRules()),
      handler: Handler(.immediate { [log] event in log.add("\(label) \(event.path)") })
    )
  }

  @Test func `new active scripts get the kept events one by one, in rank order`()
    throws
  {
    let events = try store()
    for number in 1...3 { try events.emit("/k/\(number)") }
    try events.emit("/k/1")
    let scope = EventScope()
    try add("/**", to: scope, beside: events, "all")
    try add("/k/:n", isOnce: true, to: scope, beside: events, "once")
    try add("/k/3", to: scope, beside: events, "three")
    events.adopt(scope)
    events.deliver()
    #expect(
      log.lines == ["all /k/2", "three /k/3", "all /k/3", "once /k/1", "all /k/1"]
    )
  }

  @Test func `kept events go to at most as many receivers as the queue holds`() throws {
    let events = try store()
    for number in 1...20 { try events.emit("/k/\(number)") }
    let scope = EventScope()
    for _ in 0..<20_000 { try add("/k/:n", to: scope, beside: events, "") }
    events.adopt(scope)
    #expect(events.queue.receiverCount == EventStore.receiverLimit)
    #expect(throws: RouterError.tooManyReceivers(limit: EventStore.receiverLimit)) {
      try events.on("/k/:n") { _ in }
    }
    events.deliver()
    #expect(log.lines.count == EventStore.receiverLimit)
    #expect(log.lines.first == " /k/16")
    #expect(log.lines.last == " /k/20")
    try events.on("/k/:n") { _ in }
  }

  /// An object that uses the stores in its deinitializer.
  private final class Last: Sendable {
    let stores: Stores

    init(_ stores: Stores) { self.stores = stores }

    deinit {
      let stores = stores
      MainActor.assumeIsolated { stores.use() }
    }
  }

  @MainActor private final class Stores {
    let events: EventStore
    let resources: ResourceStore
    let log: Log

    init(_ router: Router, _ log: Log) {
      (events, resources, self.log) = (router.events, router.resources, log)
    }

    var last: Value { Value(object: Last(self)) }

    func use() {
      log.add("ended")
      _ = try? events.emit("/k/ended")
      _ = try? events.forget("/k/none")
      _ = resources.has("/r")
      _ = try? resources.put("/ended", value: 1)
      try? resources.delete("/ended")
    }
  }

  @Test func `a dropped object can use the stores in its deinitializer`() throws {
    let stores = Stores(try Router.make {}, log)
    let (events, resources) = (stores.events, stores.resources)
    try events.declare("kept", "/k/:n", isSticky: true)
    try events.emit("/k/1", stores.last)
    try events.emit("/k/1", 1)
    try events.emit("/k/1", stores.last)
    try events.forget("/k/1")
    try events.emit("/k/2", stores.last)
    try events.forget("kept")
    try events.emit("/k/3", stores.last)
    events.dropSticky()
    #expect(log.lines.count == 4)
    try resources.put("/r", value: stores.last)
    try resources.update("/r", value: stores.last)
    #expect(log.lines.count == 5)
    try resources.put("/r", value: stores.last) { $1 }
    try resources.delete("/r")
    #expect(log.lines.count == 7)
    let registration = try resources.put("/r", value: stores.last)
    registration.cancel()
    resources.program.sweep()
    #expect(log.lines.count == 8)
    try resources.put("/r", value: stores.last)
    resources.program.end()
    #expect(log.lines.count == 9)
  }
}
