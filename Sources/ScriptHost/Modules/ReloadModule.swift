import LuaRuntime
import Moonroute

/// `reload`: values that survive reloads, and functions that run at a reload.
struct ReloadModule {
  unowned let functions: FunctionMaker
  unowned let keep: ReloadKeep
  unowned let memory: GenerationMemory

  let number: Int
  let release: ScriptRelease?

  /// The module; `reload.keep` is part of the library.
  func table(_ keepFunction: LuaValue) throws(LuaError) -> LuaValue {
    var module = ModuleTable("reload", in: functions)
    module.add("keep", keepFunction)
    module.add("generation", .integer(Int64(number)))
    if let release {
      let fields = [
        LuaField(key: .string("version"), value: .integer(Int64(release.version))),
        LuaField(key: .string("channel"), value: .string(release.channel)),
        LuaField(key: .string("digest"), value: .string(release.digest)),
      ]
      module.add("release", .table(LuaTable(fields: fields)))
    }
    try module.add(
      "on_unload",
      "(fn)",
      "Runs a function once, when other scripts replace these."
    ) { call in
      let handler = try call.function(0)
      memory.keep(try memory.charge(.registrations))
      keep.unloadHandlers.append(handler)
      return []
    }
    functions.note(
      ScriptFunction(
        name: "reload.keep",
        signature: "(name, make, options) → value",
        summary: "Returns a value that survives reloads, and makes it if it does not exist yet."
      )
    )
    return module.value
  }
}
