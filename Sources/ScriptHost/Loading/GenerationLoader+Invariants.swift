import LuaRuntime
import Moonroute

extension GenerationLoader {
  /// Adds the function `invariant`, which only this file sees.
  func addInvariant() throws(LuaError) {
    let (registrar, environment) = (generation.registrar, generation.environment)
    let function = try generation.state.makeFunction(Invariants.word) {
      [unowned registrar] call in
      guard registrar.readFile == Invariants.file else {
        throw LuaError(
          "wrong_type",
          "'invariant' can only be called in \(Invariants.file), while it loads."
        )
      }
      let name = try call.string(0)
      guard !name.isEmpty else {
        throw call.argumentError(0, "a sentence expected, got an empty text")
      }
      guard case .function(let check) = call[1] else {
        throw call.argumentError(
          1,
          "a function expected that returns true if it holds, got a \(call[1].typeName)"
        )
      }
      guard !registrar.invariants.all.contains(where: { $0.name == name }) else {
        throw LuaError(
          "duplicate",
          "The invariant '\(name)' already exists. Choose another name."
        )
      }
      registrar.invariants.all.append(
        Invariants.Invariant(name: name, function: check, site: SourceSite(call.caller()))
      )
      return []
    }
    try environment.set(Invariants.word, to: .function(function))
  }

  func removeInvariant() throws(LuaError) {
    try generation.environment.set(Invariants.word, to: .nil)
  }
}
