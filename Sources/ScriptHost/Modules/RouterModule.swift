import LuaRuntime
import Moonroute
import RoutePatterns

/// `router`: registering routes, asking about locations, opening them.
struct RouterModule {
  unowned let generation: Generation

  /// The module.
  func table() throws(LuaError) -> LuaValue {
    var module = ModuleTable("router", in: generation)
    try addRegistration(to: &module)
    try addDecisions(to: &module)
    try addLocations(to: &module)
    try addOpening(to: &module, tags: [])
    try module.add("tagged", usage: "router.tagged(...) → opening calls for these tags") { call in
      var tags: [String] = []
      for index in 0..<call.count { tags.append(try call.string(index)) }
      var restricted = ModuleTable("router", in: generation)
      try addOpening(to: &restricted, tags: tags)
      return [restricted.value]
    }
    return module.value
  }

  private func addRegistration(to module: inout ModuleTable) throws(LuaError) {
    try module.addRegistering("route", usage: "router.route(definition) → route") { call in
      var reader = RouteReader(generation: generation, site: SourceSite(call.caller()))
      let route = reader.route(try call.table(0))
      return [try register(route, mistakes: reader.mistakes, call)]
    }
    try module.addRegistering("group", usage: "router.group(definition)") { call in
      var reader = RouteReader(generation: generation, site: SourceSite(call.caller()))
      let group = reader.group(try call.table(0))
      return [try register(group, mistakes: reader.mistakes, call)]
    }
    try module.addRegistering("configure", usage: "router.configure(options)") { call in
      let reader = ConfigurationReader(generation: generation)
      try generation.report(reader.apply(try call.table(0), to: generation.rules), call)
      return []
    }
    try module.add("routes", usage: "router.routes() → list") { _ in
      [.table(LuaTable(generation.rules.directory.index.routes.map { entry($0) }))]
    }
  }

  /// Registers a route and those below it, or takes down why not.
  private func register(
    _ route: Route,
    mistakes: [FieldReader.Mistake],
    _ call: LuaCall
  ) throws(LuaError) -> LuaValue {
    try generation.report(mistakes, call)
    do throws(RouteProblems) {
      let info = try generation.rules.add(route)
      return generation.handle(name: info.name, pattern: info.pattern.text)
    } catch {
      generation.failedNames.formUnion(route.names)
      // A route whose fields are wrong has been reported already.
      if mistakes.isEmpty { try generation.report(error.all, call) }
      return generation.handle(name: route.name, pattern: route.path)
    }
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

extension Generation {
  /// A registered route as scripts see it.
  func handle(name: String?, pattern: String) -> LuaValue {
    guard let type = classes.route else { return .nil }
    return .object(LuaObject(ScriptRoute(name: name, pattern: pattern), type: type))
  }
}

extension Route {
  /// The names in the definition.
  fileprivate var names: [String] {
    (name.map { [$0] } ?? []) + children.flatMap(\.names)
  }
}
