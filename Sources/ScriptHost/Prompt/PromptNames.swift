import LuaRuntime

/// The names that are local at the prompt, for as long as a generation lives.
final class PromptNames {
  /// The globals that texts of the prompt see: those names, then the globals of the scripts.
  let environment: LuaEnvironment

  /// The names, in the order in which they were declared.
  private(set) var declared: [String] = []

  private let declare: LuaFunction

  /// Makes them, none declared yet.
  ///
  /// - Throws: `memory_limit`.
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

  /// Declares names; one that is declared already stays as it is.
  func add(_ names: [String], in state: LuaState) throws(LuaError) {
    for name in names where !declared.contains(name) {
      _ = try state.call(declare, [.string(name)])
      declared.append(name)
    }
  }
}
