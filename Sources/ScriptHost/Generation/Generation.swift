import LuaRuntime
import Moonroute
import RoutePatterns

/// One complete load of the scripts: a Lua state and everything that it registered.
///
/// The rules' handlers retain the generation. Once the rules are in force, the generation does not
/// retain the rules, so that it is released when the last open that began with it has ended. Host
/// functions retain none of its parts: while a script runs, its caller retains the generation.
final class Generation {
  /// The levels of tables that a value passed to or by a script may have.
  private static let valueDepth = 64

  let setup: ScriptSetup
  let state: LuaState
  let environment: LuaEnvironment
  let sources: ScriptTexts

  let scope: RegistrationScope

  let registrar: Registrar

  let memory: GenerationMemory

  let bridge: LuaBridge

  let calls: ScriptCalls

  /// The messages between screens and their openers.
  let messages: ScriptMessages

  let keep: ReloadKeep

  var debugging: GenerationDebugging?

  let stubs: HostStubs

  let functions: FunctionMaker

  let library: LibraryFunctions

  var number: Int { scope.number }

  var router: Router { scope.router }

  var handlers: ScriptHandlers { ScriptHandlers(generation: self) }

  /// Opens a state with everything that scripts may use, or continues a state with fresh globals.
  init(
    number: Int,
    setup: ScriptSetup,
    sources: ScriptTexts,
    engine: EngineReference,
    router: Router,
    rules: RouterRules,
    sharedMemory: HostMemoryAccount,
    wallClock: WallClock?,
    state shared: LuaState? = nil
  ) throws(LuaError) {
    self.setup = setup
    self.sources = sources
    let log = LogRateLimiter(
      to: setup.log,
      limit: setup.isUnsafe || setup.limits.hasAllLibraries ? nil : setup.logLimit,
      elapsed: router.clock.elapsed,
      texts: sources,
      findPlace: { [weak router] in router?.currentPlace }
    )
    scope = RegistrationScope(number: number, router: router, rules: rules)
    var limits = setup.limits
    if !limits.hasAllLibraries { limits.memoryBytes = setup.memoryLimit }
    limits.valueDepth = Self.valueDepth
    if let shared {
      state = shared
    } else {
      state = try LuaState(limits: limits, label: "generation \(number)")
    }
    memory = GenerationMemory(
      limit: setup.limits.hasAllLibraries ? nil : setup.memoryLimit,
      state: state,
      scope: scope,
      shared: sharedMemory
    )
    registrar = Registrar(scope: scope, memory: memory, sources: sources)
    functions = FunctionMaker(state: state, registrar: registrar)
    bridge = LuaBridge(state: state, scope: scope, memory: memory)
    calls = ScriptCalls(
      state: state,
      scope: scope,
      functions: functions,
      log: log,
      timers: ScriptTimers(generation: number, engine: engine, clock: router.clock),
      tasks: ScriptTasks(generation: number, engine: engine, clock: router.clock)
    )
    messages = ScriptMessages(calls: calls, bridge: bridge)
    stubs = HostStubs(scope: scope, replies: HostReplies(bridge: bridge))
    environment = try state.makeEnvironment()
    if setup.countsLines, shared == nil { state.beginCountingLines(byHook: false) }
    keep = try ReloadKeep(state: state, bridge: bridge, registrar: registrar, log: log)
    library = LibraryFunctions(loadedModules: try state.hold(.table(LuaTable())))
    calls.generation = self
    try addLibraries(wallClock)
    if setup.modules != .absent { try ModuleInstaller(generation: self).install() }
    memory.beginCounting()
  }

  /// Adds the parts of Lua that depend on how the scripts run.
  private func addLibraries(_ wallClock: WallClock? = nil) throws(LuaError) {
    if setup.isUnsafe { try state.openLibraries(in: environment) }
    // Modules that are set again contain the first `math`.
    if setup.runsHeadless, library.seedRandom == nil {
      library.seedRandom = try environment.get("randomseed", of: "math").function
    }
    if library.now == nil { library.now = try makeNow(wallClock) }
    if let now = library.now { try state.moveDay(of: environment, by: now) }
    try state.findMethods(in: environment)
  }

  /// The function for the time of day of scripts, unless it is the machine's.
  ///
  /// Specs without an application that have all of Lua's libraries keep Lua's own functions.
  private func makeNow(_ wallClock: WallClock?) throws(LuaError) -> LuaFunction? {
    guard let wallClock, !setup.isUnsafe || setup.source.isOnDisk,
      let time = try environment.get("time", of: "os").function,
      let seconds = try state.call(time).first?.integer
    else { return nil }
    wallClock.begin(at: seconds)
    return try state.makeFunction("os.time") { _ in [.integer(wallClock.seconds)] }
  }

