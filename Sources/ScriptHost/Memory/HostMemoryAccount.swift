import Moonroute
import Synchronization

/// Counts the bytes that the host keeps for scripts.
///
/// What is kept holds a ``MemoryCharge``, so that it is counted for exactly as long as it is there,
/// however it goes.
final class HostMemoryAccount: Sendable {
  private struct Counts {
    var total = 0
    var categories = [Int](repeating: 0, count: MemoryCategory.allCases.count)
  }

  private let counts = Mutex(Counts())

  /// Makes an empty account.
  init() {}

  /// All that is kept.
  var total: Int { counts.withLock { $0.total } }

  /// What a category keeps.
  subscript(_ category: MemoryCategory) -> Int {
    counts.withLock { $0.categories[category.rawValue] }
  }

  /// Counts bytes for as long as the answer lives.
  func charge(_ category: MemoryCategory, _ bytes: Int) -> MemoryCharge {
    add(bytes, to: category)
    return MemoryCharge(bytes, in: category, of: self)
  }

  fileprivate func add(_ bytes: Int, to category: MemoryCategory) {
    counts.withLock { counts in
      counts.total += bytes
      counts.categories[category.rawValue] += bytes
    }
  }
}

/// Bytes that are counted while it lives.
final class MemoryCharge: LifetimeToken {
  /// How many.
  let count: Int
  private let category: MemoryCategory
  private let account: HostMemoryAccount

  fileprivate init(_ count: Int, in category: MemoryCategory, of account: HostMemoryAccount) {
    self.count = count
    self.category = category
    self.account = account
  }

  deinit { account.add(-count, to: category) }
}
