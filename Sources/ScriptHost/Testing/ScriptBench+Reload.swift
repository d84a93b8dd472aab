extension ScriptBench {
  /// Loads the scripts again as a new generation, and builds the screens on the stage again.
  ///
  /// The new generation shares the Lua state, under globals of its own, so that a spec can hold
  /// values of both.
  ///
  /// - Parameter files: Texts that take the place of files of these paths, or stand beside them.
  /// - Throws: Every problem found; then the scripts before go on.
  package func reload(_ files: [String: [UInt8]]) async throws(ScriptProblems) {
    noteModules()
    let texts = ScriptTexts(
      collecting: generation.setup.source,
      generation.setup.access,
      before: generation.sources,
      over: files
    )
    try load(generation.setup, texts, asHome: false)
    _ = await engine.rebuildScreens()
  }

  /// Loads the application of another folder, with nothing left of the one before.
  ///
  /// - Parameter folder: The folder's path.
  /// - Throws: Every problem found; then the scripts before go on, on an empty stage.
  package func load(folder: String) throws(ScriptProblems) {
    noteModules()
    var setup = generation.setup
    setup.source = .folder(folder)
    try empty()
    generation.unloadHandlers = []
    generation.specStubs = []
    let texts = ScriptTexts(collecting: setup.source, setup.access, before: nil)
    try load(setup, texts, asHome: true)
    events = EmittedEvents()
  }

  private func load(
    _ setup: ScriptSetup,
    _ texts: ScriptTexts,
    asHome isHome: Bool
  ) throws(ScriptProblems) {
    _ = try engine.load(setup, texts, start: ContinuousClock.now, in: state)
    guard let next = engine.generation else { return }
    do {
      try move(to: next, asHome: isHome)
    } catch {
      throw ScriptProblems(ScriptProblem(error, in: texts))
    }
  }
}
