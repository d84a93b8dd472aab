import LuaRuntime

/// The names that are local at the prompt, while a generation lives.
final class PromptNames {
  /// The globals that texts of the prompt see: the local names, then the globals of the scripts.
  let environment: LuaEnvironment

  /// The names, in order of declaration.
  private(set) var declared: [String] = []

  private let declare: LuaFunction

  init(of generation: Generation) throws(LuaError) {
    let names = try generation.state.hold(.table(LuaTable()))
    let answer = try ModuleInstaller(generation: generation)
      .run("prompt", [.reference(generation.environment.reference), .reference(names)])
    guard case .function(let declare) = answer else {
      throw LuaError(.hostError, "the library has no prompt")
    }
    self.declare = declare
    environment = LuaEnvironment(names)
  }

  /// Declares names; a name that is already declared keeps its value.
  func add(_ names: [String], in state: LuaState) throws(LuaError) {
    for name in names where !declared.contains(name) {
      _ = try state.call(declare, [.string(name)])
      declared.append(name)
    }
  }
}
