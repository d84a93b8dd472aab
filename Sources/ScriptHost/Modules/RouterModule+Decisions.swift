import LuaRuntime
import Moonroute
import RoutePatterns

extension RouterModule {
  /// Proxies, guards, and what is asked when an open fails.
  func addDecisions(to module: inout ModuleTable) throws(LuaError) {
    try module.add("proxy", usage: "router.proxy(pattern, decision, options)") { call in
      try attach(call, allowsNil: true) { key, decision, options, site throws(RouterError) in
        try generation.rules.addProxy(
          key,
          tags: options.tags,
          priority: options.priority,
          site: site,
          decision: decision
        )
      }
    }
    try module.add("guard", usage: "router.guard(key, decision, options)") { call in
      try attach(call, allowsNil: false) { key, decision, options, site throws(RouterError) in
        try generation.rules.addGuard(
          key,
          tags: options.tags,
          priority: options.priority,
          site: site,
          decision: decision
        )
      }
    }
    try module.add("unmatched", usage: "router.unmatched(fn)") { call in
      generation.rules.unmatched = generation.substitute(try call.function(0)) {
        generation,
        state in
        try generation.lua(state)
      }
      return []
    }
    try module.add("on_error", usage: "router.on_error(fn)") { call in
      generation.rules.onError = generation.substitute(try call.function(0)) {
        generation,
        outcome in
        try generation.lua(outcome)
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

  private struct Options {
    var tags: [String] = []
    var priority = 0
  }

  /// Attaches a decision to a key.
  private func attach(
    _ call: LuaCall,
    allowsNil: Bool,
    _ add: (String, Route.Redirect, Options, SourceSite?) throws(RouterError) -> Void
  ) throws -> [LuaValue] {
    let site = SourceSite(call.caller())
    let key = try call.string(0)
    guard let decision = generation.redirect(call[1], allowsNil: allowsNil) else {
      throw call.typeError(1, expected: "function or location")
    }
    var options = Options()
    if !call.isAbsent(2) {
      var reader = FieldReader(
        try call.table(2),
        as: "these options",
        known: ["owner", "priority", "tags"]
      )
      options = Options(tags: reader.texts("tags"), priority: reader.integer("priority") ?? 0)
      try generation.report(reader.mistakes, at: site)
    }
    do throws(RouterError) {
      try add(key, decision, options, site)
    } catch {
      try generation.report([error], at: site)
    }
    return []
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
