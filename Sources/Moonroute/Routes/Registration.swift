import Synchronization

/// Something registered, and the way to take it back: a definition of routes, a guard, a proxy, an
/// observer.
///
/// One with an owner ends with its owner, which is held weakly.
public final class Registration: Sendable {
  private let cancelled = Atomic(false)
  private let ledger: CancelLedger
  private let kept = Mutex<(any Keepsake)?>(nil)

  /// What lives as long as somebody asks whether it still counts.
  package var keepsake: (any Keepsake)? {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }

  /// Whether it ends with an owner.
  package let isOwned: Bool

  // Only compared with nil, which is safe from any thread; never written after initialization.
  nonisolated(unsafe) private weak let owner: AnyObject?

  /// Makes a registration that is active.
  init(owner: AnyObject? = nil, ledger: CancelLedger = CancelLedger()) {
    self.owner = owner
    self.ledger = ledger
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
    if !cancelled.exchange(true, ordering: .relaxed) { ledger.add() }
  }
}

/// Counts what was cancelled or added, so that somebody knows when tidying up is worth it.
final class CancelLedger: Sendable {
  private let total = Atomic(0)

  /// Makes an empty ledger.
  init() {}

  /// How many were counted in all.
  var count: Int { total.load(ordering: .relaxed) }

  /// Counts one more.
  func add() { total.add(1, ordering: .relaxed) }
}
