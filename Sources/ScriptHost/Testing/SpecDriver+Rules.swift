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

  /// The session as plain data.
  package var session: Value { ScriptSession(engine).value }

  package func observeHostCalls(
    _ observer: @escaping @Sendable (HostCall) -> Void
  ) -> ScriptObservation<HostCall> {
    ScriptObservation(generation.setup.hostCalls, observer)
  }

  package func observeLog(_ observer: @escaping @Sendable (LogEntry) -> Void) -> LogObservation {
    LogObservation(logObservers, observer)
  }

  package func collectedBytes() -> Int { generation.collectedBytes() }
}
