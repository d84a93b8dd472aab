import LuaRuntime
import Moonroute
import RoutePatterns

/// One complete load of the scripts: a Lua state and what it registered.
///
/// The rules' handlers hold the generation; the generation does not hold the rules once they are in
/// force, so that it goes when the last open that began with it has ended.
final class Generation {
  /// What the generation is doing.
  enum Phase {
    /// `headless.lua` runs: functions of the host may be stubbed.
    case stubbing
    /// The scripts load: mistakes are collected, nothing can wait.
    case loading
    /// The rules are in force.
    case running
    /// Another generation is in force, or this one did not load; what began with it ends with it.
    case replaced
  }

  /// The levels of tables that a value passed to or by a script may have.
  private static let valueDepth = 64

  /// The number, counted from 1.
  let number: Int

  let setup: ScriptSetup

  /// The sink of `log` and `print`.
  let log: LogRateLimiter

  /// The router.
  ///
  /// It is there whenever a script runs: scripts run on the application's executor only, whose
  /// owner holds the router. The router's rules hold the generation.
  unowned let router: Router

  let state: LuaState
  let environment: LuaEnvironment
  let sources: ScriptTexts

  /// What the generation is doing.
  var phase = Phase.loading

  /// The mistakes found while loading.
  var problems = ProblemList()

  /// The functions that stand in for those of the host.
  var stubs: [String: LuaFunction] = [:]

  /// The names of stubs that a spec made, which `headless.lua` does not replace.
  var specStubs: Set<String> = []

  /// The guards of names, attached when all routes are there.
  var deferredGuards: [DeferredGuard] = []

  /// The names of routes that could not be registered.
  var failedNames: Set<String> = []

  /// The classes of the objects that scripts see.
  var classes = ScriptClasses()

  /// The records that no state uses at the moment.
  let records = StateRecordPool()

  /// The shapes of the states of each route.
  private(set) lazy var shapes = StateShapes(generation: self)

  /// The timers.
  let timers: ScriptTimers

  /// The functions that scripts can call.
  var reference: [ScriptFunction] = []

  /// The handlers for locations that no route fits, and for failed opens.
  var unmatched = SchemeFunctions()
  var onError = SchemeFunctions()
  let programUnmatched: Handler<RouteState, Substitute?>?
  let programOnError: Handler<Outcome, Substitute?>?

  /// Finds the definitions of a module in Lua, and formats the parameters of a location.
  var findDefinitions: LuaFunction?
  var formatParameters: LuaFunction?

  /// The types that the scripts define.
  var types: [String: ScriptType] = [:]

  /// Whether a running script sends a message, and the functions to be notified of it.
  var isSending = false
  var isNotifying = false
  var pendingMessages: [(function: LuaFunction, arguments: [LuaValue], bytes: MemoryCharge)] = []

  /// The functions of the module `stage`.
  var stageFunctions = LuaTable()

  /// The tasks that scripts spawned.
  let tasks: ScriptTasks

  /// The number of scripts that wait for an operation that ends by itself: a timer, or the program.
  var selfEndingCount = 0

  /// The turns of background functions, and the count of those that were stopped.
  let scheduler: FairScheduler
  let breaker = CircuitBreaker()

  /// The screens that scripts hold.
  var heldScreens = ScriptScreens()

  /// The table `session`.
  let session: LuaReference

  /// The values of `reload.keep` by name, and those of the generation before.
  let kept: LuaReference
  let keptSeeds: LuaReference

  /// The functions that run at the end of the generation.
  var unloadHandlers: [LuaFunction] = []

  /// The results of `require`, by name.
  let loadedModules: LuaReference

  /// Whether `host.stub` works after loading, as it does in specs.
  var allowsStubs = false

  /// The events and resources of this generation, as long as its rules live.
  private(set) weak var stores: StoreScopes?

  /// Account for the memory that the host holds for the scripts of this generation, and of all.
  let ownMemory = HostMemoryAccount()
  let sharedMemory: HostMemoryAccount

  /// The bytes of the functions and objects that scripts are given at first.
  private(set) var hostValueBytesAtFirst = 0

  /// The charges of registrations that cannot be taken back.
  var lastingCharges: [MemoryCharge] = []

