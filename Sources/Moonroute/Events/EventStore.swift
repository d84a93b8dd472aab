package import RoutePatterns

/// The events of a router: the subscriptions by pattern, and the events in delivery.
///
/// All subscriptions that match the location receive an event. More specific patterns are called
/// first, then the program's subscriptions before the scripts', then older ones. Handlers run up to
/// their first wait before ``emit(_:_:params:query:)`` returns.
///
/// ```swift
/// try await router.on("/cart/:id<int>") { event in print(event.params) }
/// try await router.emit("/cart/7", "added")
/// ```
package final class EventStore {
  /// The maximum number of events in one turn: the first, and all events emitted during its
  /// delivery.
  package static let turnLimit = 10_000

  /// The maximum number of pending receivers in one turn.
  static let receiverLimit = 100_000

  let program = EventScope()
  private(set) var scripts = EventScope()

  /// The last event of each location for sticky declarations, by pattern.
  var sticky: [String: StickyEvents] = [:]

  let queue = EventQueue()

  /// The pending asynchronous handlers, by number.
  var continuations: [UInt64: EventContinuation] = [:]
  var lastNumber: UInt64 = 0
  var environment = StoreEnvironment()

  package var reportFailure: (RouterError, LinkEvent) -> Void = { _, _ in }

  /// Called for each failed handler, on behalf of the program.
  var noteFailure: (RouterError, LinkEvent) -> Void = { _, _ in }

  let emissions = Observers<EventEmission>()

  /// Sends events to other hosts; `nil` without a fleet.
  package var fleet: EventOutlet?

  /// The clock of the scripts' computing time, once there are scripts with limits.
  package var computing: ComputingClock? {
    get { computingClock }
    set { computingClock = newValue }
  }

  // Private, so that the compiler sees each access and checks none at run time.
  private var computingClock: ComputingClock?

  let clock: RouterClock
  let alarm: EventAlarm
  private var ownLocations: [String: Location] = [:]

  init(clock: RouterClock) {
    self.clock = clock
    alarm = EventAlarm(clock: clock)
  }

  /// Replaces the events of the scripts, and ends the old ones.
  func adopt(_ scope: EventScope) {
    guard scope !== scripts else { return }
    scripts.end()
    endHandlers()
    scripts = scope
    keepSticky(of: [program, scope])
    replay(to: scope)
    deliverSoon()
    fleet?.note()
  }

  deinit { close() }

  func close() {
    program.end()
    scripts.end()
    endHandlers()
  }

  func ownLocation(_ name: String) -> Location? {
    if let known = ownLocations[name] { return known }
    let location = Location("\(EventScope.ownScheme)://\(name)")
    ownLocations[name] = location
    return location
  }

  /// The names of all events, sorted.
  package var names: [String] { Set(program.names.keys).union(scripts.names.keys).sorted() }

  package var named: [(name: String, pattern: RoutePattern)] {
    names.compactMap { name in
      (program.names[name] ?? scripts.names[name]).map { (name, $0.pattern) }
    }
  }

  func channel(named name: String) throws(RouterError) -> EventChannel {
    if let channel = program.names[name] ?? scripts.names[name] { return channel }
    throw .unknownEvent(name, among: names)
  }

  /// The pattern that a key with parameters refers to, or `nil` for an unknown name or an invalid
  /// pattern.
  package func pattern(of key: String) -> RoutePattern? {
    guard StoreKey.isLocation(key) else { return try? channel(named: key).pattern }
    return try? environment.context().pattern(key)
  }

  package func location(ofPath text: String) throws(RouterError) -> Location {
    do throws(LocationError) {
      return try Location(parsing: text, rules: scripts.locationRules)
    } catch {
      throw RouterError(.badLocation, "\(error)")
    }
  }

  package func location(of request: StoreRequest) throws(RouterError) -> Location {
    try environment.context()
      .location(of: request, relativeTo: environment.base) {
        name throws(RouterError) in try channel(named: name).pattern
      }
  }
}
