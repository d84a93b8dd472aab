import LuaRuntime

/// A module while its functions are being added.
struct ModuleTable {
  private unowned let functions: FunctionMaker
  private let prefix: String
  private let isReference: Bool
  private(set) var fields: [LuaField] = []

  /// Begins a module (an empty name is for globals); `isReference` adds it to the reference.
  init(_ name: String = "", in functions: FunctionMaker, isReference: Bool = true) {
    self.functions = functions
    self.isReference = isReference
    prefix = name.isEmpty ? "" : name + "."
  }

  /// Adds a function that returns immediately; its signature is such as `(text) → value`.
  mutating func add(
    _ name: String,
    _ signature: String,
    _ summary: String,
    _ body: @escaping (LuaCall) throws -> [LuaValue]
  ) throws(LuaError) {
    let usage = note(name, signature, summary)
    add(name, .function(try functions.makeFunction(prefix + name, usage: usage, body)))
  }

  /// Adds a function that may run another function and return its results.
  ///
  /// Tables in the arguments are copied to the given depth.
  mutating func addAnswering(
    _ name: String,
    _ signature: String,
    _ summary: String,
    depth: Int? = nil,
    suspends: LuaSuspends = .never,
    mayWait: Bool = false,
    _ body: @escaping (LuaCall) throws -> LuaAnswer
  ) throws(LuaError) {
    let usage = note(name, signature, summary, mayWait: mayWait || suspends != .never)
    let state = functions.state
    let function = try state.makeAnswering(
      prefix + name,
      usage: usage,
      suspends: suspends,
      depth: depth,
      body
    )
    add(name, .function(function))
  }

  /// Adds a registering function; while the scripts load, a call with mistakes returns `inert`.
  mutating func addRegistering(
    _ name: String,
    _ signature: String,
    _ summary: String,
    inert: @autoclosure @escaping () throws -> [LuaValue] = [],
    _ body: @escaping (LuaCall) throws -> [LuaValue]
  ) throws(LuaError) {
    let rule = ["router.", "scope."].contains(prefix) ? "router." + name : nil
    try add(name, signature, summary) { [unowned registrar = functions.registrar] call in
      try registrar.register(call, inert: try inert(), rule: rule) { try body(call) }
    }
  }

  mutating func addSuspending(
    _ name: String,
    _ signature: String,
    _ summary: String,
    endsByItself: Bool = false,
    isToldOfEnd: Bool = false,
    _ body: @escaping (LuaCall) throws -> () async throws -> [LuaValue]
  ) throws(LuaError) {
    let usage = note(name, signature, summary, mayWait: true)
    let function = try functions.makeSuspending(
      prefix + name,
      usage: usage,
      endsByItself: endsByItself,
      isToldOfEnd: isToldOfEnd,
      body
    )
    add(name, .function(function))
  }

  mutating func add(_ name: String, _ value: LuaValue) {
    fields.append(LuaField(key: .string(name), value: value))
  }

  /// Makes a call of a store format values with types for the pattern of its key.
  mutating func formatParameters(
    of name: String,
    _ types: LuaTable,
    _ formats: @escaping (String) -> LuaValue
  ) throws(LuaError) {
    let find = try functions.state.makeFunction(prefix + name) { call in
      [formats(try call.string(0))]
    }
    try wrap(name, in: types["stored"].function, .function(find))
  }

  /// Replaces a function by the result of a Lua function, which takes the old one.
  mutating func wrap(
    _ name: String,
    in function: LuaFunction?,
    _ arguments: LuaValue...
  ) throws(LuaError) {
    guard let function, let place = fields.firstIndex(where: { $0.key.string == name }) else {
      return
    }
    let values = try functions.state.call(function, [fields[place].value] + arguments)
    fields[place].value = values.first ?? .nil
  }

  var value: LuaValue { .table(LuaTable(fields: fields)) }

  /// Adds a function to the reference and returns its usage.
  private func note(
    _ name: String,
    _ signature: String,
    _ summary: String,
    mayWait: Bool = false
  ) -> String {
    let function = ScriptFunction(
      name: prefix + name,
      signature: signature,
      summary: summary,
      mayWait: mayWait
    )
    if isReference { functions.note(function) }
    return function.usage
  }
}
