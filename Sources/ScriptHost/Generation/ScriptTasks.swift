import LuaRuntime
import Moonroute

/// The running tasks that the scripts of one generation have spawned.
///
/// A task returns to the router's executor by number, so that after its generation was
/// released it finds nothing to run.
final class ScriptTasks {
  private let generation: Int
  private let engine: EngineReference
  private let clock: RouterClock
  private var tasks: [UInt64: ScriptTask] = [:]
  private var lastNumber: UInt64 = 0

  init(generation: Int, engine: EngineReference, clock: RouterClock) {
    self.clock = clock
    self.generation = generation
    self.engine = engine
  }

  deinit { for task in tasks.values { task.cancel() } }

  var isEmpty: Bool { tasks.isEmpty }

  /// The tasks that have not ended, the newest first.
  var pending: [PendingWork] {
    tasks.filter { $0.value.result == nil }.sorted { $0.key > $1.key }
      .map { PendingWork(kind: .spawn, due: nil, site: $1.site) }
  }

  func cancelAll() {
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }

  /// Cancels all running tasks at the end of their generation.
  ///
  /// A task that an open has spawned is cancelled when the open has ended.
  func endAll(of router: Router) {
    for task in tasks.values {
      router.whenOver(task.context) { [weak task] in task?.cancel() }
    }
  }

  /// Runs a function concurrently with its caller, beginning in the next turn.
  ///
  /// Locations that it opens are children of the step that spawned it.
  func spawn(
    _ function: LuaFunction,
    at site: SourceSite?,
    charge: MemoryCharge
  ) -> ScriptTask {
    lastNumber += 1
    let task = ScriptTask(function, at: site, charge: charge)
    tasks[lastNumber] = task
    let (number, engine, generation) = (lastNumber, engine, generation)
    task.begin(
      engine.start(by: clock) { engine, _ in await engine.run(task: number, of: generation) }
    )
    return task
  }

  /// The task's error goes to the scripts that wait for it, otherwise to the log.
  func run(_ number: UInt64, in generation: Generation) async {
    guard let task = tasks[number] else { return }
    defer { tasks[number] = nil }
    guard task.result == nil else { return }
    await generation.calls.scheduler.acquireTurn()
    guard task.result == nil else { return }
    guard !generation.calls.breaker.isOpen(for: task.function) else {
      task.end(.failure(generation.calls.breaker.error(of: task.function)))
      return
    }
    do {
      let answer = try generation.calls.scheduler.releasingTurn {
        try generation.calls.beginInBackground(task.function) { $0 }
      }
      switch answer {
      case .now(let values): try end(task, values, in: generation)
      case .later(let rest): try end(task, try await rest(), in: generation)
      }
    } catch {
      let problem = LuaError.raisable(error)
      if task.end(.failure(problem)) || error is CancellationError { return }
      generation.calls.log.write(RouterError(problem), of: task)
    }
  }

  private func end(
    _ task: ScriptTask,
    _ values: [LuaValue],
    in generation: Generation
  ) throws(LuaError) {
    let bytes = values.reduce(0) { $0 + $1.hostBytes }
    task.end(
      .success(values),
      charge: bytes == 0 ? nil : try generation.memory.charge(.tasks, bytes)
    )
  }
}
