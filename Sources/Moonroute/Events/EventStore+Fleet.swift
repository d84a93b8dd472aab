package import RoutePatterns

extension EventStore {
  /// The maximum number of bytes in the location of an event that reaches the fleet.
  static let locationByteLimit = 1_024

  /// The maximum number of waiting handlers while events arrive from other hosts.
  static let waitingHandlerLimit = 1_000

  /// The patterns of the events that reach the fleet, without equal ones.
  package var fleetPatterns: [RoutePattern] {
    var patterns: [String: RoutePattern] = [:]
    for channel in [program, scripts].flatMap(\.channels.values) where channel.reach == .fleet {
      patterns[channel.pattern.text] = channel.pattern
    }
    return patterns.values.sorted { $0.text < $1.text }
  }

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
    guard try found(location).contains(where: { $0.item.reach == .fleet }) else { return nil }
    return try post(location, extra, from: sender)
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

  static func stickyFleetEvent(_ text: String) -> RouterError {
    RouterError(
      .badPattern,
      "'\(text)' cannot be sticky and reach the fleet: a host that starts later would lack it. Use a"
        + " shared resource instead."
    )
  }
}
