import LuaRuntime
import Moonroute
import RoutePatterns

/// The scripts of one router: one generation at a time.
final class ScriptEngine: ApplicationAttachment {
  let router: Router

  private unowned let application: LinkRouter

  /// The program's own rules, extended by every generation.
  let programRules: RouterRules

  /// The generation in force, or `nil` before the first load.
  private(set) var generation: Generation?

  /// The generation that a reset restores, if a tool resets the scripts.
  var base: Generation?

  private var lastNumber = 0

  /// The host with the loaded scripts; they continue without it.
  private(set) weak var host: ScriptHost?

  private var isClosed = false

  let sharedMemory = HostMemoryAccount()

  /// The time of day of all generations, if the clock can be moved.
  private let wallClock: WallClock?

  /// A replaced generation, while something retains it.
  private struct Replaced {
    weak var generation: Generation?
    weak var rules: RouterRules?
  }

  /// The previous generations, oldest first, that unfinished opens may still retain.
  private var replaced: [Replaced] = []

  /// The last replaced generation, released in the next turn.
  private var retired: (generation: Generation, rules: RouterRules)?
  private var isClosingSoon = false

  /// The number of replaced generations that may be alive.
  private static let drainingLimit = 4

  /// The scripts that were in force before the current ones.
  private var previous: (setup: ScriptSetup, texts: ScriptTexts)?

  var scriptFiles: [String: [UInt8]] { generation?.sources.files ?? [:] }

  var debugging: EngineDebugging?

  let background = BackgroundWork()

  var clock: RouterClock { router.clock }

  private init(router: Router, application: LinkRouter) {
    self.router = router
    self.application = application
    programRules = router.rules.copy()
    wallClock = WallClock(router.clock)
  }

  /// Finds or creates the engine of a router; all hosts of a router share one engine.
  ///
  /// The router retains the engine, but does not know its type. Only a host that joins the router
  /// calls this; other code uses an ``EngineReference``.
  static func of(_ application: isolated LinkRouter) -> ScriptEngine {
    if let engine = application.attachment as? ScriptEngine { return engine }
    let engine = ScriptEngine(router: application.router, application: application)
    application.attachment = engine
    return engine
  }

  var reference: EngineReference { EngineReference(to: self, of: application) }

  /// Loads all scripts and switches the router to them, or changes nothing.
  ///
  /// The screens on the stage are not rebuilt.
  @discardableResult
  func load(_ setup: ScriptSetup) throws(ScriptProblems) -> ScriptReload {
    let start = ContinuousClock.now
    let texts = texts(of: setup)
    return try load(setup, texts, start: start)
  }

  /// Loads the scripts again; returns `nil` if no file has changed.
  func reload(_ setup: ScriptSetup) throws(ScriptProblems) -> ScriptReload? {
    let start = ContinuousClock.now
    let texts = texts(of: setup)
    if let generation, generation.sources.hasSameFiles(as: texts) { return nil }
    return try load(setup, texts, start: start)
  }

  private func texts(of setup: ScriptSetup) -> ScriptTexts {
    ScriptTexts(
      collecting: setup.source,
      setup.access,
      before: generation?.sources,
      over: setup.textsOver
    )
  }

  /// Restores the previous scripts; returns `nil` if none were loaded before.
  func rollback() throws(ScriptProblems) -> ScriptReload? {
    guard let (setup, texts) = previous else { return nil }
    let start = ContinuousClock.now
    return try load(setup, texts.copy(), start: start)
  }

  /// Loads texts and switches the router to them, or changes nothing.
  ///
  /// `keepsData` takes over the session and the mounts of the previous scripts. A test runner
  /// passes the Lua `state` to continue with.
  func load(
    _ setup: ScriptSetup,
    _ texts: ScriptTexts,
    start: ContinuousClock.Instant,
    keepsData: Bool = true,
    in state: LuaState? = nil
  ) throws(ScriptProblems) -> ScriptReload {
    closeRetired()
    let old = keepsData ? generation : nil
    var (fresh, rules) = try makeGeneration(setup, texts, after: old, in: state)
    if let old, !old.keep.unloadHandlers.isEmpty {
      // The handlers' changes count as well: everything is then loaded once more with them.
      let before = old.keep.data
      old.keep.runUnloadHandlers()
      if old.keep.data != before {
        fresh.endRunning()
        (fresh, rules) = try makeGeneration(setup, texts, after: old, in: state)
      }
    }
    return adopt(fresh, rules, start: start)
  }

