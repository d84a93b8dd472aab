package import LuaRuntime
package import Moonroute

extension SpecDriver {
  package var router: Router { generation.router }

  package var loggedOutPersona: LoggedOutPersona? { generation.loggedOutPersona }

  package func brokenInvariants() -> [BrokenInvariant] { generation.brokenInvariants() }

  /// Empties the stage, and restarts the current persona.
  package func beginAnew() throws(LuaError) {
    generation.router.stage.clear()
    try generation.become(generation.stubs.personas.current)
  }

  package func collectedBytes() -> Int { generation.collectedBytes() }
}
