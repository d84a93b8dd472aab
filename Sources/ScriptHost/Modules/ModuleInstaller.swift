import LuaRuntime
import Moonroute

/// Adds everything that scripts see to a fresh environment.
struct ModuleInstaller {
  unowned let generation: Generation

  /// The globals of the library's files, which set no globals.
  private let library: LuaEnvironment

  init(generation: Generation) throws(LuaError) {
    self.generation = generation
    library = try generation.state.makeEnvironment()
  }

  func install() throws(LuaError) {
    try ClassMaker(generation: generation).makeAll()
    let bridge = generation.bridge
    bridge.descriptions = try descriptions()
    bridge.knownFields = try KnownFields(in: generation.state, bridge.descriptions)
    let fail = try generation.state.makeFunction("router.type") {
      [unowned bridge] call in
      throw bridge.typeFailure(call)
    }
    generation.library.types = try run("format", [.function(fail)]).table ?? LuaTable()
    try generation.keep.declarations.prepare(
      formatting: generation.library.types["text"],
      generation.functions,
      run
    )
    var globals = ModuleTable(in: generation.functions)
    globals.add("router", try generation.routerModule.table())
    globals.add("animator", try generation.animatorModule.object())
    globals.add("stage", try generation.stageModule.object())
    globals.add("log", try generation.logModule.table())
    let watch = try generation.hostWatch()
    let functions = try watch.functions().map(LuaValue.function)
    watch.run = try run("host", functions).function
    globals.add("host", try generation.hostModule.object(watch, run))
    globals.add("json", try generation.jsonModule.table())
    globals.add("session", .reference(generation.keep.session))
    let keep = try run(
      "reload",
      [.reference(generation.keep.seeds), .reference(generation.keep.values)]
    )
    globals.add("reload", try generation.reloadModule.table(keep))
    globals.add("events", try generation.eventsModule.table())
    let resources = try run("resources", []).table ?? LuaTable()
    globals.add("resources", try generation.resourcesModule(resources).table())
    try generation.screenModule.add(to: &globals)
    try generation.timeModule.add(to: &globals)
    try generation.taskModule.add(to: &globals)
    globals.add("clock", try generation.taskModule.clock())
    let require = try require()
    globals.add("require", require)
    var modules: [LuaField] = []
    for field in globals.fields {
      let name = field.key.string ?? ""
      generation.library.installedNames.insert(name)
      modules.append(LuaField(key: field.key, value: try sealed(field.value, name)))
    }
    let held = try generation.state.hold(.table(LuaTable(fields: modules)))
    try generation.state.copy(held, into: generation.environment)
    try addModules(require)
    try generation.bridge.shapes.prepare { locate throws(LuaError) in
      try run("state", [.function(locate)])
    }
    // Only a test runner renews the globals. The modules contain the first `math`, which continues
    // the random numbers.
    guard generation.setup.runsHeadless else { return }
    let math = try generation.environment.get("math")
    try generation.state.set(held, .string("math"), to: math)
    generation.library.modules = held
  }

  /// Adds the functions that find the definitions of modules.
  private func addModules(_ require: LuaValue) throws(LuaError) {
    let mount = try run("mount", [require])
    generation.library.findDefinitions = mount.function
    generation.library.loadPart =
      try run("late", [mount, .reference(generation.library.loadedModules)]).function
  }

  /// A module for scripts, which cannot change it; specs can.
  private func sealed(_ value: LuaValue, _ name: String) throws(LuaError) -> LuaValue {
    guard generation.setup.modules == .sealed, case .table(let table) = value else { return value }
    let advice =
      "modules of the host are read-only. Use a table of your own, or stub a function in a spec."
    return .reference(try generation.state.seal(table, name: name, advice: advice))
  }

  private func descriptions() throws(LuaError) -> LuaTable {
    let write = try generation.state.makeFunction("tostring") { call in
      [.string(call[0].writtenOut)]
    }
    let like = try generation.state.makeAnswering("like", depth: 0) { call in
      if case .reference(let copy) = call[0], case .reference(let original) = call[1] {
        try call.state.noteList(copy, like: original)
      }
      return .values([])
    }
    return try run("describe", [.function(write), .function(like)]).table ?? LuaTable()
  }

  /// `require`, from the library, with our own search for modules.
  private func require() throws(LuaError) -> LuaValue {
    let finder = try ModuleFinder(generation: generation)
    let find = try generation.state.makeFunction("require") { call in try finder.find(call) }
    return try run("require", [.function(find), .reference(generation.library.loadedModules)])
  }

  func run(_ name: String, _ arguments: [LuaValue]) throws(LuaError) -> LuaValue {
    let state = generation.state
    let chunk = try CompiledTexts.loadLibrary(
      "lib/\(name).lua",
      name: "//moonroute/\(name).lua",
      in: state,
      library
    )
    guard let chunk else { throw LuaError(.hostError, "the library has no \(name)") }
    return try state.call(chunk, arguments).first ?? .nil
  }
}
