package import RoutePatterns

/// The events of an application: the subscriptions by pattern, and the events being delivered.
///
/// An event reaches every subscription whose pattern fits its location, the more exact pattern
/// first, the program's before the scripts', then the older one. Handlers run up to their first
/// wait before ``emit(_:_:params:query:)`` returns.
///
/// ```swift
/// await application.perform { application in
///   try application.events.on("/cart/:id<int>") { event in print(event.params) }
///   try application.events.emit("/cart/7", "added")
/// }
/// ```
public final class EventStore {
  /// How many events one turn may hold: the first, and all that are emitted while it is delivered.
  package static let turnLimit = 10_000

  /// How many receivers may wait for the events of a turn.
  static let receiverLimit = 100_000

  /// The program's own.
  let program = EventScope()

  /// The channels of the scripts in force.
  private(set) var scripts = EventScope()

  /// The last event of each location of sticky declarations, by pattern.
  var sticky: [String: StickyEvents] = [:]

  /// The events that are still to be delivered, and whether that is under way.
  var queue = EventQueue()

  /// The rest of each handler that waits, by number.
  var continuations: [UInt64: EventContinuation] = [:]
  var lastNumber: UInt64 = 0

  /// The questions that it asks of the router.
  var environment = StoreEnvironment()

  /// Called with each handler that failed.
  package var reportFailure: (RouterError, Event) -> Void = { _, _ in }

  /// Called with each handler that failed, for the program.
  var noteFailure: (RouterError, Event) -> Void = { _, _ in }

  /// Called with what is wrong with a posted event.
  public var onPostFailure: (RouterError) -> Void = { _ in }

  /// The observers of each event when it is emitted.
  let emissions = Observers<EventEmission>()

  /// The clock of what scripts compute, once there are scripts with limits.
  package var computing: ComputingClock?

  let clock: RouterClock
  let alarm: EventAlarm
  private var ownLocations: [String: Location] = [:]

  /// Makes an empty store.
  init(clock: RouterClock) {
    self.clock = clock
    alarm = EventAlarm(clock: clock)
  }

  /// Takes over the events of other scripts; those of the scripts before end.
  func adopt(_ scope: EventScope) {
    guard scope !== scripts else { return }
    scripts.end()
    endHandlers()
    scripts = scope
    keepSticky(of: [program, scope])
    replay(to: scope)
    deliverSoon()
  }

  deinit { close() }

  /// Ends every subscription.
  func close() {
    program.end()
    scripts.end()
    endHandlers()
  }

  /// The location of one of the router's own events.
  func ownLocation(_ name: String) -> Location? {
    if let known = ownLocations[name] { return known }
    let location = Location("\(EventScope.ownScheme)://\(name)")
    ownLocations[name] = location
    return location
  }

  /// The names of all events, sorted.
  public var names: [String] { Set(program.names.keys).union(scripts.names.keys).sorted() }

  /// The patterns of all names, sorted by name.
  package var named: [(name: String, pattern: RoutePattern)] {
    names.compactMap { name in
      (program.names[name] ?? scripts.names[name]).map { (name, $0.pattern) }
    }
  }

  func channel(named name: String) throws(RouterError) -> EventChannel {
    if let channel = program.names[name] ?? scripts.names[name] { return channel }
    throw .unknownEvent(name, among: names)
  }

  /// The pattern that a key with parameters means, or `nil` for an unknown name and a bad pattern.
  package func pattern(of key: String) -> RoutePattern? {
    guard StoreKey.isLocation(key) else { return try? channel(named: key).pattern }
    return try? environment.context().pattern(key)
  }

  /// The location of a text that begins with a slash.
  func location(ofPath text: String) throws(RouterError) -> Location {
    do throws(LocationError) {
      return try Location(parsing: text, rules: scripts.locationRules)
    } catch {
      throw RouterError(.badLocation, "\(error)")
    }
  }

  /// The location that a request means.
  package func location(of request: StoreRequest) throws(RouterError) -> Location {
    let context = environment.context()
    if !StoreKey.isLocation(request.key) {
      let pattern = try channel(named: request.key).pattern
      return try context.location(of: pattern, params: request.params, query: request.query)
    }
    guard !request.params.isEmpty else {
      return try context.location(
        parsing: request.key,
        query: request.query,
        relativeTo: environment.base()
      )
    }
    let pattern = try context.pattern(request.key)
    return try context.location(of: pattern, params: request.params, query: request.query)
  }
}
