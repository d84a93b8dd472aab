import LuaRuntime
import Moonroute
import ScriptLibrary

/// Gives a fresh environment everything that scripts see.
struct ModuleInstaller {
  unowned let generation: Generation

  /// Makes classes and modules and puts them into the environment.
  func install() throws(LuaError) {
    try ClassMaker(generation: generation).makeAll()
    let environment = generation.environment
    try environment.set("router", to: try RouterModule(generation: generation).table())
    try environment.set("screen", to: try ScreenModule(generation: generation).function())
    try environment.set("animator", to: try AnimatorModule(generation: generation).table())
    try environment.set("stage", to: try StageModule(generation: generation).object())
    try environment.set("log", to: try LogModule(generation: generation).table())
    try environment.set("host", to: try HostModule(generation: generation).object())
    try environment.set("json", to: try JSONModule(generation: generation).table())
    try TimeModule(generation: generation).install(in: environment)
    try environment.set("session", to: .reference(generation.session))
    try environment.set("require", to: try require())
    try generation.shapes.prepare()
  }

  /// `require`, from the library, with our way of finding modules.
  private func require() throws(LuaError) -> LuaValue {
    let finder = try ModuleFinder(generation: generation)
    let find = try generation.state.makeFunction("require") { call in try finder.find(call) }
    return try run("require", [.function(find)])
  }

  /// Runs a file of the library and hands out what it answers.
  func run(_ name: String, _ arguments: [LuaValue]) throws(LuaError) -> LuaValue {
    let state = generation.state
    guard let text = ScriptLibrary.files["lib/\(name).lua"] else {
      throw LuaError(.hostError, "the library has no \(name)")
    }
    let chunk = try state.load(
      text,
      name: "//moonroute/\(name).lua",
      environment: try state.makeEnvironment()
    )
    return try state.call(chunk, arguments).first ?? .nil
  }
}
