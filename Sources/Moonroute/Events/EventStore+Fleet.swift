package import RoutePatterns

extension EventStore {
  /// The maximum number of bytes in the location of an event that reaches the fleet.
  static let locationByteLimit = 1_024

  /// The maximum number of waiting handlers while events arrive from other hosts.
  static let waitingHandlerLimit = 1_000

  /// The patterns of the events that reach the fleet, without equal ones.
  package var fleetPatterns: [RoutePattern] {
    var patterns: [String: RoutePattern] = [:]
    for channel in [program, scripts].flatMap(\.channels.values)
    where channel.takesFleet(for: nil) {
      patterns[channel.pattern.text] = channel.pattern
    }
    return patterns.values.sorted { $0.text < $1.text }
  }

  /// The patterns of the durable events with subscriptions, by consumer.
  package var durablePatterns: [String: RoutePattern] {
    var patterns: [String: RoutePattern] = [:]
    for channel in [program, scripts].flatMap(\.channels.values)
    where channel.subscriptions.contains(where: \.isOpen) {
      if let consumer = channel.durable { patterns[consumer] = channel.pattern }
    }
    return patterns
  }

  var keepsDurable: Bool { program.keepsDurable || scripts.keepsDurable }

  /// Delivers an event of another host to all matching subscriptions.
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - extra: The payload.
  ///   - sender: The sender.
  /// - Returns: The number of subscriptions that receive it, or `nil` if no pattern that reaches the
  ///   fleet matches the location.
  /// - Throws: `match_limit`, `denied` for the router's own events, or
  ///   `event_limit`.
  @discardableResult
  package func receive(
    _ location: Location,
    _ extra: Value,
    from sender: EventSender
  ) throws(RouterError) -> Int? {
    let count = try postReceived(location, extra, from: sender)
    deliver()
    return count
  }

  /// Counts and reserves the receivers of an event of another host, which ``deliver()`` delivers.
  package func postReceived(
    _ location: Location,
    _ extra: Value,
    from sender: EventSender
  ) throws(RouterError) -> Int? {
    guard continuations.count < Self.waitingHandlerLimit else {
      throw .tooManyReceivers(limit: Self.waitingHandlerLimit)
    }
    let isDeclared = try found(location).contains { $0.item.takesFleet(for: sender.consumer) }
    return isDeclared ? try post(location, extra, from: sender) : nil
  }

