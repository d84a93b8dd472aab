import LuaRuntime
package import Moonroute

extension ScriptBench {
  /// Loads the scripts anew as they lie in their files, everything that they registered and kept
  /// gone.
  ///
  /// To be called while no script runs.
  ///
  /// - Throws: Every problem found.
  package func reset() throws(ScriptProblems) {
    noteModules()
    let rules = engine.programRules.copy()
    rules.follow(home.router.rules)
    engine.takeBack(home)
    do {
      try move(to: home, asHome: true)
    } catch {
      throw ScriptProblems(ScriptProblem(error, in: home.sources))
    }
    try empty()
    home.unloadHandlers = []
    home.stubs = [:]
    home.specStubs = []
    home.deferredGuards = []
    home.failedNames = []
    home.types = [:]
    home.unmatched = SchemeFunctions()
    home.onError = SchemeFunctions()
    home.problems = ProblemList()
    home.beginLoading(into: rules)
    GenerationLoader(generation: home).run()
    let problems = home.problems.sorted
    home.beginRunning()
    guard !problems.contains(where: { $0.severity == .error }) else {
      throw ScriptProblems(problems)
    }
    home.router.adopt(rules)
    events = EmittedEvents()
  }

  /// Ends what runs, and forgets what the scripts keep, what is on the stage and what was emitted.
  func empty() throws(ScriptProblems) {
    generation.timers.cancelAll()
    generation.tasks.cancelAll()
    generation.router.stage.clear()
    generation.router.events.dropSticky()
    events = EmittedEvents()
    do {
      try empty(generation.session)
      try empty(generation.kept)
      try empty(generation.keptSeeds)
      try empty(generation.loadedModules)
    } catch {
      throw ScriptProblems(ScriptProblem(error, in: generation.sources))
    }
  }

  private func empty(_ table: LuaReference) throws(LuaError) {
    let fields = try state.read(table, depth: 1).table ?? LuaTable()
    for index in fields.array.indices {
      try state.set(table, .integer(Int64(index + 1)), to: .nil)
    }
    for field in fields.fields { try state.set(table, field.key, to: .nil) }
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
