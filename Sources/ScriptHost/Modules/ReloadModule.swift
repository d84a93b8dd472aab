import LuaRuntime
import Moonroute

/// `reload`: what lives through reloads, and what happens at one.
struct ReloadModule {
  unowned let generation: Generation

  /// The module; `keep` is the library's.
  func table(keep: LuaValue) throws(LuaError) -> LuaValue {
    var module = ModuleTable("reload", in: generation)
    module.add("keep", keep)
    module.add("generation", .integer(Int64(generation.number)))
    try module.add(
      "on_unload",
      "(fn)",
      "Runs a function once, when other scripts take the place of these."
    ) { [unowned generation] call in
      let handler = try call.function(0)
      generation.lastingCharges.append(try generation.charge(.registrations))
      generation.unloadHandlers.append(handler)
      return []
    }
    generation.reference.append(
      ScriptFunction(
        name: "reload.keep",
        signature: "(name, make, options) → value",
        summary: "Answers a value that lives through reloads, made when there is none yet."
      )
    )
    return module.value
  }
}
