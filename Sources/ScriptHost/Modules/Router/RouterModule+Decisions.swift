import LuaRuntime
import Moonroute

extension RouterModule {
  static let attachOptions = ["owner", "priority", "tags"]

  static let rewriteFields = ["extra", "location", "query"]

  func addDecisions(to module: inout ModuleTable) throws(LuaError) {
    let inert = [bridge.lua(ScriptRegistration())]
    try module.addRegistering(
      "proxy",
      "(pattern, decision, options) → registration",
      "Registers a decision about locations before matching.",
      inert: inert
    ) { call in
      try attach(call, isGuard: false) { pattern, decision, options throws(RouterError) in
        ScriptRegistration(
          try bridge.scope.rules.addRewriter(pattern, options, decision: decision)
        )
      }
    }
    try module.addRegistering(
      "guard",
      "(key, decision, options) → registration",
      "Registers a decision about a named route and its children, or about every location of a pattern.",
      inert: inert
    ) { call in
      try attach(call, isGuard: true, addGuard)
    }
    try module.addRegistering(
      "unmatched",
      "(fn)",
      "Handles a location that no route matches: `fn` returns another location or a screen."
    ) { call in
      handlers.setUnmatched(try call.function(0), scheme: scheme)
      return []
    }
    try module.addRegistering(
      "on_error",
      "(fn)",
      "Handles a failed open: `fn` receives the outcome, and returns a location or a screen."
    ) { call in
      handlers.setOnError(try call.function(0), scheme: scheme)
      return []
    }
    if scheme == nil { try addAnswers(to: &module) }
  }

  /// The results of decisions and actions other than plain values.
  private func addAnswers(to module: inout ModuleTable) throws(LuaError) {
    try module.add(
      "rewrite",
      "(change) → rewrite",
      "Makes a result for a proxy: continue with another location, and skip the other proxies."
    ) { call in
      [try rewrite(call)]
    }
    if let type = bridge.classes.decline {
      module.add("decline", .object(LuaObject((), type: type)))
    }
  }

  /// A guard of a route name is attached once all routes are known.
  private func addGuard(
    _ key: String,
    _ decision: LinkRoute.Redirect,
    _ options: AttachOptions
  ) throws(RouterError) -> ScriptRegistration {
    guard bridge.scope.phase == .running || StoreKey.isLocation(key) else {
      let handle = ScriptRegistration()
      registrar.names.guards.append(
        DeferredGuard(name: key, options: options, decision: decision, handle: handle)
      )
      return handle
    }
    return ScriptRegistration(
      try bridge.scope.rules.addGuard(for: key, options, decision: decision)
    )
  }

  private func attach(
    _ call: LuaCall,
    isGuard: Bool,
    _ add: (String, LinkRoute.Redirect, AttachOptions) throws(RouterError) -> ScriptRegistration
  ) throws -> [LuaValue] {
    let key = try call.string(0)
    guard let decision = handlers.redirect(call[1], ofGuard: isGuard ? key : nil) else {
      throw call.typeError(1, expected: "function or location")
    }
    var reader = try options(call, 2, known: Self.attachOptions)
    let options = AttachOptions(
      tags: reader.texts("tags"),
      priority: reader.integer("priority") ?? 0,
      scheme: scheme,
      owner: registrar.owner(&reader, "owner") ?? bridge.scope.viewOwner,
      site: SourceSite(call.caller())
    )
    try registrar.report(reader.mistakes, call)
    do throws(RouterError) {
      return [bridge.lua(try add(key, decision, options))]
    } catch {
      try registrar.report([error], call)
      return [bridge.lua(ScriptRegistration())]
    }
  }

  private func rewrite(_ call: LuaCall) throws -> LuaValue {
    guard let type = bridge.classes.rewrite else { return .nil }
    let table = try call.table(0)
    var reader = FieldReader(
      table,
      as: "a rewrite",
      known: Self.rewriteFields,
      allowsItems: true
    )
    if table.array.count > 1 || !table.array.isEmpty && !reader["location"].isNil {
      reader.add(
        .wrongType,
        "A rewrite takes one location. Write { \"/x\" } or { location = \"/x\" }."
      )
    }
    try reader.raiseFirst()
    let target = table.array.first ?? reader["location"]
    let location = try bridge.location(target, call, 0)
    let query = reader.table("query")
    let emptied = query?.emptiedNames ?? []
    var rewrite = Rewrite(
      emptied.isEmpty
        ? location
        : try location.withQuery(
          LocationQuery(location.query.filter { !emptied.contains($0.name) }),
          in: bridge
        )
    )
    if let query { rewrite.query = try bridge.queryItems(query) }
    if !reader["extra"].isNil { rewrite.extra = bridge.value(reader["extra"]) }
    try reader.raiseFirst()
    let bytes = LuaObject.smallBytes + rewrite.location.hostBytes
    return .object(
      LuaObject(rewrite, type: type, bytes: bytes + (rewrite.extra?.hostBytes ?? 0))
    )
  }
}
