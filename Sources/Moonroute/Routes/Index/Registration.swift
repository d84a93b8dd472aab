import Synchronization

/// Something registered, and the way to take it back: a definition of routes, a guard, a proxy, an
/// observer.
///
/// One with an owner ends with its owner, which is held weakly.
public final class Registration: Sendable {
  private let cancelled = Atomic(false)
  private let changeCounter: ChangeCounter
  private let heldToken = Mutex<(any LifetimeToken)?>(nil)

  /// The token that lives as long as the registration is referenced.
  package var lifetimeToken: (any LifetimeToken)? {
    get { heldToken.withLock { $0 } }
    set { heldToken.withLock { $0 = newValue } }
  }

  /// Whether it ends with an owner.
  package let isOwned: Bool

  // Only compared with nil, or read on the executor of the owner; never written after initialization.
  nonisolated(unsafe) private weak let owner: AnyObject?

  /// The owner, as long as it lives; for the executor on which the registration was made.
  var ownerObject: AnyObject? { owner }

  /// Makes a registration that is active.
  init(owner: AnyObject? = nil, changeCounter: ChangeCounter = ChangeCounter()) {
    self.owner = owner
    self.changeCounter = changeCounter
    isOwned = owner != nil
  }

  /// Whether it still counts: it was not cancelled, and its owner, if any, lives.
  public var isActive: Bool {
    !cancelled.load(ordering: .relaxed) && (!isOwned || owner != nil)
  }

  /// Takes it back.
  ///
  /// An open under way that has come to it finishes with it. More calls do nothing.
  public func cancel() {
    if !cancelled.exchange(true, ordering: .relaxed) { changeCounter.add() }
  }
}

/// Counts what was cancelled or added, to tell when tidying up is worth it.
final class ChangeCounter: Sendable {
  private let total = Atomic(0)

  /// Makes a counter at zero.
  init() {}

  var count: Int { total.load(ordering: .relaxed) }

  /// Counts one more.
  func add() { total.add(1, ordering: .relaxed) }
}
