package import LuaRuntime
package import Moonroute

/// A test that has had its time while it waits: it does not go on, so it cannot catch that.
package struct GivenUpWait: Error {
  /// Describes the end.
  package init() {}

  /// Ends a script that waits, and says where it was.
  fileprivate func end(_ task: LuaTask, of state: LuaState) -> LuaError {
    let place = (try? state.call(of: task))?.caller()
    state.cancel(task)
    return LuaError(
      .timeout,
      "the test computed for too long while it waited, with all that ran meanwhile; wait for less,"
        + " or allow more (--timeout)",
      position: place
    )
  }
}

/// A test runner's access to the loaded scripts of an application.
///
/// Used on the application's executor only.
package final class SpecDriver {
  let engine: ScriptEngine

  /// The generation that a reset goes back to.
  private(set) var base: Generation

  /// The generation in force.
  private(set) var generation: Generation

  /// The generations that were in force: specs may hold functions of theirs.
  private var retired: [Generation] = []

  /// The names of modules that were required and are not any more.
  private var formerModuleNames: Set<String> = []

  private var finder: ModuleFinder

  /// The list of what specs and scripts wait for.
  package let waits = ScriptWaits()

  /// The error of a function that runs by itself, with the task that it was, if any.
  private struct Failure {
    let entry: LogEntry
    let task: ScriptTask?
  }

  /// The errors of handlers, timers, tasks and `on_exit` that no test has taken.
  private var failures: [Failure] = []

  var events = EmittedEvents()

  /// Looks into the application of a host, or answers `nil` when no scripts are loaded.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - application: The host's own application.
  /// - Throws: `memory_limit`.
  package init?(of host: ScriptHost, in application: isolated Application) throws(LuaError) {
    engine = host.engine(in: application)
    guard let generation = engine.generation else { return nil }
    generation.stubs.worksInSpecs = true
    self.generation = generation
    base = generation
    finder = try ModuleFinder(generation: generation)
    generation.registrar.waits = waits
    recordEvents()
    hearFailures()
  }

  /// Takes the errors of handlers, timers, tasks and `on_exit` since this was asked last.
  ///
  /// The error of a task that a script has waited for is not among it: that script got it.
  package func takeFailures() -> [LogEntry] {
    defer { failures = [] }
    return failures.filter { $0.task?.isAwaited != true }.map(\.entry)
  }

  /// Whether anything that scripts began runs by itself, and may still raise something.
  package var isAnythingRunning: Bool { !generation.calls.tasks.isEmpty }

  private func hearFailures() {
    generation.calls.log.noteFailure = { [weak self] in
      self?.failures.append(Failure(entry: $0, task: $1))
    }
    generation.router.hooks.noteFailedLeave = { [weak self] error in
      let entry = LogEntry(level: .error, message: error.message, site: error.site)
      self?.failures.append(Failure(entry: entry, task: nil))
    }
  }

  /// The Lua state of the scripts.
  package var state: LuaState { base.state }

  /// The globals of the scripts.
  package var globals: LuaEnvironment { generation.environment }

  /// The results of `require`, by name.
  package var loadedModules: LuaReference { generation.library.loadedModules }

  /// The names of the modules that were required.
  package var loadedModuleNames: Set<String> {
    let table = try? state.read(loadedModules, depth: 1).table
    return formerModuleNames.union(table?.fields.compactMap(\.key.string) ?? [])
  }

  /// The folders of the applications that were loaded.
  package var folders: Set<String> {
    Set(
      (retired + [generation])
        .compactMap { known in
          if case .folder(let folder) = known.setup.source { folder } else { nil }
        }
    )
  }

  /// The folder of the application in force, or `nil` when its scripts lie in none.
  package var folder: String? {
    if case .folder(let folder) = generation.setup.source { folder } else { nil }
  }

  /// The texts of the scripts in force, by path.
  package var scriptFiles: [String: [UInt8]] { generation.sources.files }

  /// The text of a script of the application, or `nil` when there is none.
  package func text(of path: String) -> [UInt8]? { generation.sources[path] }

  /// The lines of a script around a place, which is marked; nothing where the script is unknown.
  package func frame(at site: SourceSite) -> String { generation.sources.frame(at: site) }

  /// Finds a module of the application as `require` does.
  ///
  /// - Parameters:
  ///   - call: The call, with the name.
  ///   - environment: The globals of the module.
  /// - Returns: Its function, its path, and what to close when it is loaded.
  /// - Throws: When there is none, or it does not parse, or it is being loaded already.
  package func findModule(
    _ call: LuaCall,
    _ environment: LuaEnvironment
  ) throws -> [LuaValue] {
    try finder.find(call, environment)
  }

  /// Ends the scripts, so that what they held goes.
  ///
  /// Nothing may be asked of them any more.
  package func end() {
    generation.endRunning()
    state.close()
  }

  /// Remembers which modules were required, before that is forgotten.
  func noteModules() { formerModuleNames = loadedModuleNames }

  /// Works with another generation from now on.
  ///
  /// - Parameters:
  ///   - next: The generation, in the same Lua state.
  ///   - isBase: Whether a reset goes back to it.
  /// - Throws: `memory_limit`.
  func move(to next: Generation, asBase isBase: Bool) throws(LuaError) {
    if next !== generation {
      next.stubs.worksInSpecs = true
      if !retired.contains(where: { $0 === generation }) { retired.append(generation) }
      generation = next
      next.registrar.waits = waits
      finder = try ModuleFinder(generation: next)
      hearFailures()
    }
    if isBase { base = next }
  }

  /// Runs a function of the scripts to its end, through all its suspensions.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - arguments: Its arguments.
  ///   - time: How long it may compute.
  ///   - perform: Performs the operation that the script waits for; a test runner can end it.
  /// - Returns: What it answered, or what it ended with.
  package func run(
    _ function: LuaFunction,
    _ arguments: [LuaValue] = [],
    computing time: Duration,
    perform: (@escaping () async throws -> [LuaValue]) async throws -> [LuaValue]
  ) async -> Result<[LuaValue], LuaError> {
    var step = state.begun(state.computing(for: time) { state.start(function, arguments) })
    while true {
      switch step {
      case .finished(let values): return .success(values)
      case .failed(let error): return .failure(error)
      case .suspended(let task):
        let answer: Result<[LuaValue], any Error>
        do { answer = .success(try await perform(task.operation.work)) } catch {
          answer = .failure(error)
        }
        await ScriptCalls.returnToExecutor()
        if case .failure(let error) = answer, let given = error as? GivenUpWait {
          return .failure(given.end(task, of: state))
        }
        switch answer {
        case .success(let values):
          step = state.begun(
            state.computing(for: time) { state.resume(task, with: .values(values)) }
          )
        case .failure(let error):
          step = state.begun(
            state.computing(for: time) { state.resume(task, throwing: LuaError.raisable(error)) }
          )
        }
      }
    }
  }

  /// Makes a function that suspends the script.
  package func makeSuspending(
    _ name: String,
    _ body: @escaping (LuaCall) throws -> () async throws -> [LuaValue]
  ) throws(LuaError) -> LuaFunction {
    try base.functions.makeSuspending(name, body)
  }
}
