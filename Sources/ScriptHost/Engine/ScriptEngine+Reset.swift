import LuaRuntime
package import Moonroute

extension ScriptEngine {
  /// Loads the scripts of the base with fresh globals, and drops everything of other generations.
  ///
  /// Must not be called while a script runs.
  func reset() throws(ScriptProblems) {
    guard let base else { return }
    let rules = programRules.copy()
    rules.follow(router.rules)
    takeBack(base)
    do throws(LuaError) {
      try base.empty()
      try base.keep.declarations.forget()
      try base.renewGlobals()
    } catch {
      throw ScriptProblems(ScriptProblem(error, in: base.sources))
    }
    base.keep.unloadHandlers = []
    base.stubs.removeAll()
    base.bridge.types = [:]
    base.bridge.shapes.removeAll()
    base.registrar.reset()
    base.beginLoading(into: rules)
    GenerationLoader(generation: base).run()
    let problems = base.registrar.problems.sorted
    base.beginRunning()
    guard !problems.contains(where: { $0.severity == .error }) else {
      throw ScriptProblems(problems)
    }
    router.adopt(rules)
  }
}

extension Generation {
  /// Ends timers and tasks, and clears the session, the values of `reload.keep`, the modules, the
  /// stage, sticky events and stored resources.
  func empty() throws(LuaError) {
    calls.timers.cancelAll()
    calls.tasks.cancelAll()
    router.stage.clear()
    router.events.dropSticky()
    (router.resources.storage as? MemoryResources)?.removeAll()
    if !keep.declarations.storage.names.isEmpty { try? router.resources.storeSession(nil) }
    let tables = [
      keep.session, keep.initialSession, keep.values, keep.seeds, library.loadedModules,
    ]
    for table in tables { try empty(table) }
  }

  private func empty(_ table: LuaReference) throws(LuaError) {
    let fields = try state.read(table, depth: 1).table ?? LuaTable()
    for index in fields.array.indices {
      try state.set(table, .integer(Int64(index + 1)), to: .nil)
    }
    for field in fields.fields { try state.set(table, field.key, to: .nil) }
  }
}

extension ScriptHost {
  /// Makes ``reset(in:)`` return to the scripts that are loaded now.
  package func holdBase(in application: isolated LinkRouter) {
    let engine = engine(in: application)
    engine.base = engine.generation
  }

  /// Ends the timers and tasks of the scripts, and clears their data and the stage.
  package func empty(in application: isolated LinkRouter) throws {
    try engine(in: application).generation?.empty()
  }

  /// Loads the scripts as in a new process; their Lua state stays.
  package func reset(in application: isolated LinkRouter) throws {
    try engine(in: application).reset()
  }
}