  private func makeGeneration(
    _ setup: ScriptSetup,
    _ texts: ScriptTexts,
    after generation: Generation?,
    in state: LuaState?
  ) throws(ScriptProblems) -> (Generation, RouterRules) {
    let rules = programRules.copy()
    rules.follow(router.rules)
    let fresh: Generation
    do {
      fresh = try Generation(
        number: lastNumber + 1,
        setup: setup,
        sources: texts,
        engine: reference,
        router: router,
        rules: rules,
        sharedMemory: sharedMemory,
        wallClock: wallClock,
        state: state
      )
      if let generation { try fresh.keep.takeData(of: generation.keep) }
      if let generation { fresh.stubs.take(from: generation.stubs, inSameState: state != nil) }
    } catch {
      throw ScriptProblems(ScriptProblem(error, in: texts))
    }
    debug(fresh)
    let mounts = generation?.registrar.mounts.lasting ?? []
    let parts = generation == nil ? [] : router.rules.loadedParts
    GenerationLoader(generation: fresh, mounts: mounts, parts: parts).run()
    if !fresh.registrar.problems.hasErrors { fresh.keep.checkData() }
    guard !fresh.registrar.problems.hasErrors else {
      fresh.endRunning()
      // Both share a state; its texts keep the methods of the scripts that continue.
      if state != nil, let generation {
        try? generation.state.findMethods(in: generation.environment)
      }
      throw ScriptProblems(fresh.registrar.problems.sorted)
    }
    return (fresh, rules)
  }

  private func adopt(
    _ fresh: Generation,
    _ rules: RouterRules,
    start: ContinuousClock.Instant
  ) -> ScriptReload {
    let old = generation
    lastNumber = fresh.number
    for (name, view) in fresh.setup.offers.views { router.addView(name, view) }
    fresh.beginRunning()
    let oldRules = router.rules
    generation = fresh
    router.events.dropSticky { $0.holdsScript(notOf: fresh.number) }
    let difference = router.adopt(rules)
    fresh.debugging?.noteAdoption()
    if let old {
      old.endRunning()
      previous = (old.setup, old.sources)
      replaced.append(Replaced(generation: old, rules: oldRules))
      drain()
      retire(old, oldRules)
    }
    return ScriptReload(
      generation: fresh.number,
      routes: difference,
      files: ScriptReload.Files(from: old?.sources.files ?? [:], to: fresh.sources.files),
      warnings: fresh.registrar.problems.sorted,
      loading: ContinuousClock.now - start
    )
  }

  /// Ends the opens of the oldest generations if too many are still alive.
  private func drain() {
    replaced.removeAll { $0.generation == nil }
    while replaced.count > Self.drainingLimit {
      guard let rules = replaced.removeFirst().rules else { continue }
      let reason = "its scripts were replaced, and opens of \(Self.drainingLimit) later loads wait"
      router.cancelOpens(of: rules, because: reason)
    }
  }

  /// Restores the generation of a reset and drops later generations; the caller must renew its
  /// rules.
  func takeBack(_ base: Generation) {
    if let generation, generation !== base { generation.endRunning() }
    generation = base
    lastNumber = base.number
    previous = nil
    replaced.removeAll { $0.generation === base }
  }

  /// Retains a replaced generation until the next turn.
  ///
  /// Releasing a generation closes its Lua state and frees all its rules, which takes a large part
  /// of the time of a load; callers that wait for the new rules need not wait for that. At most one
  /// is retained, and unless unfinished opens retain it, it ends before the next load begins.
  private func retire(_ generation: Generation, _ rules: RouterRules) {
    retired = (generation, rules)
    guard !isClosingSoon else { return }
    isClosingSoon = true
    reference.start(by: router.clock) { engine, _ in
      engine.isClosingSoon = false
      engine.closeRetired()
    }
  }

  /// Throws `closed` if the scripts have ended, `duplicate` if the router has another host.
  func join(_ host: ScriptHost) throws(ScriptProblems) {
    if isClosed || host.isClosed { throw ScriptProblems.closed() }
    if let other = self.host, other !== host, !other.isClosed { throw ScriptProblems.otherHost() }
    self.host = host
    if router.resources.storage == nil { router.resources.storage = host.setup.makeStorage?() }
  }

  func end(of host: ScriptHost) { if self.host === host { end() } }

