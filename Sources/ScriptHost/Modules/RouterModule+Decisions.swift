import LuaRuntime
import Moonroute
import RoutePatterns

extension RouterModule {
  /// Proxies, guards, and what is asked when an open fails.
  func addDecisions(to module: inout ModuleTable) throws(LuaError) {
    try module.addRegistering("proxy", usage: "router.proxy(pattern, decision, options)") { call in
      try attach(call, allowsNil: true) { pattern, decision, options, site throws(RouterError) in
        try generation.rules.addProxy(
          pattern,
          tags: options.tags,
          priority: options.priority,
          site: site,
          decision: decision
        )
      }
    }
    try module.addRegistering("guard", usage: "router.guard(key, decision, options)") { call in
      try attach(call, allowsNil: false) { key, decision, options, site throws(RouterError) in
        try addGuard(key, decision, options, site)
      }
    }
    try module.addRegistering("unmatched", usage: "router.unmatched(fn)") { call in
      generation.rules.unmatched = generation.substitute(try call.function(0)) {
        try $0.lua($1)
      }
      return []
    }
    try module.addRegistering("on_error", usage: "router.on_error(fn)") { call in
      generation.rules.onError = generation.substitute(try call.function(0)) {
        try $0.lua($1)
      }
      return []
    }
    try module.add("rewrite", usage: "router.rewrite { location, query, extra }") { call in
      [try rewrite(call)]
    }
    if let type = generation.classes.decline {
      module.add("decline", .object(LuaObject((), type: type)))
    }
  }

  /// Attaches a guard; one of a name, while the scripts load, when all routes are there.
  private func addGuard(
    _ key: String,
    _ decision: Route.Redirect,
    _ options: AttachOptions,
    _ site: SourceSite?
  ) throws(RouterError) {
    guard generation.phase == .running || StoreKey.isLocation(key) else {
      generation.deferredGuards.append(
        DeferredGuard(name: key, options: options, site: site, decision: decision)
      )
      return
    }
    try generation.rules.addGuard(
      key,
      tags: options.tags,
      priority: options.priority,
      site: site,
      decision: decision
    )
  }

  /// Attaches a decision to a key.
  private func attach(
    _ call: LuaCall,
    allowsNil: Bool,
    _ add: (String, Route.Redirect, AttachOptions, SourceSite?) throws(RouterError) -> Void
  ) throws -> [LuaValue] {
    let site = SourceSite(call.caller())
    let key = try call.string(0)
    guard let decision = generation.redirect(call[1], allowsNil: allowsNil) else {
      throw call.typeError(1, expected: "function or location")
    }
    var reader = try options(call, 2, known: ["owner", "priority", "tags"])
    let options = AttachOptions(
      tags: reader.texts("tags"),
      priority: reader.integer("priority") ?? 0
    )
    try generation.report(reader.mistakes, call)
    do throws(RouterError) {
      try add(key, decision, options, site)
    } catch {
      try generation.report([error], call)
    }
    return []
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

  private func rewrite(_ call: LuaCall) throws -> LuaValue {
    guard let type = generation.classes.rewrite else { return .nil }
    let table = try call.table(0)
    var reader = FieldReader(
      table,
      as: "a rewrite",
      known: ["extra", "location", "query"],
      allowsItems: true
    )
    let target = table.array.first ?? reader["location"]
    var rewrite = Rewrite(try generation.location(target, call, 0))
    if let query = reader.table("query") { rewrite.query = generation.queryItems(query) }
    if !reader["extra"].isNil { rewrite.extra = generation.value(reader["extra"]) }
    try reader.raiseFirst()
    return .object(LuaObject(rewrite, type: type))
  }
}

/// How a proxy or a guard is attached.
struct AttachOptions {
  /// Asked only in opens restricted to one of these.
  var tags: [String] = []
  /// Higher is asked first.
  var priority = 0
}
