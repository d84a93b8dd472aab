package import LuaRuntime
public import Moonroute
import Synchronization

/// Loads scripts that define the rules of a router.
///
/// By default, the host makes its own router, which runs on the actor of the caller: see
/// `LinkRouter`.
///
/// ```swift
/// let host = try ScriptHost(.folder(scripts)) { offers in
///   offers.view("Home") { _ in Screen("Home") }
///   offers.function("is_staff") { (name: String) in name == "jonas" }
/// }
/// try await host.load()
/// let outcome = await host.router.open("/product/7")
/// ```
public final class ScriptHost: Sendable {
  /// The router of the scripts.
  public let router: LinkRouter

  private let current: Mutex<ScriptSetup>

  /// The engine, once the host has joined the router; the router retains it.
  private let joined = Mutex<EngineReference?>(nil)

  let reloadObservers = ReloadObservers()

  /// The observers of the scripts' log, in addition to the program's.
  let logObservers = ScriptObservers<LogEntry>()

  private let hasEnded = Atomic(false)

  let attachedDebugger = Mutex<ScriptDebugger?>(nil)

  var setup: ScriptSetup {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Makes a host.
  ///
  /// Nothing is loaded yet.
  ///
  /// - Parameters:
  ///   - scripts: The source of the scripts.
  ///   - router: The router for the scripts. Default: one without routes of its own.
  ///   - isolation: The actor of the default router; by default, the caller's. `nil` for an actor
  ///     of its own.
  ///   - options: The settings that are made once.
  ///   - offering: Adds the program's offers to the scripts.
  /// - Throws: All problems of the offers, such as colliding names.
  public init(
    _ scripts: ScriptSource,
    in router: LinkRouter? = nil,
    isolation: (any Actor)? = #isolation,
    options: ScriptOptions = ScriptOptions(),
    offering: (inout HostOffers) -> Void = { _ in }
  ) throws(ScriptProblems) {
    var offers = HostOffers()
    offering(&offers)
    guard offers.problems.isEmpty else {
      throw ScriptProblems(offers.problems.map { ScriptProblem($0.code, $0.message) })
    }
    if let router {
      self.router = router
    } else {
      do throws(RouteProblems) {
        self.router = try LinkRouter(isolation: isolation)
      } catch {
        throw ScriptProblems(error.problems.map { ScriptProblem($0.code, $0.message) })
      }
    }
    var limits =
      options.isUnsafe ? LuaLimits.unlimited : LuaLimits(computingTime: options.computingTime)
    if options.runsHeadless { limits.names = .command }
    var setup = ScriptSetup(
      source: scripts,
      offers: offers,
      memoryLimit: options.memoryLimit,
      runsHeadless: options.runsHeadless,
      loadsParts: options.loadsParts,
      limits: limits
    )
    setup.log = { [log = options.log, logObservers] entry in
      log(entry)
      logObservers.tell(entry)
    }
    setup.logLimit = options.logLimit
    if options.runsHeadless { setup.makeStorage = { MemoryResources() } }
    current = Mutex(setup)
  }

  /// The release of Lua that runs the scripts, such as `Lua 5.4.4`.
  public static var luaRelease: String { LuaState.release }

  /// Loads every script and switches the router to the new rules, or changes nothing.
  ///
  /// - Returns: The warnings: code that loads but is probably a mistake.
  /// - Throws: Every problem found.
  @discardableResult
  public func load() async throws(ScriptProblems) -> [ScriptProblem] {
    try await router.perform { application throws(ScriptProblems) in
      try self.load(in: application)
    }
  }

  package func load(in application: isolated LinkRouter) throws(ScriptProblems) -> [ScriptProblem] {
    try joinedEngine(in: application).load(setup).warnings
  }

  /// Loads scripts from another source; the screens on the stage are not rebuilt.
  package func load(
    from source: ScriptSource,
    in application: isolated LinkRouter
  ) throws(ScriptProblems) {
    var setup = setup
    setup.source = source
    try joinedEngine(in: application).load(setup)
    self.setup = setup
  }

  /// Loads every script, with texts that replace or add files.
  ///
  /// Drops the previous session and mounts; after an error, the previous scripts stay in force.
  package func load(
    over texts: [String: [UInt8]],
    in application: isolated LinkRouter
  ) throws(ScriptProblems) -> [ScriptProblem] {
    let engine = try joinedEngine(in: application)
    let start = ContinuousClock.now
    let scripts = ScriptTexts(
      collecting: setup.source,
      setup.access,
      before: engine.generation?.sources,
      over: texts
    )
    return try engine.load(setup, scripts, start: start, keepsData: false).warnings
  }

  /// Loads every script with a test runner's limits; `texts` replace scripts by absolute path.
  ///
  /// Without `hasModules`, the scripts do not have the host's globals.
  package func load(
    in application: isolated LinkRouter,
    limits: LuaLimits,
    isUnsafe: Bool = false,
    hasModules: Bool = true,
    countsLines: Bool = false,
    standIns texts: [String: [UInt8]] = [:]
  ) throws(ScriptProblems) -> [ScriptProblem] {
    var setup = setup
    setup.limits = limits
    setup.isUnsafe = isUnsafe
    setup.modules = hasModules ? .open : .absent
    setup.countsLines = countsLines
    setup.standIns = texts.isEmpty ? [:] : ScriptSetup.byWholePath(texts)
    return try joinedEngine(in: application).load(setup).warnings
  }

  package func scriptFiles(in application: isolated LinkRouter) -> [String: [UInt8]] {
    engine(in: application).scriptFiles
  }

  /// The text of a script, or `nil` if it does not exist or was released.
  ///
  /// The previous generation keeps its texts; older ones keep them while an open retains them.
  package func text(
    of path: String,
    generation: Int? = nil,
    in application: isolated LinkRouter
  ) -> [UInt8]? {
    engine(in: application).texts(of: generation)?.files[path]
  }

  package func frame(at site: SourceSite, in application: isolated LinkRouter) -> String {
    engine(in: application).generation?.sources.frame(at: site) ?? ""
  }

  /// Runs a line of Lua in the loaded scripts; it may wait.
  ///
  /// - Parameter source: The Lua text. An expression returns its values.
  /// - Returns: The results, as human-readable texts.
  /// - Throws: The syntax error or the run-time error.
  @discardableResult
  public func evaluate(_ source: String) async throws(ScriptProblems) -> [String] {
    try await router.perform { application async throws(ScriptProblems) in
      try await self.engine(in: application).evaluate(source)
    }
  }
}

extension ScriptHost {
  /// The release that the scripts come from; `nil` for other scripts.
  public var release: ScriptRelease? { setup.source.release }

