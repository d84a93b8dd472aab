import Synchronization

/// Weak references to objects.
final class Witnesses: @unchecked Sendable {
  // Invariant: `watched` is touched only under the lock.
  private struct Witness {
    weak var object: AnyObject?
  }

  private let lock = Mutex(())
  private var watched: [Witness] = []

  /// Watches an object.
  func add(_ object: AnyObject?) { lock.withLock { _ in watched.append(Witness(object: object)) } }

  /// The objects that are still there.
  var aliveCount: Int { lock.withLock { _ in watched.count { $0.object != nil } } }
}
