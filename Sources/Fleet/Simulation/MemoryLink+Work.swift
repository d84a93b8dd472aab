#if Releases
import Synchronization

/// The stored messages of a fleet in memory, and the consumers of them.
struct MemoryWork {
  private struct Receiver {
    let id: Int
    let link: ObjectIdentifier
    let waiting: AsyncStream<FleetWork>.Continuation
  }

  private struct Consumer {
    let subject: FleetSubject
    /// The position in the messages.
    var next = 0
    var tries = 0
    /// The receiver of the message at the position.
    var holder: Int?
    var receivers: [Receiver] = []
  }

  private(set) var messages: [FleetMessage] = []
  private var consumers: [String: Consumer] = [:]
  private var lastID = 0
  /// The deliveries of the last change.
  private var outgoing: [@Sendable () -> Void] = []

  mutating func takeOutgoing() -> [@Sendable () -> Void] {
    defer { outgoing = [] }
    return outgoing
  }

  mutating func append(_ message: FleetMessage, away: Set<ObjectIdentifier>) {
    messages.append(message)
    for name in consumers.keys.sorted() { deliver(to: name, away: away) }
  }

  /// Adds a receiver, and returns its number.
  mutating func add(
    _ waiting: AsyncStream<FleetWork>.Continuation,
    of link: ObjectIdentifier,
    to consumer: FleetConsumer,
    away: Set<ObjectIdentifier>
  ) -> Int {
    lastID += 1
    let known = consumers[consumer.name]?.subject == consumer.subject
    if !known { consumers[consumer.name] = Consumer(subject: consumer.subject) }
    consumers[consumer.name]?.receivers
      .append(Receiver(id: lastID, link: link, waiting: waiting))
    deliver(to: consumer.name, away: away)
    return lastID
  }

  /// Removes a receiver; its message goes to another one.
  mutating func remove(_ id: Int, from name: String, away: Set<ObjectIdentifier>) {
    consumers[name]?.receivers.removeAll { $0.id == id }
    if consumers[name]?.holder == id { consumers[name]?.holder = nil }
    deliver(to: name, away: away)
  }

  /// Takes the messages of a link that is away, as the server does after some time.
  mutating func release(_ link: ObjectIdentifier, away: Set<ObjectIdentifier>) {
    for (name, consumer) in consumers.sorted(by: { $0.key < $1.key })
    where consumer.receivers.contains(where: { $0.link == link && $0.id == consumer.holder }) {
      consumers[name]?.holder = nil
      deliver(to: name, away: away)
    }
  }

  mutating func deliverAll(away: Set<ObjectIdentifier>) {
    for name in consumers.keys.sorted() { deliver(to: name, away: away) }
  }

  mutating func settle(_ id: String, _ end: FleetWork.End, away: Set<ObjectIdentifier>) {
    let parts = id.split(separator: "/").map(String.init)
    guard parts.count == 3, let consumer = consumers[parts[0]], end != .working,
      parts[1] == "\(consumer.next)", parts[2] == "\(consumer.tries)", consumer.holder != nil
    else { return }
    consumers[parts[0]]?.holder = nil
    if end == .handled {
      consumers[parts[0]]?.next += 1
      consumers[parts[0]]?.tries = 0
    }
    deliver(to: parts[0], away: away)
  }

  /// Gives the next message to a receiver, and the following one to another.
  private mutating func deliver(to name: String, away: Set<ObjectIdentifier>) {
    guard var consumer = consumers[name], consumer.holder == nil else { return }
    while consumer.next < messages.count,
      !consumer.subject.covers(messages[consumer.next].subject)
    { consumer.next += 1 }
    defer { consumers[name] = consumer }
    guard consumer.next < messages.count,
      let place = consumer.receivers.firstIndex(where: { !away.contains($0.link) })
    else { return }
    let receiver = consumer.receivers.remove(at: place)
    consumer.receivers.append(receiver)
    (consumer.holder, consumer.tries) = (receiver.id, consumer.tries + 1)
    let id = "\(name)/\(consumer.next)/\(consumer.tries)"
    let work = FleetWork(messages[consumer.next], tries: consumer.tries, id: id)
    outgoing.append { receiver.waiting.yield(work) }
  }
}

extension MemoryLink {
  /// Stores a message for its consumers.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - subject: The subject.
  /// - Throws: ``FleetError`` while the link is not connected.
  public func store(_ bytes: [UInt8], to subject: FleetSubject) throws(FleetError) {
    try change { state in
      state.work.append(FleetMessage(bytes, to: subject), away: state.away)
      state.send(FleetMessage(bytes, to: subject))
    }
  }

  /// Receives the stored messages of a consumer, one at a time.
  ///
  /// - Parameter consumer: The hosts that share the messages.
  /// - Returns: The messages; dropping the stream gives an unsettled one to another host.
  public func work(of consumer: FleetConsumer) -> AsyncStream<FleetWork> {
    let (work, waiting) = AsyncStream.makeStream(of: FleetWork.self)
    let own = ObjectIdentifier(self)
    let id = server.change { state in
      state.work.add(waiting, of: own, to: consumer, away: state.away)
    }
    waiting.onTermination = { [server] _ in
      server.end { $0.work.remove(id, from: consumer.name, away: $0.away) }
    }
    return work
  }

  /// Ends or extends the delivery of a stored message, without waiting for a delay.
  ///
  /// - Parameters:
  ///   - work: The delivery.
  ///   - end: Its end.
  /// - Throws: ``FleetError`` while the link is not connected.
  public func settle(_ work: FleetWork, _ end: FleetWork.End) throws(FleetError) {
    try change { $0.work.settle(work.id, end, away: $0.away) }
  }

  /// The stored messages, the oldest first.
  public var stored: [FleetMessage] { server.read { $0.work.messages } }
}
#endif
