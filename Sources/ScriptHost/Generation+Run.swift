import LuaRuntime
import Moonroute

/// What a host function of ours waits for on behalf of a script.
struct Waiting {
  /// Does the work and answers the values for the script.
  let work: () async throws -> [LuaValue]
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
    switch state.start(function, arguments) {
    case .finished(let values): return .now(try convert(values))
    case .failed(let error): throw RouterError(error)
    case .suspended(let task):
      return .later { [self] in try convert(try await finish(task)) }
    }
  }

  /// Lets a waiting script run to its end.
  func finish(_ task: LuaTask) async throws -> [LuaValue] {
    var task = task
    while true {
      let step: LuaStep
      do {
        guard let waiting = task.operation as? Waiting else { return [] }
        let values = try await waiting.work()
        try Task.checkCancellation()
        step = state.resume(task, with: .values(values))
      } catch is CancellationError {
        state.cancel(task)
        throw CancellationError()
      } catch {
        step = state.resume(task, throwing: Self.raisable(error))
      }
      switch step {
      case .finished(let values): return values
      case .failed(let error): throw RouterError(error)
      case .suspended(let next): task = next
      }
    }
  }

  /// Runs a line of Lua; an expression answers its values.
  func evaluate(_ source: String) async throws(LuaError) -> [LuaValue] {
    let chunk: LuaFunction
    do throws(LuaError) {
      chunk = try state.load("return " + source, name: "(eval)", environment: environment)
    } catch {
      chunk = try state.load(source, name: "(eval)", environment: environment)
    }
    switch state.start(chunk) {
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