  /// Delivers a durable event to the subscriptions of its consumer, and waits until all have ended.
  ///
  /// - Returns: Whether there were subscriptions, and all of them ended well.
  /// - Throws: The errors of ``receive(_:_:from:)``, or `CancellationError`.
  func handle(
    _ location: Location,
    _ extra: Value,
    from sender: EventSender,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    let continuation = OneShotContinuation<Bool>()
    return try await continuation.wait {
      do throws(RouterError) {
        _ = try post(location, extra, from: sender) { continuation.resume(returning: $0) }
        deliver()
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  /// The consumer of the durable event at a location, or `nil`.
  package func consumer(at location: Location) throws(RouterError) -> String? {
    try found(location).lazy.compactMap(\.item.durable).first
  }

  /// The channels whose subscriptions receive an event on this host; sends it to the others.
  ///
  /// A durable event is only for the subscriptions of its consumers, as it is handled once.
  func receiving(
    _ channels: [LayeredPatternTable<EventChannel>.Found],
    _ location: Location,
    _ extra: Value,
    from sender: EventSender?
  ) throws(RouterError) -> [LayeredPatternTable<EventChannel>.Found] {
    if let consumer = sender?.consumer { return channels.filter { $0.item.durable == consumer } }
    guard channels.contains(where: { $0.item.reach == .fleet }) else { return channels }
    let durable = channels.filter { $0.item.durable != nil }
    guard sender == nil else { return channels.filter { $0.item.durable == nil } }
    try checkForFleet(location, extra)
    guard durable.isEmpty else { return durable }
    fleet?.send(location, extra)
    return channels
  }

  /// Reports that the fleet has not stored an event.
  func noteUnstored(_ error: RouterError, _ location: Location) {
    guard let channel = try? found(location).first,
      let match = channel.item.pattern.match(location)
    else { return }
    let event = LinkEvent(channel.item.route, match: match, location: location, extra: .null)
    noteFailure(error, event)
  }

  /// Throws if other hosts cannot receive an event.
  func checkForFleet(_ location: Location, _ extra: Value) throws(RouterError) {
    guard location.description.utf8.count <= Self.locationByteLimit else {
      throw .longFleetLocation(limit: Self.locationByteLimit)
    }
    if let reason = extra.reasonAgainstFleet {
      throw .unfitForFleet("The extra of '\(location.path)'", because: reason)
    }
  }
}

extension EventScope {
  /// Lets the events of a channel reach the fleet.
  func reachFleet(_ channel: EventChannel, for consumer: String?) throws(RouterError) {
    let text = channel.pattern.text
    guard channel.pattern.scheme == nil else { throw .fleetPattern(text) }
    channel.reach = .fleet
    guard let consumer else { return }
    guard EventDeclaration.isConsumer(consumer) else { throw .badConsumer(consumer) }
    guard !channel.pattern.filter.isOpen else { throw .openDurablePattern(text) }
    let other = channels.values.first { $0 !== channel && $0.durable == consumer }
    if let other { throw .takenConsumer(consumer, by: other.pattern.text) }
    if let known = channel.durable, known != consumer {
      throw .takenConsumer(known, by: text)
    }
    (channel.durable, keepsDurable) = (consumer, true)
  }
}

extension Value {
  /// The maximum size of a value that reaches other hosts: the bytes of its texts, and 8 for each
  /// value.
  package static let fleetByteLimit = 65_536

  /// The maximum number of tables in each other.
  private static let fleetDepthLimit = 32

  /// The reason why other hosts cannot receive the value, or `nil`.
  package var reasonAgainstFleet: String? {
    var bytes = 0
    if let reason = reasonAgainstFleet(depth: 0, &bytes) { return reason }
    return nil
  }

  private func reasonAgainstFleet(depth: Int, _ bytes: inout Int) -> String? {
    bytes += 8
    switch self {
    case .null, .bool, .int: break
    case .double(let number):
      if !number.isFinite { return "\(number) is not a finite number" }
    case .text(let text): bytes += text.utf8.count
    case .reference(let reference): return "a \(reference.kind) is not plain data"
    case .table(let table):
      if depth == Self.fleetDepthLimit { return "more than \(depth) tables are in each other" }
      for (name, field) in table.fields {
        bytes += name.utf8.count
        if let reason = field.reasonAgainstFleet(depth: depth + 1, &bytes) { return reason }
      }
      for item in table.items {
        if let reason = item.reasonAgainstFleet(depth: depth + 1, &bytes) { return reason }
      }
    }
    return bytes <= Self.fleetByteLimit ? nil : "it is larger than \(Self.fleetByteLimit >> 10) KiB"
  }
}

extension RouterError {
  static func longFleetLocation(limit: Int) -> RouterError {
    RouterError(
      .badLocation,
      "The location of an event that reaches the fleet has at most \(limit) bytes. Send long texts"
        + " as its extra."
    )
  }

  package static func unfitForFleet(_ subject: String, because reason: String) -> RouterError {
    RouterError(
      .wrongType,
      "\(subject) cannot reach other hosts: \(reason). Send numbers, booleans, text, and tables of"
        + " these."
    )
  }

  package static func notOfFleet(_ key: String) -> RouterError {
    RouterError(
      .denied,
      "No event of another host can arrive at '\(key)'. Declare it:"
        + " events.declare { path = …, reach = \"fleet\" }."
    )
  }

  static func fleetPattern(_ text: String) -> RouterError {
    RouterError(
      .badPattern,
      "'\(text)' cannot reach the fleet, because it has a scheme. Write its path alone, such as"
        + " /paid/:id."
    )
  }

  static func badConsumer(_ name: String) -> RouterError {
    RouterError(
      .badPattern,
      "'\(name)' cannot name the hosts that share a durable event. Use 1 to 64 of a-z, A-Z, 0-9, '_'"
        + " and '-'."
    )
  }

  static func takenConsumer(_ name: String, by pattern: String) -> RouterError {
    RouterError(
      .duplicate,
      "The durable name '\(name)' belongs to '\(pattern)' already. Each has one pattern, and each"
        + " pattern has one."
    )
  }

  static func openDurablePattern(_ text: String) -> RouterError {
    RouterError(
      .badPattern,
      "'\(text)' cannot be durable, because its paths differ in length. Leave out '**' and"
        + " optional parts."
    )
  }

  /// The fleet has not stored a durable event, or has not confirmed it.
  package static func notStoredByFleet(_ reason: String) -> RouterError {
    RouterError(.offline, "The event may not be stored. \(reason) Emit it again.")
  }

  static func stickyFleetEvent(_ text: String) -> RouterError {
    RouterError(
      .badPattern,
      "'\(text)' cannot be sticky and reach the fleet: a host that starts later would lack it. Use a"
        + " shared resource instead."
    )
  }
}

extension RouterError.Code {
  /// The fleet cannot be reached now.
  public static let offline = Self(rawValue: "offline")
}
