package import LuaRuntime
package import Moonroute

extension SpecDriver {
  package var router: Router { generation.router }

  /// Whether the current persona has logged out.
  package var hasLoggedOut: Bool { generation.hasLoggedOut }

  /// Checks every invariant of `invariants.lua`.
  ///
  /// - Returns: The violated invariants.
  package func brokenInvariants() -> [BrokenInvariant] { generation.brokenInvariants() }

  /// Empties the stage, and restarts the current persona.
  ///
  /// - Throws: `memory_limit`.
  package func beginAnew() throws(LuaError) {
    generation.router.stage.clear()
    try generation.become(generation.stubs.personas.current)
  }

  /// The bytes that the scripts hold, including the host's bytes for them, after a full collection.
  package func collectedBytes() -> Int { generation.collectedBytes() }
}
