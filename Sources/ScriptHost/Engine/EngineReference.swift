import Moonroute

/// Refers to the engine of an application, for work that comes from other threads.
///
/// Holds neither: once the application is gone, there is nothing to do.
struct EngineReference: Sendable {
  private weak var application: Application?

  // Invariant: read while the application is held, which holds the engine, and used on its executor
  // only.
  nonisolated(unsafe) private unowned let engine: ScriptEngine

  /// Refers to an engine that the application holds.
  init(to engine: ScriptEngine, of application: Application) {
    self.engine = engine
    self.application = application
  }

  /// The engine, for work on the executor of the application that holds it.
  func engine(in application: isolated Application) -> ScriptEngine { engine }

  /// Does something with the engine on the application's executor, in a task that ends with the
  /// application.
  ///
  /// The work holds the engine and not the application, so that one that waits for ever does not
  /// keep the application alive.
  ///
  /// - Parameters:
  ///   - clock: The clock of the application.
  ///   - wait: What comes before, off the engine; answers whether to go on. Default: nothing.
  ///   - body: The work.
  /// - Returns: The task.
  @discardableResult
  func start(
    by clock: RouterClock,
    after wait: @escaping @Sendable (any Actor) async -> Bool = { _ in true },
    _ body: @escaping @Sendable (ScriptEngine, isolated any Actor) async -> Void
  ) -> Task<Void, Never> {
    guard let application else { return Task {} }
    let owner = application.owner
    return application.life.start(preferring: clock.taskExecutor) {
      guard await wait(owner) else { return }
      await run(body, on: owner)
    }
  }

  private func run(
    _ body: @Sendable (ScriptEngine, isolated any Actor) async -> Void,
    on owner: isolated any Actor
  ) async {
    guard let engine = heldEngine else { return }
    await body(engine, owner)
  }

  /// The engine, unless the application is gone.
  private var heldEngine: ScriptEngine? {
    guard let application else { return nil }
    return withExtendedLifetime(application) { engine }
  }
}
