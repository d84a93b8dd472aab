import LuaRuntime
import Moonroute
import RoutePatterns

/// `router`: registering routes, matching locations, opening them.
struct RouterModule {
  unowned let functions: FunctionMaker
  unowned let bridge: LuaBridge
  unowned let registrar: Registrar
  unowned let messages: ScriptMessages
  unowned let calls: ScriptCalls
  let handlers: ScriptHandlers
  unowned let library: LibraryFunctions
  let offers: HostOffers

  /// The scheme of registrations, in a scope of `router.scheme`.
  var scheme: String?

  func table() throws(LuaError) -> LuaValue {
    var module = ModuleTable("router", in: functions)
    try addRegistration(to: &module)
    try addDecisions(to: &module)
    try addConfiguration(to: &module)
    try addLocations(to: &module)
    try addOpening(to: &module, tags: [])
    try addMoving(to: &module)
    try module.add(
      "tagged",
      "(...) → tagged",
      "Returns the calls that match and open, restricted to routes with one of these tags."
    ) { call in
      var tags: [String] = []
      for index in 0..<call.count { tags.append(try call.string(index)) }
      // The functions that it returns hold the tags.
      guard tags.reduce(0, { $0 + $1.utf8.count }) <= String.largeBytes else {
        throw call.argumentError(0, "tags may have at most \(String.largeBytes) bytes in total")
      }
      var restricted = ModuleTable("router", in: functions, isReference: false)
      try addOpening(to: &restricted, tags: tags)
      try addAsking(to: &restricted, tags: tags)
      return [restricted.value]
    }
    return module.value
  }

  func bound(to scheme: String) -> RouterModule {
    var module = self
    module.scheme = scheme
    return module
  }

  /// The scope of a scheme: every registering call.
  func scope() throws(LuaError) -> LuaValue {
    var scope = ModuleTable("scope", in: functions, isReference: false)
    try addRegistration(to: &scope)
    try addDecisions(to: &scope)
    return scope.value
  }

  /// The settings for all routes, and the functions that list them.
  private func addConfiguration(to module: inout ModuleTable) throws(LuaError) {
    try module.addRegistering(
      "configure",
      "(options)",
      "Sets how this application routes."
    ) { call in
      let reader = ConfigurationReader(
        animators: AnimatorReader(handlers: handlers),
        site: SourceSite(call.caller())
      )
      let options = try call.table(0)
      let mistakes = reader.apply(options, to: bridge.scope.rules)
      try registrar.report(mistakes, call)
      if mistakes.isEmpty, let target = options["initial"].string {
        try registrar.noteInitial(target, call)
      }
      return []
    }
    try module.addRegistering(
      "type",
      "(name, definition)",
      "Defines a type of parameters: `:id<name>`."
    ) { call in
      let name = try call.string(0)
      registrar.noteType(name, at: SourceSite(call.caller()))
      try registrar.report(TypeReader(bridge: bridge).define(name, try call.table(1)), call)
      return []
    }
    try module.wrap("type", in: library.types["defining"].function)
    try module.addRegistering(
      "scheme",
      "(name, options) → scope",
      "Sets how locations of a scheme are read, and returns functions that register for this scheme.",
      inert: [try bound(to: "inert").scope()]
    ) { call in
      let name = try call.string(0)
      let options = call.isAbsent(1) ? LuaTable() : try call.table(1)
      let reader = SchemeReader(name: name)
      try registrar.report(reader.apply(options, to: bridge.scope.rules), call)
      return [try bound(to: name).scope()]
    }
    try module.add("routes", "() → list", "Lists every route, for tools.") { _ in
      let rules = bridge.scope.rules
      return [.table(LuaTable(rules.directory.index.routes.map { entry($0) } + lateEntries(rules)))]
    }
  }

  /// The parts that are not loaded.
  private func lateEntries(_ rules: RouterRules) -> [LuaValue] {
    rules.late.flatMap { late in
      late.parts.filter { $0.state == .waiting }
        .map { part in
          var table = LuaTable()
          table["pattern"] = .string(late.pattern(of: part).text + "/**")
          table["module"] = .string(part.module)
          table["late"] = .boolean(true)
          table["file"] = LuaValue(optional: late.site?.file)
          table["line"] = late.site.map { .integer(Int64($0.line)) } ?? .nil
          return .table(table)
        }
    }
  }

  private func entry(_ route: RouteInfo) -> LuaValue {
    var table = LuaTable()
    table["name"] = LuaValue(optional: route.name)
    table["pattern"] = .string(route.pattern.text)
    table["query"] = .table(
      LuaTable(
        fields: route.query.map { LuaField(key: .string($0.name), value: .string($0.text)) }
      )
    )
    table["tags"] = .table(LuaTable(route.tags.map(LuaValue.string)))
    table["scheme"] = LuaValue(optional: route.scheme)
    table["host"] = LuaValue(optional: route.host?.description)
    table["priority"] = .integer(Int64(route.priority))
    table["has_view"] = .boolean(route.parts.contains(.view))
    table["has_action"] = .boolean(route.parts.contains(.action))
    table["has_redirect"] = .boolean(route.parts.contains(.redirect))
    table["animator"] = LuaValue(optional: route.animatorName)
    table["file"] = LuaValue(optional: route.site?.file)
    table["line"] = route.site.map { .integer(Int64($0.line)) } ?? .nil
    table["parent"] = LuaValue(optional: route.parent?.label)
    return .table(table)
  }

  /// Reads the options at the end of a call, which may be absent.
  func options(
    _ call: LuaCall,
    _ index: Int,
    known: [String]
  ) throws(LuaError) -> FieldReader {
    let table = call.isAbsent(index) ? LuaTable() : try call.table(index)
    return FieldReader(table, as: "these options", known: known)
  }
}
