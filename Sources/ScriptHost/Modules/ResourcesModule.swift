import LuaRuntime
import Moonroute
import RoutePatterns

/// `resources`: values by location and name.
struct ResourcesModule {
  unowned let generation: Generation

  /// The functions in Lua that run those of resources.
  let library: LuaTable

  /// Makes the module's functions.
  init(generation: Generation, library: LuaTable) {
    self.generation = generation
    self.library = library
  }

  /// The module.
  func table() throws(LuaError) -> LuaValue {
    var module = ModuleTable("resources", in: generation)
    try addPut(to: &module)
    try addGet(to: &module)
    try addChanging(to: &module)
    try addAsking(to: &module)
    return module.value
  }

  private func addChanging(to module: inout ModuleTable) throws(LuaError) {
    try module.add(
      "update",
      "(key, value)",
      "Replaces the value of a resource; pattern and name stay."
    ) { [unowned generation] call in
      let key = try generation.storeKey(call, 0)
      let content = content(call[1])
      let lifetimeToken = try generation.charge(.resources, content.hostBytes)
      try generation.raising { () throws(RouterError) in
        let scope = try generation.scopes().resources
        let resources = generation.router.resources
        try resources.update(
          key,
          with: content,
          by: scope,
          scope,
          generation.patternContext,
          lifetimeToken: lifetimeToken
        )
      }
      return []
    }
    try module.add("delete", "(key)", "Deletes a resource.") { [unowned generation] call in
      let key = try generation.storeKey(call, 0)
      try generation.raising { () throws(RouterError) in
        let scope = try generation.scopes().resources
        try generation.router.resources.delete(key, with: scope, generation.patternContext)
      }
      return []
    }
  }

  private func addAsking(to module: inout ModuleTable) throws(LuaError) {
    try module.add(
      "has",
      "(key) → boolean",
      "Tells whether there is a resource of a name, a location or a pattern."
    ) { [unowned generation] call in
      let key = try generation.storeKey(call, 0)
      let scope = try generation.raising { () throws(RouterError) in
        try generation.scopes().resources
      }
      let resources = generation.router.resources
      return [.boolean(resources.has(key, with: scope, generation.patternContext))]
    }
    try module.add("list", "() → list", "Lists every resource.") { [unowned generation] _ in
      let scope = try generation.raising { () throws(RouterError) in
        try generation.scopes().resources
      }
      let all = generation.router.resources.list(with: scope)
      return [.table(LuaTable(try all.map { try entry($0) }))]
    }
  }

  private func entry(_ resource: ResourceInfo) throws(LuaError) -> LuaValue {
    var table = LuaTable()
    table["name"] = LuaValue(optional: resource.name)
    table["pattern"] = .string(resource.pattern.text)
    table["persistent"] = .boolean(resource.isPersistent)
    table["made"] = .boolean(resource.content.isMade)
    if case .constant(let value) = resource.content { table["value"] = try generation.lua(value) }
    return .table(table)
  }

  /// The resource of a script's value: a function is called at each `get`.
  func content(_ value: LuaValue) -> ResourceContent {
    guard case .function(let function) = value else { return .constant(generation.value(value)) }
    let generation = generation
    let handler = Handler<RouteState, Value>
      .eventual { [weak generation] state in
        guard let generation else {
          throw RouterError(.scriptError, "The scripts of this resource are gone.")
        }
        return try generation.begin(function, [try generation.lua(state)]) { values in
          generation.value(values.first ?? .nil)
        }
      }
    return .script(handler, function: generation.value(value))
  }
}
