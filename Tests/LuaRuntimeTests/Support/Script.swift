import LuaRuntime

/// A state with one environment, for tests.
struct Script {
  let state: LuaState
  let environment: LuaEnvironment

  init(limits: LuaLimits = LuaLimits()) throws {
    state = try LuaState(limits: limits, label: "the test's state")
    environment = try state.makeEnvironment()
  }

  /// Loads and calls a script.
  @discardableResult
  func run(
    _ source: String,
    _ arguments: LuaValue...,
    name: String = "test.lua"
  ) throws
    -> [LuaValue]
  {
    try state.call(load(source, name: name), arguments)
  }

  /// Loads a script.
  func load(_ source: String, name: String = "test.lua") throws -> LuaFunction {
    try state.load(source, name: name, environment: environment)
  }

  /// Runs a script that raises an error, and returns the error.
  func failure(_ source: String, name: String = "test.lua") -> LuaError? {
    do {
      try run(source, name: name)
      return nil
    } catch {
      return error as? LuaError
    }
  }

  /// Defines a global host function.
  func define(
    _ name: String,
    suspends: LuaSuspends = .never,
    _ body: @escaping (LuaCall) throws -> LuaAnswer
  ) throws {
    try environment.set(
      name,
      to: .function(state.makeAnswering(name, suspends: suspends, body))
    )
  }
}