  private var building: RouterRules?
  private var retainedValues: [UInt64: LuaValue] = [:]
  private var lastRetained: UInt64 = 0
  private let droppedValues: DroppedValues

  /// Opens a state with everything scripts may use, or goes on with one under fresh globals.
  init(
    number: Int,
    setup: ScriptSetup,
    sources: ScriptTexts,
    application: Application,
    router: Router,
    rules: RouterRules,
    sharedMemory: HostMemoryAccount,
    state shared: LuaState? = nil
  ) throws(LuaError) {
    self.number = number
    self.setup = setup
    let clock = router.clock
    log = LogRateLimiter(
      to: setup.offers.log,
      limit: setup.isUnsafe || setup.limits.hasAllLibraries ? nil : setup.offers.logLimit,
      elapsed: clock.elapsed
    )
    self.router = router
    self.timers = ScriptTimers(generation: number, application: application, clock: router.clock)
    self.tasks = ScriptTasks(generation: number, application: application, clock: router.clock)
    self.sharedMemory = sharedMemory
    droppedValues = DroppedValues(application: ObjectIdentifier(sharedMemory))
    self.building = rules
    stores = rules.stores
    programUnmatched = rules.unmatched
    programOnError = rules.onError
    self.sources = sources
    var limits = setup.limits
    if !limits.hasAllLibraries { limits.memoryBytes = setup.memoryLimit }
    limits.valueDepth = Self.valueDepth
    if let shared {
      state = shared
    } else {
      state = try LuaState(limits: limits, label: "generation \(number)")
    }
    scheduler = FairScheduler(router)
    environment = try state.makeEnvironment()
    if setup.isUnsafe { try state.openLibraries(in: environment) }
    if setup.countsLines, shared == nil { state.beginCountingLines(byHook: false) }
    session = try state.hold(.table(LuaTable()))
    kept = try state.hold(.table(LuaTable()))
    keptSeeds = try state.hold(.table(LuaTable()))
    loadedModules = try state.hold(.table(LuaTable()))
    try ModuleInstaller(generation: self).install()
    hostValueBytesAtFirst = state.hostValueBytes
  }

  /// The rules that registrations go to: those being built, or those in force.
  var rules: RouterRules { building ?? router.rules }

  /// Registers into other rules from now on, as when the scripts are loaded for the first time.
  func beginLoading(into rules: RouterRules) {
    phase = .loading
    building = rules
    stores = rules.stores
  }

  /// Releases the rules, which from now on hold the generation.
  func beginRunning() {
    phase = .running
    building = nil
    connectStores()
  }

  /// Ends the generation: another one is in force, or it did not load.
  func endRunning() {
    phase = .replaced
    stores?.resources.takeBackChanges()
    building = nil
    deferredGuards = []
    timers.cancelAll()
  }

  deinit { records.close() }

  /// Retains a value of Lua for as long as its stand-in outside lives.
  func retain(_ value: LuaValue, kind: String) -> Reference {
    for number in droppedValues.takeAll() { retainedValues[number] = nil }
    lastRetained += 1
    retainedValues[lastRetained] = value
    let stand = ScriptValue(
      generation: number,
      number: lastRetained,
      droppedValues: droppedValues,
      bytes: count(.functions, value.hostBytes)
    )
    return Reference(stand, id: UInt64(number) << 40 | lastRetained, kind: kind)
  }

  /// The value that a stand-in stands for.
  ///
  /// - Throws: `closed` when it belongs to another generation, or to another application, whose
  ///   generations have the same numbers.
  func value(of stand: ScriptValue) throws(LuaError) -> LuaValue {
    guard stand.droppedValues.application == droppedValues.application else {
      throw LuaError(.closed, "This belongs to another application. Hand over plain data.")
    }
    guard stand.droppedValues === droppedValues, let value = retainedValues[stand.number] else {
      throw Self.goneError(stand.generation)
    }
    return value
  }

  /// The error for using a value that belonged to another generation.
  static func goneError(_ number: Int) -> LuaError {
    LuaError(
      .closed,
      "This belonged to generation \(number); the scripts have been loaded again since."
    )
  }
}
