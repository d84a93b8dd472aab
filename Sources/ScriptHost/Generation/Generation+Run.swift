import LuaRuntime
import Moonroute

extension Generation {
  /// Calls a function of the scripts: its answer, or the rest of its work.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - arguments: Its arguments.
  ///   - convert: Makes the answer of its values.
  /// - Returns: The answer, or what remains to be done for it.
  /// - Throws: What the script raised, or what `convert` throws.
  func begin<Answer>(
    _ function: LuaFunction,
    _ arguments: [LuaValue],
    _ convert: @escaping ([LuaValue]) throws -> Answer
  ) throws -> Eventual<Answer> {
    switch state.begun(state.start(function, arguments)) {
    case .finished(let values): return .now(try convert(values))
    case .failed(let error): throw explained(error)
    case .suspended(let task):
      // Without a list of captures: with one, Swift 6.3.1 runs the closure off its caller's
      // executor.
      return .later { try convert(try await self.finish(task)) }
    }
  }

  /// Lets a waiting script run to its end.
  ///
  /// - Parameters:
  ///   - task: The script.
  ///   - function: The function that runs, if it runs in the background. Default: a caller waits.
  /// - Returns: What it answers.
  /// - Throws: What it raises.
  func finish(
    _ task: LuaTask,
    inBackground function: LuaFunction? = nil
  ) async throws -> [LuaValue] {
    var task = task
    var budget = CascadeBudget()
    var start = router.events.computing?.now() ?? 0
    while true {
      guard let operation = task.operation as? PendingOperation else { return [] }
      var answer: Result<[LuaValue], any Error>
      if operation.endsByItself { selfEndingCount += 1 }
      do { answer = .success(try await operation.work()) } catch { answer = .failure(error) }
      await Self.returnToExecutor()
      if operation.endsByItself { selfEndingCount -= 1 }
      // Operations that end at once again and again must not hold the executor.
      if let computing = router.events.computing, computing.since(start) >= computing.turnLimit {
        await router.clock.yield()
        start = computing.now()
      }
      if let refusal = await budget.refusal(of: operation, answer, in: self) {
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
      let step = try goOn(task, with: answer)
      if function != nil { scheduler.releaseTurn() }
      switch step {
      case .finished(let values):
        if let function { breaker.recordSuccess(of: function) }
        return values
      case .failed(let error): throw function.map { stopped(error, $0) } ?? explained(error)
      case .suspended(let next): task = next
      }
    }
  }

  /// Resumes a script with the answer that it waited for, or ends it when it was cancelled.
  private func goOn(_ task: LuaTask, with answer: Result<[LuaValue], any Error>) throws -> LuaStep {
    let tree = router.nestedBudgetOfStep
    let start = tree == nil ? 0 : state.computingClock
    defer { tree?.add(max(start, state.computingClock) - start) }
    do {
      let values = try answer.get()
      try Task.checkCancellation()
      return state.begun(state.resume(task, with: .values(values)))
    } catch is CancellationError {
      state.cancel(task)
      throw CancellationError()
    } catch {
      return state.begun(state.resume(task, throwing: Self.raisable(error)))
    }
  }

  /// Returns to the caller's executor, wherever a function of the program ended.
  static func returnToExecutor(isolation: isolated (any Actor)? = #isolation) async {}

  /// Runs a line of Lua; an expression answers its values.
  func evaluate(_ source: String) async throws(LuaError) -> [LuaValue] {
    let chunk: LuaFunction
    do throws(LuaError) {
      chunk = try state.load("return " + source, name: "(eval)", environment: environment)
    } catch {
      chunk = try state.load(source, name: "(eval)", environment: environment)
    }
    switch state.begun(state.start(chunk)) {
    case .finished(let values): return values
    case .failed(let error): throw error
    case .suspended(let task):
      do {
        return try await finish(task)
      } catch {
        throw Self.raisable(error)
      }
    }
  }

  /// An error of the host as scripts see it: `{ code, message, file, line }`.
  static func raisable(_ error: any Error) -> LuaError {
    switch error {
    case let error as LuaError: error
    case let error as RouterError:
      LuaError(
        LuaErrorCode(rawValue: error.code.rawValue),
        error.message,
        position: error.site.map { LuaPosition(file: $0.file, line: $0.line) }
      )
    case let error as RouteProblems:
      error.all.first.map(raisable) ?? LuaError(.scriptError, "\(error)")
    default: LuaError(.hostError, "\(error)")
    }
  }
}

extension Generation {
  /// Calls a background function of the scripts: its answer, or the rest of its work.
  ///
  /// To be called when it is the function's turn (see ``FairScheduler``).
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - arguments: Its arguments. Default: none.
  ///   - convert: Makes the answer of its values.
  /// - Returns: The answer, or what remains to be done for it.
  /// - Throws: What the script raised, or what `convert` throws.
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
      // Without a list of captures, as in `begin`.
      return .later { try convert(try await self.finish(task, inBackground: function)) }
    }
  }

  /// The failure of a background function, as it is reported.
  func stopped(_ error: LuaError, _ function: LuaFunction) -> RouterError {
    let told = explained(error)
    let more = breaker.recordStop(error, of: function)
    if more.isEmpty { return told }
    return RouterError(told.code, told.message + more, at: told.site, traceback: told.traceback)
  }

  /// The clock of the scripts' computing time, or `nil` if that has no limit.
  static func computing(of state: LuaState) -> ComputingClock? {
    guard !state.limits.hasAllLibraries else { return nil }
    let callLimit = state.limits.computingTime / .nanoseconds(1)
    guard callLimit < 1e18 else { return nil }
    return ComputingClock(callLimit: UInt64(max(0, callLimit))) { [weak state] in
      state?.computingClock ?? 0
    }
  }
}

extension RouterError {
  /// The error of a script whose events have their handlers compute for too long.
  static func tooMuchEmitted(_ computing: ComputingClock) -> RouterError {
    RouterError(
      .timeout,
      "The handlers of the events that this script emits computed for more than"
        + " \(computing.chainWords) together. Emit less, or let the handlers do less."
    )
  }
}