  /// Whether the host is closed.
  public var isClosed: Bool { hasEnded.load(ordering: .acquiring) }

  /// Ends the scripts with their tasks, timers and handlers, and the streams of
  /// ``reloads(bufferingNewest:)``.
  ///
  /// The router continues with the program's own routes. Unfinished opens finish, and the
  /// screens on the stage stay. The host cannot load again; another one may replace it.
  public func close() async {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    reloadObservers.end()
    await router.perform { application in
      guard application.attachment != nil else { return }
      self.engine(in: application).end(of: self)
    }
  }

  /// Throws if the host or its router is closed, or if the router has another host.
  func joinedEngine(in application: isolated LinkRouter) throws(ScriptProblems) -> ScriptEngine {
    let engine = engine(in: application)
    try engine.join(self)
    return engine
  }

  /// The engine, which all hosts of the router share; the host joins at the first use.
  func engine(in application: isolated LinkRouter) -> ScriptEngine {
    precondition(application === self.router, "A host works in its own application only.")
    if let reference = joined.withLock({ $0 }) { return reference.engine(in: application) }
    let engine = ScriptEngine.of(application)
    let reference = engine.reference
    joined.withLock { $0 = reference }
    return engine
  }
}

extension ScriptHost {
  /// The source of the scripts, which the next ``load()`` uses.
  package var source: ScriptSource { setup.source }

  package var isLoaded: Bool {
    get async { await router.perform { self.engine(in: $0).generation != nil } }
  }

  /// The number of loads since the start.
  package var generationNumber: Int {
    get async { await router.perform { self.engine(in: $0).generation?.number ?? 0 } }
  }

  /// Adds an observer of all opens of the router.
  package func observe(_ instrument: any OpenInstrument) async {
    await router.perform { $0.router.hooks.instruments.append(instrument) }
  }

  /// The names that a bundle needs and the program does not offer.
  package func missing(_ needs: ScriptBundle.Needs) -> ScriptBundle.Needs {
    let offers = setup.offers
    return ScriptBundle.Needs(
      functions: needs.functions.filter { offers.functions[$0] == nil },
      values: needs.values.filter { offers.values[$0] == nil },
      views: needs.views.filter { !offers.views.isEmpty && offers.views[$0] == nil }
    )
  }

  /// The approximate bytes that the host holds for the scripts, without their own memory.
  package var hostBytes: Int {
    get async {
      await router.perform { self.engine(in: $0).generation?.memory.hostBytes ?? 0 }
    }
  }

  package func collect() async {
    await router.perform { application in
      let engine = self.engine(in: application)
      engine.closeRetired()
      engine.generation?.memory.sweep()
    }
  }
}
