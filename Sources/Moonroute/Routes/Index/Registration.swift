import Synchronization

/// A registration of routes, a guard, a proxy, an observer or similar, which can be cancelled.
///
/// A registration with an owner ends when its owner, which it holds weakly, is deallocated.
public final class Registration: Sendable {
  private let cancelled = Atomic(false)
  private let changeCounter: ChangeCounter
  private let heldToken = Mutex<(any LifetimeToken)?>(nil)

  package var lifetimeToken: (any LifetimeToken)? {
    get { heldToken.withLock { $0 } }
    set { heldToken.withLock { $0 = newValue } }
  }

  package let isOwned: Bool

  // Only compared with nil, or read on the executor of the owner; never written after
  // initialization.
  nonisolated(unsafe) private weak let owner: AnyObject?

  /// The owner, if it still exists; only for the executor on which the registration was made.
  var ownerObject: AnyObject? { owner }

  init(owner: AnyObject? = nil, changeCounter: ChangeCounter = ChangeCounter()) {
    self.owner = owner
    self.changeCounter = changeCounter
    isOwned = owner != nil
  }

  /// Whether it is active: it is not cancelled, and its owner, if any, still exists.
  package var isActive: Bool {
    !cancelled.load(ordering: .relaxed) && (!isOwned || owner != nil)
  }

  /// Cancels the registration.
  ///
  /// A pending open that has already reached it still uses it. Further calls do nothing.
  public func cancel() {
    if !cancelled.exchange(true, ordering: .relaxed) { changeCounter.add() }
  }
}

/// Counts cancellations and additions, to decide when to clean up.
final class ChangeCounter: Sendable {
  private let total = Atomic(0)

  init() {}

  var count: Int { total.load(ordering: .relaxed) }

  func add() { total.add(1, ordering: .relaxed) }
}
