import Synchronization

/// The open that the current task is a step of, known to every task that the step starts.
package final class OpenScope: Sendable {
  /// The scope of the current task.
  @TaskLocal package static var current: OpenScope?

  /// The router.
  let router: ObjectIdentifier

  /// The open's number.
  let id: UInt64

  private let cancelled = Mutex(false)

  /// Makes the scope of an open.
  init(router: ObjectIdentifier, id: UInt64) {
    self.router = router
    self.id = id
  }

  /// Whether the open was cancelled.
  ///
  /// Known after it has ended, too, so that what it left behind cannot open anything.
  var isCancelled: Bool { cancelled.withLock { $0 } }

  /// Takes down that the open was cancelled.
  func cancel() { cancelled.withLock { $0 = true } }
}
