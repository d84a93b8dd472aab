import LuaRuntime
import Moonroute
import RoutePatterns

/// `resources`: values by location and name.
struct ResourcesModule {
  unowned let functions: FunctionMaker
  unowned let bridge: LuaBridge
  unowned let registrar: Registrar
  let handlers: ScriptHandlers
  let offers: HostOffers
  let tables: ProgramTables

  let types: LuaTable

  /// The Lua functions that run the functions of resources.
  let library: LuaTable

  func table() throws(LuaError) -> LuaValue {
    var module = ModuleTable("resources", in: functions)
    try addPut(to: &module)
    try addGet(to: &module)
    try addChanging(to: &module)
    try addChange(to: &module)
    try addAsking(to: &module)
    return module.value
  }

  private func addChanging(to module: inout ModuleTable) throws(LuaError) {
    try module.add(
      "update",
      "(key, value)",
      "Replaces the value of a resource; pattern and name stay."
    ) { call in
      let key = try bridge.storeKey(call, 0)
      let content = content(call[1])
      let lifetimeToken = try bridge.memory.charge(.resources, content.hostBytes)
      try bridge.scope.raising { () throws(RouterError) in
        let scope = try bridge.scope.scopes().resources
        let resources = bridge.scope.router.resources
        try resources.update(
          key,
          with: content,
          by: scope,
          scope,
          bridge.scope.patternContext,
          lifetimeToken: lifetimeToken
        )
      }
      return []
    }
    try module.add("delete", "(key)", "Deletes a resource.") { call in
      let key = try bridge.storeKey(call, 0)
      try bridge.scope.raising { () throws(RouterError) in
        let scope = try bridge.scope.scopes().resources
        try bridge.scope.router.resources.delete(key, with: scope, bridge.scope.patternContext)
      }
      return []
    }
  }

  private func addAsking(to module: inout ModuleTable) throws(LuaError) {
    try module.add(
      "has",
      "(key) → boolean",
      "Returns whether a resource with a name, a location or a pattern exists."
    ) { call in
      let key = try bridge.storeKey(call, 0)
      let scope = try bridge.scope.raising { () throws(RouterError) in
        try bridge.scope.scopes().resources
      }
      let resources = bridge.scope.router.resources
      return [.boolean(resources.has(key, with: scope, bridge.scope.patternContext))]
    }
    try module.add("list", "() → list", "Lists every resource.") { _ in
      let scope = try bridge.scope.raising { () throws(RouterError) in
        try bridge.scope.scopes().resources
      }
      let all = bridge.scope.router.resources.list(with: scope)
      return [.table(LuaTable(try all.map { try entry($0) }))]
    }
  }

  private func entry(_ resource: ResourceInfo) throws(LuaError) -> LuaValue {
    var table = LuaTable()
    table["name"] = LuaValue(optional: resource.name)
    table["pattern"] = .string(resource.pattern.text)
    table["persistent"] = .boolean(resource.isPersistent)
    table["shared"] = .boolean(resource.isShared)
    table["made"] = .boolean(resource.content.isMade)
    if case .constant(let value) = resource.content { table["value"] = try bridge.lua(value) }
    return .table(table)
  }

  /// The resource for a script's value: a function is called at each `get`.
  func content(_ value: LuaValue) -> ResourceContent {
    guard case .function(let function) = value else { return .constant(bridge.value(value)) }
    let handler = Handler<RouteState, Value>
      .eventual { [weak generation = handlers.generation] state in
        guard let generation else {
          throw RouterError(.scriptError, "The scripts of this resource were replaced.")
        }
        return try generation.calls.begin(function, [try generation.bridge.lua(state)]) { values in
          generation.bridge.value(values.first ?? .nil)
        }
      }
    return .script(handler, function: bridge.value(value))
  }
}

extension ResourcesModule {
  /// `change`; Lua runs the function of the script between the steps, and tries again.
  func addChange(to module: inout ModuleTable) throws(LuaError) {
    let begin = try functions.makeSuspending("resources.change") { call in
      let key = try bridge.storeKey(call, 0)
      return {
        try await step {
          let scope = try bridge.scope.scopes().resources
          let (value, revision) = try await bridge.scope.router.resources.beginChange(
            key,
            with: scope,
            bridge.scope.patternContext
          )
          let number = revision.map { LuaValue.integer(Int64(bitPattern: $0)) } ?? .nil
          return [.nil, try bridge.lua(value), number]
        }
      }
    }
    let end = try functions.makeSuspending("resources.change") { call in
      let (key, value) = (try bridge.storeKey(call, 0), bridge.value(call[2]))
      let revision = call[1].integer.map { UInt64(bitPattern: $0) }
      return {
        try await step {
          let scope = try bridge.scope.scopes().resources
          try await bridge.scope.router.resources.endChange(
            key,
            value,
            after: revision,
            with: scope,
            bridge.scope.patternContext
          )
          return [.nil, try bridge.lua(value)]
        }
      }
    }
    guard let change = library["change"].function else { return }
    try module.addAnswering(
      "change",
      "(key, fn) → value?, problem",
      "Changes a shared resource on all hosts: the function gets the value and returns the next one.",
      suspends: .always
    ) { call in
      let function = try call.function(1)
      let key = try bridge.storeKey(call, 0)
      return .call(change, [.function(begin), .function(end), .string(key), .function(function)])
    }
  }

  /// The results of a step, or the word for its problem.
  private func step(_ body: () async throws -> [LuaValue]) async throws -> [LuaValue] {
    do {
      return try await body()
    } catch let problem as SharingProblem {
      return [.string(problem.rawValue)]
    } catch let error as RouterError {
      throw LuaError.raisable(error)
    }
  }
}
