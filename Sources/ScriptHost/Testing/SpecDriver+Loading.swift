package import LuaRuntime
package import Moonroute

extension SpecDriver {
  /// Loads the scripts from their files with fresh globals, and drops everything of the old ones.
  ///
  /// Must not be called while a script runs.
  package func reset() throws(ScriptProblems) {
    noteModules()
    do {
      try move(to: base, asBase: true)
    } catch {
      throw ScriptProblems(ScriptProblem(error, in: base.sources))
    }
    try engine.reset()
    events = EmittedEvents()
  }

  package var personaNames: [String] { generation.stubs.personas.names }

  /// Switches to a persona, and runs the guards of the screens on the stage again.
  package func become(_ name: String?) async throws(LuaError) {
    try generation.become(name)
    await generation.router.revalidate()
  }

  /// Ends the work of the scripts, and clears their data, the stage and the events.
  private func empty() throws(ScriptProblems) {
    events = EmittedEvents()
    do {
      try generation.empty()
    } catch {
      throw ScriptProblems(ScriptProblem(error, in: generation.sources))
    }
  }

  package var drawing: String { generation.router.stage.tree.description }

  package var routes: [RouteInfo] { generation.router.rules.directory.index.routes }

  /// Observes the outcome of every open, fetch and build, on the router's executor.
  package func observeOutcomes(_ notify: @escaping (Outcome) -> Void) {
    generation.router.observeOutcomes(owner: self, notify)
  }
}

extension SpecDriver {
  /// Loads the scripts again as a new generation, and builds the screens on the stage again.
  ///
  /// It shares the Lua state, with its own globals, so that a spec can hold values of both. After
  /// an error, the previous scripts stay in force.
  package func reload(_ files: [String: [UInt8]]) async throws(ScriptProblems) {
    noteModules()
    let texts = ScriptTexts(
      collecting: generation.setup.source,
      generation.setup.access,
      before: generation.sources,
      over: generation.setup.textsOver.merging(files) { $1 }
    )
    try load(generation.setup, texts, asBase: false)
    _ = await engine.rebuildScreens()
  }

  /// Loads another folder and keeps nothing; after an error, the stage is empty.
  package func load(folder: String) throws(ScriptProblems) {
    noteModules()
    var setup = generation.setup
    setup.source = .folder(folder)
    try empty()
    generation.keep.unloadHandlers = []
    generation.registrar.mounts = ModuleMounts()
    generation.stubs.forgetSpecs()
    let texts = ScriptTexts(
      collecting: setup.source,
      setup.access,
      before: nil,
      over: setup.textsOver
    )
    try load(setup, texts, asBase: true)
    events = EmittedEvents()
  }

  private func load(
    _ setup: ScriptSetup,
    _ texts: ScriptTexts,
    asBase isBase: Bool
  ) throws(ScriptProblems) {
    _ = try engine.load(setup, texts, start: ContinuousClock.now, in: state)
    guard let next = engine.generation else { return }
    do {
      try move(to: next, asBase: isBase)
    } catch {
      throw ScriptProblems(ScriptProblem(error, in: texts))
    }
  }
}
