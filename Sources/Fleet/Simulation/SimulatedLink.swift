#if Releases
import Synchronization

/// A link of a simulated fleet, with the faults of ``FleetSimulator/faults``.
public final class SimulatedLink: FleetLink {
  private static let longestDelay = Duration.seconds(5)

  /// The time after which the fleet delivers a message again whose end it has not received.
  private static let workTime = Duration.seconds(30)

  private let link: MemoryLink
  private let fleet: FleetSimulator

  init(_ link: MemoryLink, in fleet: FleetSimulator) { (self.link, self.fleet) = (link, fleet) }

  /// Whether this link is connected; while it is not, messages are lost and calls throw.
  public var isConnected: Bool {
    get { link.isConnected }
    set { link.isConnected = newValue }
  }

  /// Receives messages, some of them with faults.
  ///
  /// - Parameters:
  ///   - subjects: The subjects.
  ///   - limit: The number of deliveries that may wait.
  /// - Returns: The messages and the gaps.
  public func deliveries(of subjects: [FleetSubject], limit: Int) -> AsyncStream<FleetDelivery> {
    let received = link.deliveries(of: subjects, limit: limit)
    let pump = Pump()
    let queue = DeliveryQueue(limit: limit) { pump.task.withLock { $0 }?.cancel() }
    let task = Task(executorPreference: fleet.executor) {
      for await delivery in received { self.pass(delivery, to: queue) }
      queue.finish()
    }
    pump.task.withLock { $0 = task }
    return queue.deliveries
  }

  private final class Pump: Sendable {
    let task = Mutex<Task<Void, Never>?>(nil)
  }

  private func pass(_ delivery: FleetDelivery, to queue: DeliveryQueue) {
    // The link itself notes a gap, so it is not lost on the way.
    guard case .message = delivery else { return queue.deliver(delivery) }
    let faults = fleet.faults
    guard !fleet.happens(faults.lost) else { return }
    for _ in 0..<(fleet.happens(faults.doubled) ? 2 : 1) {
      guard fleet.happens(faults.delayed) else {
        queue.deliver(delivery)
        continue
      }
      let delay = Self.longestDelay * fleet.chance()
      later(delay) { queue.deliver(delivery) }
    }
  }

  private func later(_ delay: Duration, _ body: @escaping @Sendable () -> Void) {
    Task(executorPreference: fleet.executor) { [clock = fleet.clock] in
      try? await clock.sleep(for: delay)
      body()
    }
  }

  /// Sends a message, which may be lost.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - subject: The subject.
  /// - Throws: ``FleetError`` while the link is not connected.
  public func publish(_ bytes: [UInt8], to subject: FleetSubject) throws(FleetError) {
    if fleet.happens(fleet.faults.lost) { return }
    try link.publish(bytes, to: subject)
  }

  /// Stores a message, unless the call or its answer is lost.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - subject: The subject.
  /// - Throws: ``FleetError`` while the link is not connected, or for a lost call.
  public func store(_ bytes: [UInt8], to subject: FleetSubject) throws(FleetError) {
    try checkCall()
    try link.store(bytes, to: subject)
    try checkAnswer()
  }

  /// Receives the stored messages of a consumer.
  ///
  /// - Parameter consumer: The hosts that share the messages.
  /// - Returns: The messages.
  public func work(of consumer: FleetConsumer) -> AsyncStream<FleetWork> { link.work(of: consumer) }

  /// Ends or extends a delivery; if the call is lost, the message is delivered again after 30
  /// seconds.
  ///
  /// - Parameters:
  ///   - work: The delivery.
  ///   - end: Its end.
  /// - Throws: ``FleetError`` while the link is not connected.
  public func settle(_ work: FleetWork, _ end: FleetWork.End) throws(FleetError) {
    guard end != .working else { return }
    let isLost = fleet.happens(fleet.faults.lost)
    if isLost {
      // Without a connection, the message has another host by then.
      later(Self.workTime) { [link] in try? link.settle(work, .again(after: .zero)) }
    } else if case .again(let delay) = end, delay > .zero {
      later(delay) { [link] in try? link.settle(work, end) }
    } else {
      try link.settle(work, end)
    }
  }

  /// Reads a key, unless the call is lost.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value, or `nil` if the key has none.
  /// - Throws: ``FleetError`` while the link is not connected, or for a lost call.
  public func value(of key: FleetKey) throws(FleetError) -> FleetValue? {
    try checkCall()
    return try link.value(of: key)
  }

  /// Writes a key, unless the call or its answer is lost.
  ///
  /// - Parameters:
  ///   - bytes: The value.
  ///   - key: The key.
  ///   - revision: The revision that was read; 0 without a value.
  /// - Returns: The new revision.
  /// - Throws: ``FleetError`` for another writer, for a lost call, or while the link is not
  ///   connected.
  @discardableResult
  public func put(
    _ bytes: [UInt8],
    at key: FleetKey,
    after revision: UInt64
  ) throws(FleetError) -> UInt64 {
    try checkCall()
    let written = try link.put(bytes, at: key, after: revision)
    try checkAnswer()
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
    try link.hosts(of: app, channel: channel)
  }

  private func checkCall() throws(FleetError) {
    guard fleet.happens(fleet.faults.lost) else { return }
    throw FleetError(.offline, "The call was lost.")
  }

  private func checkAnswer() throws(FleetError) {
    guard fleet.happens(fleet.faults.lost) else { return }
    throw FleetError(.unknown, "The answer was lost, so the write may have happened.")
  }
}
#endif
