import Synchronization

/// Weak references to objects.
final class Witnesses: @unchecked Sendable {
  // Invariant: `watched` is accessed only while locked.
  private struct Witness {
    weak var object: AnyObject?
  }

  private let lock = Mutex(())
  private var watched: [Witness] = []

  /// Starts observing an object.
  func add(_ object: AnyObject?) { lock.withLock { _ in watched.append(Witness(object: object)) } }

  /// The number of objects that still exist.
  var aliveCount: Int { lock.withLock { _ in watched.count { $0.object != nil } } }
}
