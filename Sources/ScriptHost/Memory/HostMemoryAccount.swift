import Moonroute
import Synchronization

/// Accounts for the bytes that the host holds for scripts.
///
/// Each object holds a ``MemoryCharge``, so that it is counted for exactly as long as it lives.
final class HostMemoryAccount: Sendable {
  private struct Counts {
    var total = 0
    var categories = [Int](repeating: 0, count: MemoryCategory.allCases.count)
  }

  private let counts = Mutex(Counts())

  init() {}

  var total: Int { counts.withLock { $0.total } }

  subscript(_ category: MemoryCategory) -> Int {
    counts.withLock { $0.categories[category.rawValue] }
  }

  /// Counts bytes for as long as the result lives.
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

/// Bytes that are charged while it lives.
final class MemoryCharge: LifetimeToken {
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
