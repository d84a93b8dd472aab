import LuaRuntime
package import Moonroute

/// The state of loaded scripts that outlives an open, as far as the host sees it: the values of
/// `reload.keep`, the kept events, and the number of registrations, timers and stubs.
///
/// It does not include the session, the stage and the variables of the scripts.
package struct ScriptStateMark: Equatable, Sendable {
  let kept: Value
  let stickyEvents: [UInt64]
  let heldBytes: [Int]
  let stubs: [String]
}

extension ScriptHost {
  /// Two marks of the same scripts differ if something has changed.
  ///
  /// - Complexity: O(*n*) for *n* values of `reload.keep` and kept events.
  package func stateMark(in application: isolated LinkRouter) -> ScriptStateMark {
    guard let generation = engine(in: application).generation else {
      return ScriptStateMark(kept: .null, stickyEvents: [], heldBytes: [], stubs: [])
    }
    return ScriptStateMark(
      kept: generation.keep.keptData,
      stickyEvents: application.events.stickyNumbers,
      heldBytes: generation.memory.lastingBytes,
      stubs: generation.stubs.names.sorted()
    )
  }
}
