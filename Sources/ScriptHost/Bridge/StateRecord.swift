import LuaRuntime
import Moonroute
import Synchronization

/// The record of one state, held with the state and used again for another one afterwards.
///
/// Invariant: the record is touched only on the application's executor; from other threads this
/// object is only put back into its pool or released.
final class StateRecord: StateCacheContent, @unchecked Sendable {
  let record: LuaRecord

  /// The number of the generation that made it.
  let generation: Int

  private let pool: StateRecordPool

  /// Wraps a record.
  init(_ record: LuaRecord, generation: Int, pool: StateRecordPool) {
    self.record = record
    self.generation = generation
    self.pool = pool
  }

  func release() { pool.give(self) }
}

/// The records that no state uses at the moment.
///
/// They know their pool, so it has to be closed in the end.
final class StateRecordPool: Sendable {
  /// The number of idle records that are held.
  private static let limit = 64

  /// `nil` once the pool is closed.
  private let idle = Mutex<[StateRecord]?>([])

  /// Takes one, or answers `nil` when there is none.
  func take() -> StateRecord? { idle.withLock { $0?.popLast() } }

  /// Takes one back.
  func give(_ record: StateRecord) {
    idle.withLock { if let count = $0?.count, count < Self.limit { $0?.append(record) } }
  }

  /// Lets go of all, and of each that comes back later.
  func close() {
    let rest = idle.withLock { idle in
      defer { idle = nil }
      return idle
    }
    _ = rest
  }
}
