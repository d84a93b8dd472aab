import LuaRuntime

/// A module while its functions are being added.
struct ModuleTable {
  private unowned let generation: Generation
  private let prefix: String
  private let isReference: Bool
  private(set) var fields: [LuaField] = []

  /// Begins a module.
  ///
  /// - Parameters:
  ///   - name: The global that holds it, or nothing for globals.
  ///   - generation: The generation that it is for.
  ///   - isReference: Whether its functions belong into the reference. Default: yes.
  init(_ name: String = "", in generation: Generation, isReference: Bool = true) {
    self.generation = generation
    self.isReference = isReference
    prefix = name.isEmpty ? "" : name + "."
  }

  /// Adds a function that answers at once.
  ///
  /// - Parameters:
  ///   - name: The name in the module.
  ///   - signature: Its parameters and what it answers, such as `(text) → value`.
  ///   - summary: What it does, in one sentence.
  ///   - body: Does it.
  /// - Throws: `memory_limit` if Lua has no room for it.
  mutating func add(
    _ name: String,
    _ signature: String,
    _ summary: String,
    _ body: @escaping (LuaCall) throws -> [LuaValue]
  ) throws(LuaError) {
    let usage = note(name, signature, summary)
    add(name, .function(try generation.state.makeFunction(prefix + name, usage: usage, body)))
  }

  /// Adds a function that may have another one run, and answers what that does.
  ///
  /// - Parameters:
  ///   - name: The name in the module.
  ///   - signature: Its parameters and what it answers, such as `(text) → value`.
  ///   - summary: What it does, in one sentence.
  ///   - depth: The levels of tables that are copied. Default: all.
  ///   - suspends: Whether the script may wait for it. Default: no.
  ///   - body: Does it.
  /// - Throws: `memory_limit` if Lua has no room for it.
  mutating func addAnswering(
    _ name: String,
    _ signature: String,
    _ summary: String,
    depth: Int? = nil,
    suspends: LuaSuspends = .never,
    _ body: @escaping (LuaCall) throws -> LuaAnswer
  ) throws(LuaError) {
    let usage = note(name, signature, summary)
    let state = generation.state
    let function = try state.makeAnswering(
      prefix + name,
      usage: usage,
      suspends: suspends,
      depth: depth,
      body
    )
    add(name, .function(function))
  }

  /// Adds a function that registers something.
  ///
  /// Mistakes of a call are collected while the scripts load; the call answers `inert` then.
  mutating func addRegistering(
    _ name: String,
    _ signature: String,
    _ summary: String,
    inert: @autoclosure @escaping () throws -> [LuaValue] = [],
    _ body: @escaping (LuaCall) throws -> [LuaValue]
  ) throws(LuaError) {
    try add(name, signature, summary) { [unowned generation] call in
      try generation.register(call, inert: try inert()) { try body(call) }
    }
  }

  /// Adds a function that suspends the script.
  mutating func addSuspending(
    _ name: String,
    _ signature: String,
    _ summary: String,
    endsByItself: Bool = false,
    _ body: @escaping (LuaCall) throws -> () async throws -> [LuaValue]
  ) throws(LuaError) {
    let usage = note(name, signature, summary)
    let function = try generation.makeSuspending(
      prefix + name,
      usage: usage,
      endsByItself: endsByItself,
      body
    )
    add(name, .function(function))
  }

  /// Adds a value.
  mutating func add(_ name: String, _ value: LuaValue) {
    fields.append(LuaField(key: .string(name), value: value))
  }

  /// The module.
  var value: LuaValue { .table(LuaTable(fields: fields)) }

  /// Adds a function to the reference and returns its usage.
  private func note(_ name: String, _ signature: String, _ summary: String) -> String {
    let function = ScriptFunction(
      name: prefix + name,
      signature: signature,
      summary: summary
    )
    if isReference { generation.reference.append(function) }
    return function.usage
  }
}

extension Generation {
  /// Makes a method of a class and adds it to the reference.
  ///
  /// - Parameters:
  ///   - type: The class, as scripts know it.
  ///   - name: The method.
  ///   - signature: Its parameters and what it answers, such as `(text) → value`.
  ///   - summary: What it does, in one sentence.
  ///   - body: Does it.
  /// - Returns: The method.
  func method(
    _ type: String,
    _ name: String,
    _ signature: String,
    _ summary: String,
    _ body: @escaping (LuaCall) throws -> [LuaValue]
  ) -> LuaMethod {
    let function = addMethod(type, name, signature, summary)
    return LuaMethod(name, usage: function.usage, body)
  }

  /// Adds a method to the reference.
  private func addMethod(
    _ type: String,
    _ name: String,
    _ signature: String,
    _ summary: String
  ) -> ScriptFunction {
    let function = ScriptFunction(
      name: "\(type):\(name)",
      signature: signature,
      summary: summary
    )
    reference.append(function)
    return function
  }

  /// Makes a method that suspends the script, and adds it to the reference.
  ///
  /// - Parameters:
  ///   - type: The class, as scripts know it.
  ///   - name: The method.
  ///   - signature: Its parameters and what it answers, such as `(text) → value`.
  ///   - summary: What it does, in one sentence.
  ///   - body: Reads the arguments and answers the work to wait for.
  /// - Returns: The method.
  func suspendingMethod(
    _ type: String,
    _ name: String,
    _ signature: String,
    _ summary: String,
    _ body: @escaping (LuaCall) throws -> () async throws -> [LuaValue]
  ) -> LuaMethod {
    let function = addMethod(type, name, signature, summary)
    return LuaMethod(suspending: name, usage: function.usage, for: suspendingCall(body)) {
      [unowned self] call in
      cannotSuspend(function.name, call)
    }
  }

  /// Makes a function that suspends the script.
  ///
  /// - Parameters:
  ///   - name: The whole name, such as `router.open`.
  ///   - usage: The usage, for the reference.
  ///   - endsByItself: Whether what is waited for comes by itself. Default: no.
  ///   - body: Reads the arguments and answers the work to wait for.
  /// - Returns: The function.
  /// - Throws: `memory_limit` if Lua has no room for it.
  func makeSuspending(
    _ name: String,
    usage: String = "",
    endsByItself: Bool = false,
    _ body: @escaping (LuaCall) throws -> () async throws -> [LuaValue]
  ) throws(LuaError) -> LuaFunction {
    let operation = suspendingCall(endsByItself: endsByItself, body)
    return try state.makeSuspending(name, usage: usage, for: operation) { [unowned self] call in
      cannotSuspend(name, call)
    }
  }

  /// The call that suspends a script, charged with its arguments.
  private func suspendingCall(
    endsByItself: Bool = false,
    _ body: @escaping (LuaCall) throws -> () async throws -> [LuaValue]
  ) -> SuspendingCall {
    SuspendingCall { [unowned self] call in
      PendingOperation(
        work: try body(call),
        endsByItself: endsByItself,
        charge: try charge(.pendingCalls, call.hostBytes)
      )
    }
  }

  /// The error of a script that waits where it cannot.
  func cannotSuspend(_ name: String, _ call: LuaCall) -> LuaError {
    let isLoading = phase != .running && phase != .replaced
    let place = isLoading ? "at load time" : call.barrierWords
    return LuaError(
      .cannotAwait,
      "cannot await here (\(place)): \(name) waits. Call it in a handler, such as a view or an action."
    )
  }
}
