#if Releases
/// The hosts that share stored messages: each message is for one of them.
public struct FleetConsumer: Sendable, Hashable {
  /// The name, which the fleet remembers with the place in its messages.
  public let name: String

  /// The subject of its messages, possibly with `*` for any part.
  public let subject: FleetSubject

  /// The application, encoded as in a subject.
  package let app: String

  /// Names the hosts that share the durable events of a pattern.
  package init(_ name: String, of app: String, _ subject: FleetSubject) {
    // A dot separates the parts of a subject.
    self.name = FleetName.text(app + "." + name)
    (self.app, self.subject) = (FleetName.text(app), subject)
  }
}

/// A stored message that is delivered to one host, which must settle it.
public struct FleetWork: Sendable, Equatable {
  /// The end of a delivery.
  public enum End: Sendable, Equatable {
    /// The message is handled, and is not delivered again.
    case handled
    /// The message is to be delivered again, after a time.
    case again(after: Duration)
    /// The message is being handled. Without a sign, the fleet delivers it again after 30 seconds.
    case working
  }

  /// The message.
  public let message: FleetMessage

  /// The number of deliveries so far, from 1.
  public let tries: Int

  /// The delivery, in the words of its link.
  public let id: String

  /// Creates a delivery.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - tries: The number of deliveries so far, from 1.
  ///   - id: The delivery, in the words of its link.
  public init(_ message: FleetMessage, tries: Int, id: String) {
    (self.message, self.tries, self.id) = (message, tries, id)
  }
}
#endif
