import LuaRuntime
import Moonroute
import Testing

@testable import ScriptHost

/// The records of states, which are reused.
@Suite struct StateRecordTests {
  /// Sendable because each test uses it in only one place at a time.
  private final class Watch: @unchecked Sendable {
    weak var record: StateRecord?
  }

  @Test(arguments: [true, false])
  func `a closed pool keeps no record`(isBackBefore: Bool) throws {
    let state = try LuaState()
    let pool = StateRecordPool()
    let watch = Watch()
    try {
      let record = StateRecord(LuaRecord(in: state), generation: 1, pool: pool)
      watch.record = record
      if isBackBefore { record.release() }
      try #require(pool.take() === (isBackBefore ? record : nil))
      if isBackBefore { record.release() }
      pool.close()
      if !isBackBefore { record.release() }
    }()
    #expect(watch.record == nil)
    #expect(pool.take() == nil)
  }

  @Test func `the records of scripts end with their generation`() async throws {
    let scripts = try await LoadedScripts.load(
      "router.route { path = '/:n', redirect = function(state) return state.params.n == 'a' end,"
        + " action = function(state) return state.params.n end }"
    )
    let watch = Watch()
    #expect(await scripts.open("/a") == "handled a")
    try await scripts.router.perform { application in
      let records = try #require(scripts.host.engine(in: application).generation?.bridge.records)
      let record = try #require(records.take())
      watch.record = record
      record.release()
    }
    #expect(watch.record != nil)
    // The second to last record is certainly released. The last may still wait for its own turn.
    for _ in 0..<2 { try await scripts.host.load() }
    #expect(watch.record == nil)
  }
}
