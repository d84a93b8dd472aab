#if NATS
import CNATS
import Fleet
import Synchronization

/// A receiver of one connection.
protocol NATSReceiver: Sendable {
  /// Messages may be missing.
  func noteGap()

  /// No message follows.
  func finish()
}

extension DeliveryQueue: NATSReceiver {
  func noteGap() { deliver(.gap) }
}

/// The receivers of one connection.
final class NATSReceivers: Sendable {
  private let queues = Mutex<[Int: any NATSReceiver]>([:])
  private let connections = Atomic(0)

  /// The number of connections to a server so far.
  var connectionCount: Int { connections.load(ordering: .relaxed) }

  func add(_ queue: any NATSReceiver, _ id: Int) { queues.withLock { $0[id] = queue } }
  func remove(_ id: Int) { _ = queues.withLock { $0.removeValue(forKey: id) } }

  /// Notes that messages may be missing, because the connection is a new one.
  func noteConnection() {
    connections.add(1, ordering: .relaxed)
    noteGap()
  }

  /// Notes that messages may be missing.
  func noteGap() { for queue in queues.withLock({ $0.values.map(\.self) }) { queue.noteGap() } }

  /// Ends all streams.
  func finish() { for queue in queues.withLock({ $0.values.map(\.self) }) { queue.finish() } }
}

/// The receiver of the messages of one subscription, which only enqueues them.
final class NATSSubscription: Sendable {
  /// Takes a message, and the subject of its answer.
  typealias Deliver = @Sendable (FleetMessage, String?) -> Void

  let deliver: Deliver

  init(_ deliver: @escaping Deliver) { self.deliver = deliver }
}

/// The receiver of a consumer's work.
final class NATSWorker: NATSReceiver {
  private let consumer: FleetConsumer
  private let waiting: AsyncStream<FleetWork>.Continuation

  init(_ consumer: FleetConsumer, _ waiting: AsyncStream<FleetWork>.Continuation) {
    (self.consumer, self.waiting) = (consumer, waiting)
  }

  func deliver(_ message: FleetMessage, reply: String?) {
    guard let reply, NATSWork.isAcknowledgement(reply, of: consumer),
      let tries = NATSWork.tries(in: reply)
    else { return }
    waiting.yield(FleetWork(message, tries: tries, id: reply))
  }

  /// The server may have lost the consumer, which only a new call of `work(of:)` makes again.
  func noteGap() { waiting.finish() }

  func finish() { waiting.finish() }
}

/// The functions that libnats calls on its own threads, which only enqueue.
enum NATSCallbacks {
  /// A message; the closure is its subscription.
  static let message: natsMsgHandler = { _, _, message, closure in
    guard let message else { return }
    defer { natsMsg_Destroy(message) }
    guard let closure else { return }
    let bytes = UnsafeRawBufferPointer(
      start: natsMsg_GetData(message),
      count: Int(natsMsg_GetDataLength(message))
    )
    let subject = FleetSubject(text: String(cString: natsMsg_GetSubject(message)))
    let reply = natsMsg_GetReply(message).map { String(cString: $0) }
    Unmanaged<NATSSubscription>.fromOpaque(closure).takeUnretainedValue()
      .deliver(FleetMessage(Array(bytes), to: subject, revisions: revisions(of: message)), reply)
  }

  /// The end of a subscription, which no message follows.
  static let complete: natsOnCompleteCB = { closure in
    if let closure { Unmanaged<NATSSubscription>.fromOpaque(closure).release() }
  }

  /// The connection is there, possibly again; the closure is its receivers.
  static let connected: natsConnectionHandler = { _, closure in receivers(closure)?.noteConnection()
  }

  /// A receiver was too slow, or the server refused something.
  static let failed: natsErrHandler = { _, _, status, closure in
    if status == NATS_SLOW_CONSUMER { receivers(closure)?.noteGap() }
  }

  /// The end of the connection, which no other callback follows.
  static let closed: natsConnectionHandler = { _, closure in
    receivers(closure)?.finish()
    if let closure { Unmanaged<NATSReceivers>.fromOpaque(closure).release() }
  }

  private static func receivers(_ closure: UnsafeMutableRawPointer?) -> NATSReceivers? {
    closure.map { Unmanaged<NATSReceivers>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func revisions(of message: OpaquePointer) -> FleetMessage.Revisions? {
    func number(_ name: String) -> UInt64? {
      var text: UnsafePointer<CChar>?
      guard natsMsgHeader_Get(message, name, &text) == NATS_OK, let text else { return nil }
      return UInt64(String(cString: text))
    }
    guard let current = number("Nats-Sequence"), let previous = number("Nats-Last-Sequence") else {
      return nil
    }
    return FleetMessage.Revisions(current: current, previous: previous)
  }
}
#endif
