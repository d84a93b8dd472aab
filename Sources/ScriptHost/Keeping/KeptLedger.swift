import Moonroute
import Synchronization

/// Counts the bytes that the host keeps for scripts.
///
/// What is kept holds a ``KeptBytes``, so that it is counted for exactly as long as it is there,
/// however it goes.
final class KeptLedger: Sendable {
  private struct Counts {
    var total = 0
    var stores = [Int](repeating: 0, count: KeptStore.allCases.count)
  }

  private let counts = Mutex(Counts())

  /// Makes an empty ledger.
  init() {}

  /// All that is kept.
  var total: Int { counts.withLock { $0.total } }

  /// What a store keeps.
  subscript(_ store: KeptStore) -> Int { counts.withLock { $0.stores[store.rawValue] } }

  /// Counts bytes for as long as the answer lives.
  func hold(_ store: KeptStore, _ bytes: Int) -> KeptBytes {
    add(bytes, to: store)
    return KeptBytes(bytes, in: store, of: self)
  }

  fileprivate func add(_ bytes: Int, to store: KeptStore) {
    counts.withLock { counts in
      counts.total += bytes
      counts.stores[store.rawValue] += bytes
    }
  }
}

/// Bytes that are counted while it lives.
final class KeptBytes: LifetimeToken {
  /// How many.
  let count: Int
  private let store: KeptStore
  private let ledger: KeptLedger

  fileprivate init(_ count: Int, in store: KeptStore, of ledger: KeptLedger) {
    self.count = count
    self.store = store
    self.ledger = ledger
  }

  deinit { ledger.add(-count, to: store) }
}
