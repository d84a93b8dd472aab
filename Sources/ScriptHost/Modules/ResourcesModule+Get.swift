import LuaRuntime
import Moonroute
import RoutePatterns
import TextTools

extension ResourcesModule {
  /// `get`; Lua runs the function of the resource if it belongs to a script.
  func addGet(to module: inout ModuleTable) throws(LuaError) {
    let check = try functions.state.makeFunction("resources.get", depth: 0) { call in
      try self.check(call[0], key: try call.string(1), type: call[2].string)
      return [call[0]]
    }
    let make = library["make"].function
    try module.addAnswering(
      "get",
      "(key, type, options) → value",
      "Reads a resource by location, name or pattern; raises an error if it has another type.",
      suspends: .sometimes
    ) { call in
      let key = try bridge.storeKey(call, 0)
      let type = call.isAbsent(1) ? nil : try call.string(1)
      if let type { try checkName(type) }
      let request = try bridge.storeRequest(key, call, options: 2, pattern: pattern(of:))
      let found = try bridge.scope.raising { () throws(RouterError) in
        let scope = try bridge.scope.scopes().resources
        let resources = bridge.scope.router.resources
        return try resources.find(request, with: scope, bridge.scope.patternContext)
      }
      switch found.content {
      case .constant(let value):
        let lua = try tables.lua(value, keptIn: found.form)
        try self.check(lua, key: key, type: type)
        return .values([lua])
      case .made(let handler): return try answer(handler, found.state, key, type, call)
      case .script(_, let value):
        guard case .function(let function) = try bridge.lua(value), let make else {
          return .values([.nil])
        }
        let state = try bridge.lua(found.state)
        guard let type else { return .call(function, [state]) }
        return .call(
          make,
          [.function(check), .string(key), .string(type), .function(function), state]
        )
      }
    }
    try module.formatParameters(of: "get", types) { bridge.formats(of: pattern(of: $0)) }
  }

  private func pattern(of key: String) -> RoutePattern? {
    guard let scope = try? bridge.scope.scopes().resources else { return nil }
    return bridge.scope.router.resources.pattern(of: key, with: scope, bridge.scope.patternContext)
  }

  private func answer(_ value: Value, _ key: String, _ type: String?) throws -> LuaAnswer {
    let lua = try bridge.lua(value)
    try check(lua, key: key, type: type)
    return .values([lua])
  }

  /// The value that a function of the program makes, now or later.
  private func answer(
    _ handler: Handler<RouteState, Value>,
    _ state: RouteState,
    _ key: String,
    _ type: String?,
    _ call: LuaCall
  ) throws -> LuaAnswer {
    if let make = handler.body(at: bridge.scope.router.home) {
      return try answer(try make(state), key, type)
    }
    guard call.canSuspend else { throw functions.cannotSuspend("resources.get", call) }
    // Do not add a capture list: with one, the closure would leave the router's executor.
    return .suspend(
      PendingOperation {
        let value = try await handler.answer(state)
        let lua = try bridge.lua(value)
        try check(lua, key: key, type: type)
        return [lua]
      }
    )
  }

  private func check(_ value: LuaValue, key: String, type: String?) throws(LuaError) {
    guard let type, !Self.isValue(value, of: type) else { return }
    let actual = Self.typeName(of: value)
    throw LuaError.raisable(
      RouterError.valueType(of: key, expected: type, actual: actual)
    )
  }

  private func checkName(_ type: String) throws(LuaError) {
    let name = type.hasSuffix("?") ? String(type.dropLast()) : type
    let known = HostOffers.ownTypes + offers.types.map(\.name)
    guard !known.contains(name) else { return }
    let hint = NearestNames.hint(for: name, among: known)
    let list = hint.isEmpty ? " The types are \(known.joined(separator: ", "))." : hint
    throw LuaError("unknown_type", "'\(name)' is not a type of value.\(list)")
  }

  private static func isValue(_ value: LuaValue, of type: String) -> Bool {
    if type.hasSuffix("?") { return value.isNil || isValue(value, of: String(type.dropLast())) }
    let name = typeName(of: value)
    return name == type || type == "number" && name == "integer"
  }

  private static func typeName(of value: LuaValue) -> String {
    switch value {
    case .integer: "integer"
    case .object(let object): object.type.name
    default: value.typeName
    }
  }
}
