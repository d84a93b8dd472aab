import Moonroute

/// Refers to the engine of an application, for work that comes from other threads.
///
/// Holds neither: once the application is gone, there is nothing to do.
struct EngineReference: Sendable {
  private weak var application: Application?

  // Invariant: read on the application's executor only. The application is held meanwhile, and with
  // it the engine.
  nonisolated(unsafe) private unowned let engine: ScriptEngine

  /// Refers to an engine that the application holds.
  init(to engine: ScriptEngine, of application: Application) {
    self.engine = engine
    self.application = application
  }

  /// The actor whose executor the application uses, or `nil` when the application is gone.
  var owner: (any Actor)? { application?.owner }

  /// The engine, for work on the executor of the application that holds it.
  func engine(in application: isolated Application) -> ScriptEngine { engine }

  /// Does something with the engine on the application's executor, unless the application is gone.
  func perform(_ body: @Sendable (ScriptEngine, isolated Application) async -> Void) async {
    await application?.perform { application in await body(engine, application) }
  }
}
