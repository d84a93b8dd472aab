struct CompiledScripts {
  /// The full name of each script by the name that Lua shows, which may be shortened.
  var names: [String: String] = [:]
  /// The counters of scripts by their name, while lines are counted.
  var lineCounters: [String: [LuaLineCounter]]?
}
