import Moonroute

/// Refers to the engine of a router, for work on other threads.
///
/// It retains neither the engine nor the router. After the router is deallocated, the work is
/// skipped.
struct EngineReference: Sendable {
  private weak var application: LinkRouter?

  // Invariant: read only while the router is retained, which retains the engine, and used only on
  // the router's executor.
  nonisolated(unsafe) private unowned let engine: ScriptEngine

  init(to engine: ScriptEngine, of application: LinkRouter) {
    self.engine = engine
    self.application = application
  }

  func engine(in application: isolated LinkRouter) -> ScriptEngine { engine }

  /// Runs work on the router's executor, in a task that ends with the router.
  ///
  /// The work retains the engine and not the router, so that work that waits forever does not keep
  /// the router alive. `wait` runs before it, off the engine; `false` skips the work.
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

  private var heldEngine: ScriptEngine? {
    guard let application else { return nil }
    return withExtendedLifetime(application) { engine }
  }
}
