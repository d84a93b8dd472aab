import LuaRuntime
import Moonroute

/// Finds and compiles the modules that scripts require.
struct ModuleFinder {
  unowned let generation: Generation

  /// Answers the compiled module of a name, and its path.
  ///
  /// - Throws: When there is none, when it does not parse, or when it is being loaded already.
  func find(_ call: LuaCall) throws -> [LuaValue] {
    let name = try call.string(0)
    if call[1].isTruthy {
      throw LuaError(
        .scriptError,
        "'\(name)' requires itself, directly or through another module. Move what both need into"
          + " a third."
      )
    }
    let path = name.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "/")
    for candidate in [path + ".lua", path + "/init.lua"] {
      if let text = generation.sources[candidate] {
        let chunk = try generation.state.load(
          text,
          name: candidate,
          environment: generation.environment
        )
        return [.function(chunk), .string(candidate)]
      }
    }
    let modules = generation.sources.paths.map { path in
      path.dropLast(4).split(separator: "/").joined(separator: ".")
    }
    let hint = NearestNames.hint(for: name, among: modules)
    throw LuaError(.scriptError, "There is no module '\(name)': no file \(path).lua.\(hint)")
  }
}
