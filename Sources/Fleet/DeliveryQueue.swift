#if Releases
import Synchronization

/// The deliveries that wait for one receiver; nothing that a sender does blocks it.
package final class DeliveryQueue: Sendable {
  package let deliveries: AsyncStream<FleetDelivery>
  private let waiting: AsyncStream<FleetDelivery>.Continuation
  /// Whether deliveries were lost that the receiver does not know of.
  private let hasGap = Mutex(false)

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - limit: The number of deliveries that may wait; beyond it, the oldest are lost.
  ///   - end: Called once, when the receiver has gone.
  package init(limit: Int, end: @escaping @Sendable () -> Void) {
    (deliveries, waiting) = AsyncStream.makeStream(
      of: FleetDelivery.self,
      bufferingPolicy: .bufferingNewest(limit)
    )
    waiting.onTermination = { _ in end() }
  }

  package func deliver(_ delivery: FleetDelivery) {
    hasGap.withLock { hasGap in
      if hasGap { waiting.yield(.gap) }
      if case .dropped = waiting.yield(delivery) { hasGap = true } else { hasGap = false }
    }
  }

  /// Ends the stream; the receiver may subscribe again.
  package func finish() { waiting.finish() }
}
#endif
