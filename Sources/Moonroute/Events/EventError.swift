import TextTools

extension RouterError {
  static func badEventName(_ name: String) -> RouterError {
    RouterError(
      .badPattern,
      "'\(name)' cannot name an event: it looks like a location. Leave out '/', ':' and a leading"
        + " '.', '?' or '#'."
    )
  }

  static func takenEventName(_ name: String, by pattern: String) -> RouterError {
    RouterError(
      .duplicate,
      "The event name '\(name)' belongs to '\(pattern)' already. Choose another one."
    )
  }

  static func unknownEvent(_ name: String, among names: some Sequence<String>) -> RouterError {
    let nearest = NearestNames.of(name, among: names.sorted())
    let hint =
      nearest.first.map { "Did you mean '\($0)'?" } ?? "Declare it with events.declare first."
    return RouterError(.unknownName, "No event is named '\(name)'. \(hint)", nearest: nearest)
  }

  static func ownEvent(_ text: String) -> RouterError {
    RouterError(
      .denied,
      "'\(text)' cannot be emitted: the scheme '\(EventScope.ownScheme)' is reserved for"
        + " the router's own events."
    )
  }

  static func tooManyEvents(limit: Int) -> RouterError {
    RouterError(
      .eventLimit,
      "More than \(limit) events were emitted in one turn, each during the delivery of another."
        + " Make sure that the handlers do not trigger each other forever."
    )
  }

  static func tooManyReceivers(limit: Int) -> RouterError {
    RouterError(
      .eventLimit,
      "More than \(limit) handlers are waiting for events of one turn. Emit fewer events, or use"
        + " fewer subscriptions."
    )
  }

  /// Events that trigger each other and compute for too long.
  static func endlessChain(_ computing: ComputingClock) -> RouterError {
    RouterError(
      .timeout,
      "The handlers of these events, each emitted during the delivery of another, computed for"
        + " more than \(computing.chainWords) in total. Reduce their work, or make sure that they do"
        + " not trigger each other forever."
    )
  }

  /// An asynchronous handler in a store without a router.
  static var noExecutor: RouterError {
    RouterError(.cancelled, "An asynchronous handler needs an application.")
  }
}

extension RouterError.Code {
  /// Handlers emitted too many events in one turn.
  public static let eventLimit = Self(rawValue: "event_limit")
}
