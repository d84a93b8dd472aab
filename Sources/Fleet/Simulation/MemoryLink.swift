#if Releases
import Synchronization

/// A fleet in memory, for the tests of a program.
///
/// ```swift
/// let server = MemoryLink()
/// let host = server.another()
/// host.isConnected = false
/// ```
public final class MemoryLink: FleetLink {
  struct Receiver {
    let link: ObjectIdentifier
    let subjects: [FleetSubject]
    let queue: DeliveryQueue
  }

  struct State {
    var lastID = 0
    var lastRevision: UInt64 = 0
    var receivers: [Int: Receiver] = [:]
    /// The receivers by subject, in the order of their subscriptions, so that equal runs are equal.
    var places: [FleetSubject: [Int]] = [:]
    var values: [FleetKey: FleetValue] = [:]
    var away: Set<ObjectIdentifier> = []
    var work = MemoryWork()
    /// The deliveries of the last change.
    private var outgoing: [@Sendable () -> Void] = []
  }

  /// The state that all links of a fleet share.
  ///
  /// Messages are delivered after the state is unlocked. A delivery can wait for a thread that
  /// cancels its receiver, and that thread calls ``end(_:)``, which needs the lock.
  final class Server: Sendable {
    private let state = Mutex(State())
    /// Held during deliveries, so that all receivers get them in one order.
    private let order = Mutex(())

    func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
      state.withLock { body($0) }
    }

    func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
      order.withLock { _ in
        let (result, outgoing) = state.withLock { state in (body(&state), state.takeOutgoing()) }
        for deliver in outgoing { deliver() }
        return result
      }
    }

    /// Changes the state while a receiver is cancelled, without waiting for other deliveries.
    func end(_ body: (inout State) -> Void) {
      let outgoing = state.withLock { state in
        body(&state)
        return state.takeOutgoing()
      }
      for deliver in outgoing { deliver() }
    }
  }

  let server: Server

  /// Makes a fleet with one link.
  public init() { server = Server() }

  private init(_ server: Server) { self.server = server }

  /// Makes another link of the same fleet.
  ///
  /// - Returns: A link that is connected.
  public func another() -> MemoryLink { MemoryLink(server) }

  deinit {
    let own = ObjectIdentifier(self)
    let queues = server.change { state in
      state.away.remove(own)
      return state.queues(of: own)
    }
    for queue in queues { queue.finish() }
  }

  /// Whether this link is connected; while it is not, messages are lost and calls throw.
  public var isConnected: Bool {
    get { server.read { !$0.away.contains(ObjectIdentifier(self)) } }
    set {
      let own = ObjectIdentifier(self)
      let queues: [DeliveryQueue] = server.change { state in
        guard newValue else {
          state.away.insert(own)
          state.work.release(own, away: state.away)
          return []
        }
        guard state.away.remove(own) != nil else { return [] }
        state.work.deliverAll(away: state.away)
        return state.queues(of: own)
      }
      for queue in queues { queue.deliver(.gap) }
    }
  }

  /// Receives messages, from the return of this call until the stream is dropped.
  ///
  /// - Parameters:
  ///   - subjects: The subjects. A message of several of them arrives once.
  ///   - limit: The number of deliveries that may wait.
  /// - Returns: The messages and the gaps.
  public func deliveries(of subjects: [FleetSubject], limit: Int) -> AsyncStream<FleetDelivery> {
    let own = ObjectIdentifier(self)
    return server.change { state in
      state.lastID += 1
      let id = state.lastID
      let queue = DeliveryQueue(limit: limit) { [server] in
        server.end { $0.remove(id) }
      }
      state.receivers[id] = Receiver(link: own, subjects: subjects, queue: queue)
      for subject in subjects { state.places[subject, default: []].append(id) }
      return queue.deliveries
    }
  }

  /// Sends a message to all current receivers of the subject.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - subject: The subject.
  /// - Throws: ``FleetError`` while the link is not connected.
  public func publish(_ bytes: [UInt8], to subject: FleetSubject) throws(FleetError) {
    try change { $0.send(FleetMessage(bytes, to: subject)) }
  }

  /// Reads a key.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value, or `nil` if the key has none.
  /// - Throws: ``FleetError`` while the link is not connected.
  public func value(of key: FleetKey) throws(FleetError) -> FleetValue? {
    try change { $0.values[key] }
  }

  /// Writes a key, unless another writer has changed it since it was read.
  ///
  /// - Parameters:
  ///   - bytes: The value.
  ///   - key: The key.
  ///   - revision: The revision that was read; 0 without a value.
  /// - Returns: The new revision.
  /// - Throws: ``FleetError`` for another writer, or while the link is not connected.
  @discardableResult
  public func put(
    _ bytes: [UInt8],
    at key: FleetKey,
    after revision: UInt64
  ) throws(FleetError) -> UInt64 {
    let written = try change { state -> UInt64? in
      let previous = state.values[key]?.revision ?? 0
      guard previous == revision else { return nil }
      state.lastRevision += 1
      let current = state.lastRevision
      state.values[key] = FleetValue(bytes, revision: current)
      if let subject = key.subject {
        let revisions = FleetMessage.Revisions(current: current, previous: previous)
        state.send(FleetMessage(bytes, to: subject, revisions: revisions))
      }
      return current
    }
    guard let written else {
      throw FleetError(.conflict, "The key \(key) has changed since it was read. Read it again.")
    }
    return written
  }

  /// Lists the hosts that have joined a channel.
  ///
  /// - Parameters:
  ///   - app: The name of the application.
  ///   - channel: The name of the channel.
  /// - Returns: The names.
  /// - Throws: ``FleetError`` while the link is not connected.
  public func hosts(of app: String, channel: String) throws(FleetError) -> [String] {
    try change { state in
      state.values.keys.compactMap { key in
        guard key.bucket == FleetKey.host(app, channel: channel, "").bucket else { return nil }
        return FleetKey.host(in: key.description, of: app, channel: channel)
      }
    }
  }

  func change<Result: Sendable>(
    _ change: (inout State) -> Result
  ) throws(FleetError) -> Result {
    guard isConnected else { throw FleetError(.offline, "The fleet in memory is not connected.") }
    return server.change(change)
  }
}

extension MemoryLink.State {
  func queues(of link: ObjectIdentifier) -> [DeliveryQueue] {
    receivers.filter { $0.value.link == link }.sorted { $0.key < $1.key }.map(\.value.queue)
  }

  mutating func remove(_ id: Int) {
    for subject in receivers.removeValue(forKey: id)?.subjects ?? [] {
      places[subject]?.removeAll { $0 == id }
      if places[subject]?.isEmpty == true { places[subject] = nil }
    }
  }

  fileprivate mutating func takeOutgoing() -> [@Sendable () -> Void] {
    defer { outgoing = [] }
    return work.takeOutgoing() + outgoing
  }

  mutating func send(_ message: FleetMessage) {
    var ids = places[message.subject] ?? []
    for (subject, others) in places where subject.isPattern && subject.covers(message.subject) {
      ids += others
    }
    var last = 0
    for id in ids.sorted() where id != last {
      last = id
      guard let receiver = receivers[id], !away.contains(receiver.link) else { continue }
      outgoing.append { receiver.queue.deliver(.message(message)) }
    }
  }
}

extension FleetSubject {
  /// Whether it has `*` or `>`, which no encoded name has.
  fileprivate var isPattern: Bool {
    description.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: ">") }
  }
}
#endif