  /// Ends the scripts and their background work; unfinished opens finish.
  private func end() {
    guard let old = generation else { return }
    old.endRunning()
    debugging?.debugger.tell(.ended)
    (generation, base, previous, retired, host) = (nil, nil, nil, nil, nil)
    replaced.append(Replaced(generation: old, rules: router.rules))
    for name in old.setup.offers.viewNames { router.unregister(view: name) }
    router.events.dropSticky { $0.holdsScript(notOf: 0) }
    router.events.computing = nil
    router.resources.scriptStorageLimit = nil
    router.hooks.redirectLifetimeToken = nil
    (router.hooks.tap, router.hooks.chargeField) = (nil, nil)
    router.adopt(programRules.copy())
  }

  func close() {
    end()
    isClosed = true
  }

  func closeRetired() { retired = nil }

  func countLiveGenerations() -> Int {
    closeRetired()
    return liveGenerations.count
  }

  /// The current generation, and older ones retained by opens.
  var liveGenerations: [Generation] {
    replaced.compactMap(\.generation) + (generation.map { [$0] } ?? [])
  }

  /// The texts of a generation (`nil` for the current one); returns `nil` once they are released.
  func texts(of number: Int?) -> ScriptTexts? {
    guard let number, number != lastNumber else { return generation?.sources }
    if number == lastNumber - 1, let previous { return previous.texts }
    return liveGenerations.first { $0.number == number }?.sources
  }

  /// Builds the screens on the stage again; the log has the errors of their views.
  func rebuildScreens() async -> [ScreenRebuild] {
    // The guards decide again without the values that no longer fit the session.
    if generation?.keep.declarations.takeChanged() == true { await router.revalidate() }
    let rebuilds = await router.rebuildScreens()
    for rebuild in rebuilds {
      guard case .failed(let error) = rebuild.result else { continue }
      let name = rebuild.screen.name ?? rebuild.screen.view
      var links = LinkWords()
      if let location = rebuild.screen.location { links.add(location) }
      generation?.calls.log
        .write(
          error,
          occasion: "the view of '\(name)', built again: ",
          quoting: links
        )
    }
    return rebuilds
  }

  /// Runs the function of a timer, unless it was cancelled or its generation was released.
  func fire(timer number: UInt64, of generationNumber: Int) async {
    guard let generation, generation.number == generationNumber else { return }
    await background.run(in: self) { await generation.calls.timers.fire(number, in: generation) }
  }

  func finish(_ number: UInt64, of generationNumber: Int) async {
    guard let generation, generation.number == generationNumber else { return }
    generation.calls.timers.noteComeBack()
    await background.run(in: self) {
      if number == ScriptTimers.pendingMessages { return await generation.messages.notifyPending() }
      guard let rest = generation.calls.timers.takeUnfinished(number) else { return }
      defer { generation.calls.timers.noteEnd(of: number) }
      do {
        try await rest()
      } catch is CancellationError {
        // The function's generation has ended.
      } catch {
        generation.calls.log.write(error)
      }
    }
  }

  func run(task number: UInt64, of generationNumber: Int) async {
    guard let generation, generation.number == generationNumber else { return }
    await background.run(in: self) { await generation.calls.tasks.run(number, in: generation) }
  }

  /// Runs a line of Lua, which may wait; `isWritten` returns texts in quotes.
  func evaluate(
    _ source: String,
    isWritten: Bool = false
  ) async throws(ScriptProblems) -> [String] {
    let generation = try loaded()
    generation.sources.add(source, as: "(eval)")
    do {
      return try await generation.evaluate(source)
        .map { isWritten ? $0.writtenOut : $0.display }
    } catch {
      throw ScriptProblems(ScriptProblem(error, in: generation.sources))
    }
  }

  func answers(to text: PromptText) async throws(ScriptProblems) -> [PromptAnswer] {
    let generation = try loaded()
    generation.sources.add(text.source, as: "(prompt)")
    do {
      return try await generation.evaluate(text)
        .map { PromptAnswer(text: $0.writtenOut, plainText: $0.display, value: Value(plain: $0)) }
    } catch {
      throw ScriptProblems(ScriptProblem(error, in: generation.sources))
    }
  }

  private func loaded() throws(ScriptProblems) -> Generation {
    if let generation { return generation }
    throw ScriptProblems(
      ScriptProblem(.scriptError, "No scripts are loaded yet. Load them first.")
    )
  }
}
