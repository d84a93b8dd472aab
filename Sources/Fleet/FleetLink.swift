#if Releases
/// Moves messages between the machines of a fleet, and keeps small values under keys.
///
/// It need not be trusted: a host verifies news as if it had fetched it.
public protocol FleetLink: Sendable {
  /// Receives messages, from the return of this call until the stream is dropped.
  ///
  /// - Parameters:
  ///   - subjects: The subjects. A message of several of them arrives once.
  ///   - limit: The number of deliveries that may wait; beyond it, the oldest are lost.
  /// - Returns: The messages in the order of their sender, and the gaps between them.
  /// - Throws: The reason why nothing can be received. Without a connection, messages arrive later.
  func deliveries(
    of subjects: [FleetSubject],
    limit: Int
  ) async throws(FleetError) -> AsyncStream<FleetDelivery>

  /// Sends a message to all current receivers of the subject.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - subject: The subject.
  /// - Throws: The reason why it cannot be sent; nothing is queued.
  func publish(_ bytes: [UInt8], to subject: FleetSubject) async throws(FleetError)

  /// Stores a message until it is handled once for each consumer.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - subject: The subject, which stored messages alone have.
  /// - Throws: The reason why it may not be stored; ``FleetError/Kind/unknown`` without an answer.
  func store(_ bytes: [UInt8], to subject: FleetSubject) async throws(FleetError)

  /// Receives the stored messages of a consumer, one at a time, in the order of their storage.
  ///
  /// The next message comes after the previous one was handled, on any host.
  ///
  /// - Parameter consumer: The hosts that share the messages.
  /// - Returns: The messages, each of which must be settled, until the stream is dropped.
  /// - Throws: The reason why nothing can be received.
  func work(of consumer: FleetConsumer) async throws(FleetError) -> AsyncStream<FleetWork>

  /// Ends or extends the delivery of a stored message.
  ///
  /// - Parameters:
  ///   - work: The delivery.
  ///   - end: Its end.
  /// - Throws: The reason why it cannot be sent; the message is then delivered again.
  func settle(_ work: FleetWork, _ end: FleetWork.End) async throws(FleetError)

  /// Reads a key.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value, or `nil` if the key has none.
  /// - Throws: The reason why it cannot be read.
  func value(of key: FleetKey) async throws(FleetError) -> FleetValue?

  /// Writes a key, unless another writer has changed it since it was read.
  ///
  /// A value of a key with a subject is also sent to that subject, but never a refused one.
  ///
  /// - Parameters:
  ///   - bytes: The value.
  ///   - key: The key.
  ///   - revision: The revision that was read; 0 without a value.
  /// - Returns: The new revision.
  /// - Throws: The reason why it is not written; ``FleetError/Kind/conflict`` for another writer.
  @discardableResult
  func put(
    _ bytes: [UInt8],
    at key: FleetKey,
    after revision: UInt64
  ) async throws(FleetError) -> UInt64

  /// Lists the hosts that have joined a channel.
  ///
  /// - Parameters:
  ///   - app: The name of the application.
  ///   - channel: The name of the channel.
  /// - Returns: The names, in any order.
  /// - Throws: The reason why they cannot be read.
  func hosts(of app: String, channel: String) async throws(FleetError) -> [String]
}

extension FleetLink {
  /// Receives the messages of one subject.
  package func deliveries(
    of subject: FleetSubject,
    limit: Int
  ) async throws(FleetError) -> AsyncStream<FleetDelivery> {
    try await deliveries(of: [subject], limit: limit)
  }
}

/// A message, or the note that messages may have been lost.
public enum FleetDelivery: Sendable, Equatable {
  /// A message.
  case message(FleetMessage)
  /// Messages may be missing here: the connection was away, or the receiver was too slow.
  case gap
}

/// A message of a fleet.
public struct FleetMessage: Sendable, Equatable {
  /// The untrusted bytes.
  public let bytes: [UInt8]

  /// The subject to which it was sent.
  public let subject: FleetSubject

  /// The revision of the key that the message repeats, and the one before it; `nil` for others.
  public let revisions: Revisions?

  /// The revisions of a key in a message.
  public struct Revisions: Sendable, Equatable {
    /// The revision of the value.
    public let current: UInt64

    /// The revision before it, or 0.
    public let previous: UInt64

    /// Creates a pair.
    ///
    /// - Parameters:
    ///   - current: The revision of the value.
    ///   - previous: The revision before it, or 0.
    public init(current: UInt64, previous: UInt64) {
      (self.current, self.previous) = (current, previous)
    }
  }

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - subject: The subject to which it was sent.
  ///   - revisions: The revisions of the key that the message repeats.
  public init(_ bytes: [UInt8], to subject: FleetSubject, revisions: Revisions? = nil) {
    (self.bytes, self.subject, self.revisions) = (bytes, subject, revisions)
  }
}

/// A value of a key.
public struct FleetValue: Sendable, Equatable {
  /// The untrusted bytes.
  public let bytes: [UInt8]

  /// The number of the write; later writes have higher numbers.
  public let revision: UInt64

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - revision: The number of the write.
  public init(_ bytes: [UInt8], revision: UInt64) {
    (self.bytes, self.revision) = (bytes, revision)
  }
}

/// The reason why a fleet cannot be reached or used now.
public struct FleetError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of a reason.
  public enum Kind: Sendable, Equatable {
    /// The server cannot be reached now. Nothing is queued.
    case offline
    /// Another writer has changed the key since it was read.
    case conflict
    /// The server refused the request, or it cannot keep its promises.
    case refused
    /// The server did not answer in time; the write may have happened.
    case unknown
  }

  /// The kind of the reason.
  public let kind: Kind

  /// One sentence with the reason and the remedy.
  public let description: String

  /// Creates a reason.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - description: One sentence with the reason and the remedy.
  public init(_ kind: Kind, _ description: String) {
    (self.kind, self.description) = (kind, description)
  }
}
#endif
