package import LuaRuntime
package import Moonroute

extension SpecDriver {
  /// The router of the application.
  package var router: Router { generation.router }

  /// Whether the persona in force has logged out.
  package var hasLoggedOut: Bool { generation.hasLoggedOut }

  /// Asks every invariant of `invariants.lua`.
  ///
  /// - Returns: Those that do not hold.
  package func brokenInvariants() -> [BrokenInvariant] { generation.brokenInvariants() }

  /// Empties the stage, and lets the persona in force begin anew.
  ///
  /// - Throws: `memory_limit`.
  package func beginAnew() throws(LuaError) {
    generation.router.stage.clear()
    try generation.become(generation.stubs.personas.current)
  }

  /// The bytes that the scripts hold, with those that the host holds for them, once everything is
  /// collected.
  package func collectedBytes() -> Int { generation.collectedBytes() }
}
