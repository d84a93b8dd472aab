#if Releases
import Fleet
import Synchronization
import TestSupport

/// A link in memory that loses, doubles, delays and reorders messages.
final class FaultyLink: FleetLink {
  /// The share of messages with each fault, from 0 to 1.
  struct Faults: Sendable {
    var lost = 0.0
    var doubled = 0.0
    var delayed = 0.0
  }

  private static let longestDelay = Duration.seconds(5)

  let link: MemoryLink
  private let time: SimulatedTime
  private let faults: @Sendable () -> Faults

  init(_ link: MemoryLink, in time: SimulatedTime, _ faults: @escaping @Sendable () -> Faults) {
    (self.link, self.time, self.faults) = (link, time, faults)
  }

  func deliveries(of subjects: [FleetSubject], limit: Int) -> AsyncStream<FleetDelivery> {
    let received = link.deliveries(of: subjects, limit: limit)
    let pump = Pump()
    let queue = DeliveryQueue(limit: limit) { pump.task.withLock { $0?.cancel() } }
    let task = Task(executorPreference: time) {
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
    let faults = faults()
    guard time.random() >= faults.lost else { return }
    for _ in 0..<(time.random() < faults.doubled ? 2 : 1) {
      guard time.random() < faults.delayed else {
        queue.deliver(delivery)
        continue
      }
      let delay = Self.longestDelay * time.random()
      Task(executorPreference: time) { [time] in
        try? await time.clock.sleep(for: delay)
        queue.deliver(delivery)
      }
    }
  }

  func publish(_ bytes: [UInt8], to subject: FleetSubject) throws(FleetError) {
    if time.random() < faults().lost { return }
    try link.publish(bytes, to: subject)
  }

  func store(_ bytes: [UInt8], to subject: FleetSubject) throws(FleetError) {
    try link.store(bytes, to: subject)
    if time.random() < faults().lost { throw FleetError(.unknown, "The answer was lost.") }
  }

  func work(of consumer: FleetConsumer) -> AsyncStream<FleetWork> { link.work(of: consumer) }

  func settle(_ work: FleetWork, _ end: FleetWork.End) throws(FleetError) {
    try link.settle(work, end)
  }

  func value(of key: FleetKey) throws(FleetError) -> FleetValue? {
    try link.value(of: key)
  }

  func put(_ bytes: [UInt8], at key: FleetKey, after revision: UInt64) throws(FleetError) -> UInt64
  {
    if time.random() < faults().lost { throw FleetError(.offline, "The answer was lost.") }
    return try link.put(bytes, at: key, after: revision)
  }

  func hosts(of app: String, channel: String) throws(FleetError) -> [String] {
    try link.hosts(of: app, channel: channel)
  }
}
#endif
