import LuaRuntime
package import Moonroute

extension ScriptBench {
  /// Loads the scripts anew into the same Lua state, everything that they registered and kept gone.
  ///
  /// To be called while no script runs.
  ///
  /// - Throws: Every problem found.
  package func reset() throws(ScriptProblems) {
    let rules = engine.programRules.copy()
    generation.timers.cancelAll()
    generation.router.stage.clear()
    do {
      try empty(generation.session)
      try empty(generation.kept)
      try empty(generation.keptSeeds)
      try empty(generation.loadedModules)
    } catch {
      throw ScriptProblems(ScriptProblem(error, in: generation.sources))
    }
    generation.unloadHandlers = []
    generation.stubs = [:]
    generation.deferredGuards = []
    generation.failedNames = []
    generation.types = [:]
    generation.unmatched = SchemeFunctions()
    generation.onError = SchemeFunctions()
    generation.problems = ProblemList()
    generation.beginLoading(into: rules)
    GenerationLoader(generation: generation).run()
    let problems = generation.problems.sorted
    generation.beginRunning()
    guard !problems.contains(where: { $0.severity == .error }) else {
      throw ScriptProblems(problems)
    }
    generation.router.adopt(rules)
  }

  private func empty(_ table: LuaReference) throws(LuaError) {
    let fields = try generation.state.read(table, depth: 1).table ?? LuaTable()
    for index in fields.array.indices {
      try generation.state.set(table, .integer(Int64(index + 1)), to: .nil)
    }
    for field in fields.fields { try generation.state.set(table, field.key, to: .nil) }
  }

  /// The stage as a drawing.
  package var drawing: String { generation.router.stage.tree.description }

  /// The routes in force.
  package var routes: [RouteInfo] { generation.router.rules.directory.index.routes }

  /// Hears of the outcome of every open, fetch and build, on the application's executor.
  package func watchOutcomes(_ notify: @escaping (Outcome) -> Void) {
    generation.router.probe = notify
  }
}
