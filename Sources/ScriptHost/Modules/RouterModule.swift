import LuaRuntime
import Moonroute
import RoutePatterns

/// `router`: registering routes, asking about locations, opening them.
struct RouterModule {
  unowned let generation: Generation

  /// The module.
  func table() throws(LuaError) -> LuaValue {
    var module = ModuleTable("router", in: generation.state)
    try addRegistration(to: &module)
    try addDecisions(to: &module)
    try addLocations(to: &module)
    try addOpening(to: &module, tags: [])
    try module.add("tagged", usage: "router.tagged(...) → opening calls for these tags") { call in
      var tags: [String] = []
      for index in 0..<call.count { tags.append(try call.string(index)) }
      var restricted = ModuleTable("router", in: generation.state)
      try addOpening(to: &restricted, tags: tags)
      return [restricted.value]
    }
    return module.value
  }

  private func addRegistration(to module: inout ModuleTable) throws(LuaError) {
    try module.add("route", usage: "router.route(definition) → route") { call in
      var reader = RouteReader(generation: generation, site: SourceSite(call.caller()))
      let route = reader.route(try call.table(0))
      return [try register([route], mistakes: reader.mistakes, call).first ?? .nil]
    }
    try module.add("group", usage: "router.group(definition)") { call in
      var reader = GroupReader(generation: generation, site: SourceSite(call.caller()))
      let group = reader.group(try call.table(0))
      return try register([group], mistakes: reader.mistakes, call)
    }
    try module.add("configure", usage: "router.configure(options)") { call in
      let site = SourceSite(call.caller())
      var reader = ConfigurationReader(generation: generation)
      reader.apply(try call.table(0), to: generation.rules)
      try generation.report(reader.mistakes, at: site)
      return []
    }
    try module.add("routes", usage: "router.routes() → list") { _ in
      [.table(LuaTable(generation.rules.directory.index.routes.map { entry($0) }))]
    }
  }

  /// Registers routes, or takes down why not.
  private func register(
    _ routes: [Route],
    mistakes: [FieldReader.Mistake],
    _ call: LuaCall
  ) throws(LuaError) -> [LuaValue] {
    let site = SourceSite(call.caller())
    try generation.report(mistakes, at: site)
    var registered: [LuaValue] = []
    var errors: [RouterError] = []
    for route in routes {
      do throws(RouteProblems) {
        let info = try generation.rules.add(route)
        registered.append(handle(name: info.name, pattern: info.pattern.text))
      } catch {
        errors += error.all
        registered.append(handle(name: route.name, pattern: route.path))
      }
    }
    // A route whose fields are wrong has been reported already.
    if mistakes.isEmpty { try generation.report(errors, at: site) }
    return registered
  }

  private func handle(name: String?, pattern: String) -> LuaValue {
    guard let type = generation.classes.route else { return .nil }
    return .object(LuaObject(ScriptRoute(name: name, pattern: pattern), type: type))
  }

  /// One route for tools.
  private func entry(_ route: RouteInfo) -> LuaValue {
    var table = LuaTable()
    table["name"] = LuaValue(optional: route.name)
    table["pattern"] = .string(route.pattern.text)
    table["tags"] = .table(LuaTable(route.tags.map(LuaValue.string)))
    table["priority"] = .integer(Int64(route.priority))
    table["file"] = LuaValue(optional: route.site?.file)
    table["line"] = route.site.map { .integer(Int64($0.line)) } ?? .nil
    table["parent"] = LuaValue(optional: route.parent?.label)
    return .table(table)
  }
}
