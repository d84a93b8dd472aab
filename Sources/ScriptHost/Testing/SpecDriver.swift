package import LuaRuntime
package import Moonroute

/// Thrown into a test that has used up its time while it waits.
///
/// The test is ended and cannot catch it.
package struct GivenUpWaitError: Error {
  package init() {}

  /// Ends a waiting script, and returns the error with its place.
  fileprivate func end(_ task: LuaTask, of state: LuaState) -> LuaError {
    let place = (try? state.call(of: task))?.caller()
    state.cancel(task)
    return LuaError(
      .timeout,
      "the test and the code that ran while it waited computed for too long; wait for less,"
        + " or allow more (--timeout)",
      position: place
    )
  }
}

/// A test runner's access to the loaded scripts of an application.
///
/// Used only on the router's executor.
package final class SpecDriver {
  let engine: ScriptEngine

  let logObservers: ScriptObservers<LogEntry>

  private(set) var generation: Generation

  /// The generation that a reset restores.
  private(set) var base: Generation { didSet { engine.base = base } }

  /// The previous generations: specs may hold their functions.
  private var retired: [Generation] = []

  /// The names of modules that were required by previous generations.
  private var formerModuleNames: Set<String> = []

  private var finder: ModuleFinder

  package let waits = ScriptWaits()

  private struct Failure {
    let entry: LogEntry
    let task: ScriptTask?
    var isOfRequest = false
  }

  /// The errors of handlers, timers, tasks, `on_exit` and requests that no test has taken yet.
  private var failures: [Failure] = []

  var events = EmittedEvents()

  /// Fails if no scripts are loaded.
  package init?(of host: ScriptHost, in application: isolated LinkRouter) throws(LuaError) {
    (engine, logObservers) = (host.engine(in: application), host.logObservers)
    guard let generation = engine.generation else { return nil }
    generation.stubs.worksInSpecs = true
    self.generation = generation
    base = generation
    engine.base = generation
    finder = try ModuleFinder(generation: generation)
    generation.registrar.waits = waits
    recordEvents()
    hearFailures()
  }

  /// Takes the errors since the last call, without errors of tasks that a script has awaited.
  package func takeFailures() -> [LogEntry] {
    defer { failures = [] }
    return failures.filter { $0.task?.isAwaited != true }.map(\.entry)
  }

  /// Whether background work of scripts is still running, and may still raise an error.
  package var isAnythingRunning: Bool { !generation.calls.tasks.isEmpty }

  /// The tasks and timers that have not ended.
  package var pendingWork: [PendingWork] {
    generation.calls.tasks.pending + generation.calls.timers.pending
  }

  private func hearFailures() {
    generation.calls.log.noteFailure = { [weak self] in
      self?.note(Failure(entry: $0, task: $1))
    }
    generation.stubs.replies.noteMissing = { [weak self] in
      self?.note(Failure(entry: $0, task: nil, isOfRequest: true))
    }
  }

  /// Adds a failure, unless it is the error of the last request, which a handler did not catch.
  private func note(_ failure: Failure) {
    if let last = failures.last, last.isOfRequest, !failure.isOfRequest,
      last.entry.site == failure.entry.site,
      failure.entry.message.hasSuffix(last.entry.message)
    {
      return
    }
    failures.append(failure)
  }

  package var state: LuaState { base.state }

  package var globals: LuaEnvironment { generation.environment }

  /// The results of `require`, by name.
  package var loadedModules: LuaReference { generation.library.loadedModules }

  package var loadedModuleNames: Set<String> {
    let table = try? state.read(loadedModules, depth: 1).table
    return formerModuleNames.union(table?.fields.compactMap(\.key.string) ?? [])
  }

  /// The folders of the applications that were loaded.
  package var folders: Set<String> {
    Set(
      (retired + [generation])
        .compactMap { known in
          if case .folder(let folder) = known.setup.source.kind { folder } else { nil }
        }
    )
  }

  package var folder: String? {
    if case .folder(let folder) = generation.setup.source.kind { folder } else { nil }
  }

  package var scriptFiles: [String: [UInt8]] { generation.sources.files }

  package func text(of path: String) -> [UInt8]? { generation.sources[path] }

  package func frame(at site: SourceSite) -> String { generation.sources.frame(at: site) }

  /// Finds a module as `require` does: its function, its path, and an object to close when loaded.
  package func findModule(
    _ call: LuaCall,
    _ environment: LuaEnvironment
  ) throws -> [LuaValue] {
    try finder.find(call, environment)
  }

  /// Ends the scripts and releases everything; the driver must not be used afterwards.
  package func end() {
    generation.endRunning()
    state.close()
  }

  /// Records which modules were required, before the list is lost.
  func noteModules() { formerModuleNames = loadedModuleNames }

  /// Works with a generation in the same Lua state; a reset restores it if `isBase`.
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
  /// `perform` performs each awaited operation, so that a test runner can end it.
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
        if case .failure(let error) = answer, let given = error as? GivenUpWaitError {
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

  package func makeSuspending(
    _ name: String,
    endsByItself: Bool = false,
    _ body: @escaping (LuaCall) throws -> () async throws -> [LuaValue]
  ) throws(LuaError) -> LuaFunction {
    try base.functions.makeSuspending(name, endsByItself: endsByItself, body)
  }
}
