import LuaRuntime

/// A module while its functions are being added.
struct ModuleTable {
  private unowned let generation: Generation
  private let prefix: String
  private var fields: [LuaField] = []

  /// Begins a module.
  init(_ name: String, in generation: Generation) {
    self.generation = generation
    prefix = name + "."
  }

  /// Adds a function that answers at once.
  mutating func add(
    _ name: String,
    usage: String,
    _ body: @escaping (LuaCall) throws -> [LuaValue]
  ) throws(LuaError) {
    add(name, .function(try generation.state.makeFunction(prefix + name, usage: usage, body)))
  }

  /// Adds a function that registers something.
  ///
  /// What is wrong with a call is collected while the scripts load.
  mutating func addRegistering(
    _ name: String,
    usage: String,
    _ body: @escaping (LuaCall) throws -> [LuaValue]
  ) throws(LuaError) {
    try add(name, usage: usage) { [unowned generation] call in
      try generation.register(call) { try body(call) }
    }
  }

  /// Adds a function for which the script waits.
  mutating func addWaiting(
    _ name: String,
    usage: String,
    _ body: @escaping (LuaCall) throws -> () async throws -> [LuaValue]
  ) throws(LuaError) {
    let function = try generation.makeWaiting(prefix + name, usage: usage, body)
    add(name, .function(function))
  }

  /// Adds a value.
  mutating func add(_ name: String, _ value: LuaValue) {
    fields.append(LuaField(key: .string(name), value: value))
  }

  /// The module.
  var value: LuaValue { .table(LuaTable([], fields: fields)) }
}

extension Generation {
  /// Makes a function for which the script waits.
  ///
  /// - Parameters:
  ///   - name: The whole name, such as `router.open`.
  ///   - usage: How it is called, for the reference.
  ///   - body: Reads the arguments and answers the work to wait for.
  /// - Returns: The function.
  /// - Throws: `memory_limit` if Lua has no room for it.
  func makeWaiting(
    _ name: String,
    usage: String = "",
    _ body: @escaping (LuaCall) throws -> () async throws -> [LuaValue]
  ) throws(LuaError) -> LuaFunction {
    try state.makeAnswering(name, usage: usage, suspends: .sometimes) { [unowned self] call in
      guard call.canSuspend else {
        let place =
          phase == .running || phase == .replaced
          ? "a sort, a gsub or a metamethod" : "scripts that are being loaded"
        throw LuaError(
          .cannotAwait,
          "\(name) waits, and \(place) cannot. Call it in a handler, such as a view or an action."
        )
      }
      return .suspend(Waiting(work: try body(call)))
    }
  }
}
