import LuaRuntime

/// A module while its functions are being added.
struct ModuleTable {
  private let state: LuaState
  private let prefix: String
  private var fields: [LuaField] = []

  /// Begins a module.
  init(_ name: String, in state: LuaState) {
    self.state = state
    prefix = name + "."
  }

  /// Adds a function that answers at once.
  mutating func add(
    _ name: String,
    usage: String,
    _ body: @escaping (LuaCall) throws -> [LuaValue]
  ) throws(LuaError) {
    add(name, .function(try state.makeFunction(prefix + name, usage: usage, body)))
  }

  /// Adds a function for which the script waits.
  mutating func addWaiting(
    _ name: String,
    usage: String,
    _ body: @escaping (LuaCall) throws -> () async throws -> [LuaValue]
  ) throws(LuaError) {
    let function = try state.makeAnswering(prefix + name, usage: usage, suspends: .always) { call in
      .suspend(Waiting(work: try body(call)))
    }
    add(name, .function(function))
  }

  /// Adds a value.
  mutating func add(_ name: String, _ value: LuaValue) {
    fields.append(LuaField(key: .string(name), value: value))
  }

  /// The module.
  var value: LuaValue { .table(LuaTable([], fields: fields)) }
}
