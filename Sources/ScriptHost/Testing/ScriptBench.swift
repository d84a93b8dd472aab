package import LuaRuntime
package import Moonroute

/// What a test runner does inside the loaded scripts of an application.
///
/// Used on the application's executor only.
package struct ScriptBench {
  let engine: ScriptEngine
  let generation: Generation

  /// Looks into an application, or answers `nil` when no scripts are loaded.
  package init?(of application: isolated Application) {
    engine = ScriptEngine.of(application)
    guard let generation = engine.generation else { return nil }
    generation.allowsStubs = true
    self.generation = generation
  }

  /// The Lua state of the scripts.
  package var state: LuaState { generation.state }

  /// The globals of the scripts.
  package var globals: LuaEnvironment { generation.environment }

  /// What `require` has answered, by name.
  package var loadedModules: LuaReference { generation.loadedModules }

  /// The names of the modules that were required.
  package var loadedModuleNames: [String] {
    let table = try? state.read(loadedModules, depth: 1).table
    return table?.fields.compactMap(\.key.string) ?? []
  }

  /// The text of a script of the application, or `nil` when there is none.
  package func text(of path: String) -> [UInt8]? { generation.sources[path] }

  /// A function that finds the modules of the application as `require` does.
  package func moduleFinder() throws(LuaError) -> (LuaCall) throws -> [LuaValue] {
    let finder = try ModuleFinder(generation: generation)
    return { call in try finder.find(call) }
  }

  /// Runs a function of the scripts to its end, through all its waits.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - arguments: Its arguments.
  ///   - wait: Does the work that the script waits for; a test runner can give up on it.
  /// - Returns: What it answered, or what it ended with.
  package func run(
    _ function: LuaFunction,
    _ arguments: [LuaValue] = [],
    wait: (@escaping () async throws -> [LuaValue]) async throws -> [LuaValue]
  ) async -> Result<[LuaValue], LuaError> {
    var step = state.start(function, arguments)
    while true {
      switch step {
      case .finished(let values): return .success(values)
      case .failed(let error): return .failure(error)
      case .suspended(let task):
        guard let waiting = task.operation as? Waiting else { return .success([]) }
        let answer: Result<[LuaValue], any Error>
        do { answer = .success(try await wait(waiting.work)) } catch { answer = .failure(error) }
        await Generation.comeHome()
        switch answer {
        case .success(let values): step = state.resume(task, with: .values(values))
        case .failure(let error):
          step = state.resume(task, throwing: Generation.raisable(error))
        }
      }
    }
  }

  /// Makes a function for which the script waits.
  package func makeWaiting(
    _ name: String,
    _ body: @escaping (LuaCall) throws -> () async throws -> [LuaValue]
  ) throws(LuaError) -> LuaFunction {
    try generation.makeWaiting(name, body)
  }
}