  /// Gives the scripts fresh globals; existing functions keep theirs.
  func renewGlobals() throws(LuaError) {
    try state.renew(environment)
    try addLibraries()
    if let modules = library.modules { try state.copy(modules, into: environment) }
    library.promptNames = nil
  }

  func beginLoading(into rules: RouterRules) { scope.beginLoading(into: rules) }

  /// Releases the rules, which retain the generation from now on.
  func beginRunning() {
    scope.beginRunning()
    connectStores()
    keep.beginStoring()
  }

  func endRunning() {
    scope.endRunning()
    registrar.names.guards = []
    calls.timers.cancelAll()
    calls.tasks.endAll(of: scope.router)
  }

  deinit { bridge.records.close() }

  private func connectStores() {
    let number = scope.number
    router.hooks.redirectLifetimeToken = memory.chargeState()
    router.hooks.report = { [weak log = calls.log] error, failure in
      switch failure {
      case .substitute(let name, let links):
        log?.write(error, occasion: "\(name): ", quoting: links)
      case .leave:
        log?.noteFailure?(LogEntry(level: .error, message: error.message, site: error.site), nil)
      }
    }
    router.hooks.mayKeep = { !$0.holdsScript(notOf: number) }
    router.hooks.noteRenewed = { [weak self] description, screen in
      guard description != screen, description != .unplaced else { return }
      self?.bridge.heldScreens.rename(description, to: screen)
    }
    connectPerson()
    let isBounded = !setup.limits.hasAllLibraries
    router.resources.scriptStorageLimit = isBounded ? setup.memoryLimit : nil
    let events = router.events
    events.computing = ScriptCalls.computing(of: state)
    events.reportFailure = { [weak log = calls.log] error, event in
      var links = LinkWords()
      links.add(event.location, matching: event.pattern.text)
      log?
        .write(
          error,
          occasion: "the event '\(event.location.withoutValues)': ",
          shown: "the event '\(event.withoutValues)': ",
          quoting: links
        )
    }
  }

  private func connectPerson() {
    router.hooks.tap = { [weak self] action, screen in
      guard let self, case .function(let function) = try bridge.lua(action) else {
        return .now(())
      }
      return try calls.begin(function, [bridge.lua(screen)]) { _ in }
    }
    router.hooks.chargeField = { [weak memory] screen, name, value in
      let growth =
        ValueTable.fieldBytes(name, value) - ValueTable.fieldBytes(name, screen.fields[name])
      return try memory?.charge(changing: screen, by: growth)
    }
  }

  /// Runs a line of Lua; an expression returns its values.
  func evaluate(_ source: String) async throws(LuaError) -> [LuaValue] {
    let chunk: LuaFunction
    do throws(LuaError) {
      chunk = try state.load("return " + source, name: "(eval)", environment: environment)
    } catch {
      chunk = try state.load(source, name: "(eval)", environment: environment)
    }
    return try await run(chunk)
  }

  func evaluate(_ text: PromptText) async throws(LuaError) -> [LuaValue] {
    let names: PromptNames
    if let known = library.promptNames {
      names = known
    } else {
      names = try PromptNames(of: self)
      library.promptNames = names
    }
    let chunk = try state.load(text.source, name: "(prompt)", environment: names.environment)
    try names.add(text.names, in: state)
    return try await run(chunk)
  }

  private func run(_ chunk: LuaFunction) async throws(LuaError) -> [LuaValue] {
    switch state.begun(state.start(chunk)) {
    case .finished(let values): return values
    case .failed(let error): throw error
    case .suspended(let task):
      do {
        return try await calls.finish(task, in: self)
      } catch {
        throw LuaError.raisable(error)
      }
    }
  }
}

final class LibraryFunctions {
  /// The results of `require`, by name.
  let loadedModules: LuaReference

  var findDefinitions: LuaFunction?

  /// Loads a late part, and calls a function again.
  var loadPart: LuaFunction?

  var types = LuaTable()

  /// The original `math.randomseed`, if no program embeds the scripts.
  var seedRandom: LuaFunction?

  var stage = LuaTable()

  /// The names of the globals that the host adds to Lua's own.
  var installedNames: Set<String> = []

  /// The globals of the host; a test runner sets copies of them, and scripts see only the copies.
  var modules: LuaReference?

  /// The names that are local at the prompt, once it was used.
  var promptNames: PromptNames?

  /// Returns the Unix time in seconds, unless it is the machine's time of day.
  var now: LuaFunction?

  init(loadedModules: LuaReference) { self.loadedModules = loadedModules }
}
