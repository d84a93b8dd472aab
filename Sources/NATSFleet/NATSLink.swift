#if NATS
public import Fleet

/// A fleet over NATS with JetStream.
///
/// A link reconnects by itself, so a host starts and keeps running without its servers.
///
/// ```swift
/// let link = try await NATSLink.connect(NATSOptions("nats://127.0.0.1:4222"))
/// ```
public final class NATSLink: FleetLink {
  private let connection: NATSConnection

  private init(_ connection: NATSConnection) { self.connection = connection }

  deinit {
    // The connection outlives this link until it has closed.
    Task { [connection] in await connection.close() }
  }

  /// Connects to a server, or keeps trying if none can be reached.
  ///
  /// - Parameter options: The servers and the credentials.
  /// - Returns: The link.
  /// - Throws: The reason why the options cannot be used, such as a missing file.
  public static func connect(_ options: NATSOptions) async throws(FleetError) -> NATSLink {
    let link = NATSLink(NATSConnection(options))
    try await link.connection.start()
    return link
  }

  /// Receives messages, from the return of this call until the stream is dropped.
  ///
  /// - Parameters:
  ///   - subjects: The subjects. A message of several of them arrives once.
  ///   - limit: The number of deliveries that may wait.
  /// - Returns: The messages and the gaps.
  /// - Throws: The reason why nothing can be received.
  public func deliveries(
    of subjects: [FleetSubject],
    limit: Int
  ) async throws(FleetError) -> AsyncStream<FleetDelivery> {
    try await connection.subscribe(subjects, limit: limit)
  }

  /// Sends a message to all current receivers of the subject.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - subject: The subject.
  /// - Throws: The reason why it cannot be sent; nothing is queued.
  public func publish(_ bytes: [UInt8], to subject: FleetSubject) async throws(FleetError) {
    try await connection.publish(bytes, to: subject.description)
  }

  /// Stores a message until it is handled once for each consumer.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - subject: The subject.
  /// - Throws: The reason why it may not be stored.
  public func store(_ bytes: [UInt8], to subject: FleetSubject) async throws(FleetError) {
    try await connection.store(bytes, to: subject)
  }

  /// Receives the stored messages of a consumer, one at a time.
  ///
  /// - Parameter consumer: The hosts that share the messages.
  /// - Returns: The messages; the stream also ends when the connection was lost.
  /// - Throws: The reason why nothing can be received.
  public func work(of consumer: FleetConsumer) async throws(FleetError) -> AsyncStream<FleetWork> {
    try await connection.work(of: consumer)
  }

  /// Ends or extends the delivery of a stored message.
  ///
  /// - Parameters:
  ///   - work: The delivery.
  ///   - end: Its end.
  /// - Throws: The reason why it cannot be sent.
  public func settle(_ work: FleetWork, _ end: FleetWork.End) async throws(FleetError) {
    try await connection.settle(work, end)
  }

  /// Reads a key.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value, or `nil` if the key has none.
  /// - Throws: The reason why it cannot be read.
  public func value(of key: FleetKey) async throws(FleetError) -> FleetValue? {
    try await connection.value(of: key)
  }

  /// Writes a key, unless another writer has changed it since it was read.
  ///
  /// - Parameters:
  ///   - bytes: The value.
  ///   - key: The key.
  ///   - revision: The revision that was read; 0 without a value.
  /// - Returns: The new revision.
  /// - Throws: The reason why it is not written.
  @discardableResult
  public func put(
    _ bytes: [UInt8],
    at key: FleetKey,
    after revision: UInt64
  ) async throws(FleetError) -> UInt64 {
    try await connection.put(bytes, at: key, after: revision)
  }

  /// Lists the hosts that have joined a channel.
  ///
  /// - Parameters:
  ///   - app: The name of the application.
  ///   - channel: The name of the channel.
  /// - Returns: The names.
  /// - Throws: The reason why they cannot be read.
  public func hosts(of app: String, channel: String) async throws(FleetError) -> [String] {
    try await connection.hosts(of: app, channel: channel)
  }

  /// Closes the connection; streams of deliveries end, and a later call connects again.
  public func close() async { await connection.close() }
}
#else
/// Unavailable without the trait `NATS`.
@available(
  *,
  unavailable,
  message: "Add the trait to the dependency on moonroute: traits: [\"NATS\"]."
)
public struct NATSLink {
  /// Unavailable without the trait.
  public init() {}
}
#endif
