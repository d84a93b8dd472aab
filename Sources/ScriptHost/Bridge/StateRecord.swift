import LuaRuntime
import Moonroute
import Synchronization

/// The record of one state, held with the state and reused for another one afterwards.
///
/// Invariant: the record is only touched on the router's executor; other threads only return
/// this object to its pool or release it.
final class StateRecord: StateCacheContent, @unchecked Sendable {
  let record: LuaRecord

  let generation: Int

  private let pool: StateRecordPool

  init(_ record: LuaRecord, generation: Int, pool: StateRecordPool) {
    self.record = record
    self.generation = generation
    self.pool = pool
  }

  func release() { pool.give(self) }
}

/// The records that no state is using.
///
/// They refer to their pool, so it must be closed in the end.
final class StateRecordPool: Sendable {
  /// The number of idle records to keep.
  private static let limit = 64

  /// `nil` once the pool is closed.
  private let idle = Mutex<[StateRecord]?>([])

  func take() -> StateRecord? { idle.withLock { $0?.popLast() } }

  func give(_ record: StateRecord) {
    idle.withLock { if let count = $0?.count, count < Self.limit { $0?.append(record) } }
  }

  /// Releases all records, including records that are returned later.
  func close() {
    let rest = idle.withLock { idle in
      defer { idle = nil }
      return idle
    }
    _ = rest
  }
}
