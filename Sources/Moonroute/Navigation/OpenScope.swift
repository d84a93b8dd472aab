import Synchronization

/// The open that the current task is a step of, known to every task that the step starts.
package final class OpenScope: Sendable {
  /// The scope of the current task.
  @TaskLocal package static var current: OpenScope?

  /// The router.
  let router: ObjectIdentifier

  /// The open's number.
  let id: UInt64

  /// What this open shares with all others inside the same outermost one; `nil` for an outermost one.
  package let tree: OpenTree?

  private let state = Mutex(State())

  private struct State {
    var isCancelled = false
    /// What the opens inside share, if this is an outermost one.
    var tree: OpenTree?
  }

  /// Makes the scope of an open.
  init(router: ObjectIdentifier, id: UInt64, tree: OpenTree?) {
    self.router = router
    self.id = id
    self.tree = tree
  }

  /// What the opens inside this one share.
  func treeInside(_ time: () -> Duration) -> OpenTree {
    if let tree { return tree }
    return state.withLock { state in
      let tree = state.tree ?? OpenTree(at: time())
      state.tree = tree
      return tree
    }
  }

  /// Whether the open was cancelled.
  ///
  /// Known after it has ended, too, so that what it left behind cannot open anything.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Takes down that the open was cancelled.
  func cancel() { state.withLock { $0.isCancelled = true } }
}
