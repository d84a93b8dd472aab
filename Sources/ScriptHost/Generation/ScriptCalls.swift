import LuaRuntime
import Moonroute

/// The calls of the functions of one generation's scripts: starting, waiting, resuming, finishing.
final class ScriptCalls {
  /// Holds everything that scripts can reach; set after its creation.
  unowned var generation: Generation?

  let log: LogRateLimiter
  let timers: ScriptTimers

  let tasks: ScriptTasks

  /// The turns of background functions, and the count of stopped ones.
  let scheduler: FairScheduler
  let breaker = CircuitBreaker()

  /// The number of scripts that wait for an operation that ends by itself: a timer, or the program.
  private(set) var selfEndingCount = 0

  let state: LuaState
  let scope: RegistrationScope
  private let functions: FunctionMaker

  init(
    state: LuaState,
    scope: RegistrationScope,
    functions: FunctionMaker,
    log: LogRateLimiter,
    timers: ScriptTimers,
    tasks: ScriptTasks
  ) {
    self.state = state
    self.scope = scope
    self.functions = functions
    self.log = log
    self.timers = timers
    self.tasks = tasks
    scheduler = FairScheduler(scope.router)
  }

  /// Calls a function of the scripts; returns its answer, or the rest of its work.
  func begin<Answer>(
    _ function: LuaFunction,
    _ arguments: [LuaValue],
    _ convert: @escaping ([LuaValue]) throws -> Answer
  ) throws -> Eventual<Answer> {
    switch state.begun(state.start(function, arguments)) {
    case .finished(let values): return .now(try convert(values))
    case .failed(let error): throw functions.explained(error)
    case .suspended(let task):
      // Another script may stop for the debugger before the caller awaits this one.
      generation?.debugging?.noteWait(of: task.number)
      // Do not add a capture list: with one, Swift 6.3.1 runs the closure off its caller's
      // executor. The remaining work retains everything that the script can reach.
      let generation = generation
      return .later { try convert(try await self.finish(task, in: generation)) }
    }
  }

  /// Runs a waiting script to its end, and retains the generation meanwhile.
  ///
  /// `function` is the function of a script in the background; otherwise a caller waits.
  func finish(
    _ task: LuaTask,
    inBackground function: LuaFunction? = nil,
    in generation: Generation?
  ) async throws -> [LuaValue] {
    defer { withExtendedLifetime(generation) {} }
    let run = task.number
    generation?.debugging?.noteWait(of: run)
    defer { generation?.debugging?.forget(run: run) }
    var task = task
    let router = scope.router
    var budget = CascadeBudget()
    var start = router.events.computing?.now() ?? 0
    while true {
      let operation = task.operation
      let wasCancelled = Task.isCancelled
      var answer: Result<[LuaValue], any Error>
      if operation.endsByItself { selfEndingCount += 1 }
      do { answer = .success(try await operation.work()) } catch { answer = .failure(error) }
      await Self.returnToExecutor()
      if operation.endsByItself { selfEndingCount -= 1 }
      // Operations that keep ending immediately must not block the executor.
      if let computing = router.events.computing, computing.since(start) >= computing.turnLimit {
        await router.clock.yield()
        start = computing.now()
      }
      if let refusal = await budget.refusal(of: operation, answer, in: router) {
        guard budget.isFresh else {
          state.cancel(task)
          throw refusal
        }
        answer = .failure(refusal)
      }
      if let function {
        await scheduler.acquireTurn()
        guard !breaker.isOpen(for: function) else {
          state.cancel(task)
          throw CancellationError()
        }
      }
      // Only once: the script's next operation ends with its generation.
      let isTold = operation.isToldOfEnd && !wasCancelled && scope.phase == .replaced
      let step = try goOn(task, with: answer, isTold: isTold)
      if function != nil { scheduler.releaseTurn() }
      switch step {
      case .finished(let values):
        if let function { breaker.recordSuccess(of: function) }
        return values
      case .failed(let error):
        throw function.map { stopped(error, $0) } ?? functions.explained(error)
      case .suspended(let next): task = next
      }
    }
  }

  /// Resumes a script, or ends it if it was cancelled and does not receive the answer.
  private func goOn(
    _ task: LuaTask,
    with answer: Result<[LuaValue], any Error>,
    isTold: Bool
  ) throws -> LuaStep {
    let tree = scope.router.nestedBudgetOfStep
    let now = state.computingClock
    let start = tree == nil ? 0 : now()
    defer { tree?.add(max(start, now()) - start) }
    do {
      let values = try answer.get()
      if !isTold { try Task.checkCancellation() }
      return state.begun(state.resume(task, with: .values(values)))
    } catch is CancellationError {
      state.cancel(task)
      throw CancellationError()
    } catch {
      return state.begun(state.resume(task, throwing: LuaError.raisable(error)))
    }
  }

  /// Returns to the caller's executor, wherever a function of the program ended.
  static func returnToExecutor(isolation: isolated (any Actor)? = #isolation) async {}
}

extension ScriptCalls {
  /// Calls a background function; returns its answer, or the rest of its work.
  ///
  /// Must be called during the function's turn (see ``FairScheduler``).
  func beginInBackground<Answer>(
    _ function: LuaFunction,
    _ arguments: [LuaValue] = [],
    _ convert: @escaping ([LuaValue]) throws -> Answer
  ) throws -> Eventual<Answer> {
    switch state.begun(state.start(function, arguments)) {
    case .finished(let values):
      breaker.recordSuccess(of: function)
      return .now(try convert(values))
    case .failed(let error): throw stopped(error, function)
    case .suspended(let task):
      // Without a capture list, as in `begin`.
      let generation = generation
      return .later {
        try convert(try await self.finish(task, inBackground: function, in: generation))
      }
    }
  }

  /// The reported failure of a background function.
  func stopped(_ error: LuaError, _ function: LuaFunction) -> RouterError {
    let told = functions.explained(error)
    let more = breaker.recordStop(error, of: function)
    if more.isEmpty { return told }
    return RouterError(told.code, told.message + more, at: told.site, traceback: told.traceback)
  }

  /// The clock of the scripts' computing time, or `nil` if that has no limit.
  static func computing(of state: LuaState) -> ComputingClock? {
    guard !state.limits.hasAllLibraries else { return nil }
    let callLimit = state.limits.computingTime / .nanoseconds(1)
    guard callLimit < 1e18 else { return nil }
    return ComputingClock(callLimit: UInt64(max(0, callLimit)), now: state.computingClock)
  }
}

extension RouterError {
  /// The error for a script that emitted events with handlers that computed for too long.
  static func tooMuchEmitted(_ computing: ComputingClock) -> RouterError {
    RouterError(
      .timeout,
      "The handlers of the events that this script emits computed for more than"
        + " \(computing.chainWords) together. Emit less, or let the handlers do less."
    )
  }
}
