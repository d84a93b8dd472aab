import LuaRuntime
import Moonroute

/// What a host function of ours waits for on behalf of a script.
struct Waiting {
  /// Does the work and answers the values for the script.
  let work: () async throws -> [LuaValue]

  /// Whether that comes by itself, as a time does or an answer of the program.
  var endsByItself = false

  /// The nanoseconds that handlers of the scripts have computed for it, if it has them run.
  var computed: (() -> UInt64)?

  /// Counts it for as long as it is waited for.
  var lifetimeToken: KeptBytes?
}

extension Generation {
  /// Calls a function of the scripts: its answer, or the wait for it.
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
  ///   - function: The function that runs, if nobody waits for it. Default: somebody waits.
  /// - Returns: What it answers.
  /// - Throws: What it raises.
  func finish(
    _ task: LuaTask,
    inBackground function: LuaFunction? = nil
  ) async throws -> [LuaValue] {
    var task = task
    var patience = ScriptPatience()
    var start = router.events.computing?.now() ?? 0
    while true {
      guard let waiting = task.operation as? Waiting else { return [] }
      var answer: Result<[LuaValue], any Error>
      if waiting.endsByItself { endingWaits += 1 }
      do { answer = .success(try await waiting.work()) } catch { answer = .failure(error) }
      await Self.comeHome()
      if waiting.endsByItself { endingWaits -= 1 }
      // What comes at once again and again must not hold the executor.
      if let computing = router.events.computing, computing.since(start) >= computing.turnLimit {
        await router.clock.yield()
        start = computing.now()
      }
      if let refusal = await patience.refusal(of: waiting, answer, in: self) {
        guard patience.isFresh else {
          state.cancel(task)
          throw refusal
        }
        answer = .failure(refusal)
      }
      if let function {
        await turns.enter()
        guard !strikes.isOut(function) else {
          state.cancel(task)
          throw CancellationError()
        }
      }
      let step = try goOn(task, with: answer)
      if function != nil { turns.leave() }
      switch step {
      case .finished(let values):
        if let function { strikes.clear(function) }
        return values
      case .failed(let error): throw function.map { stopped(error, $0) } ?? explained(error)
      case .suspended(let next): task = next
      }
    }
  }

  /// Lets a script go on with what it waited for, or ends it when nobody wants that any more.
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

  /// Makes sure of being on the caller's executor again, whatever a function of the program did.
  static func comeHome(isolation: isolated (any Actor)? = #isolation) async {}

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
