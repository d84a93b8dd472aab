import LuaRuntime
import Moonroute
import TextTools

/// Makes the host functions that scripts call.
final class FunctionMaker {
  private(set) var reference: [ScriptFunction] = []

  /// Describes a declared field of the session that is empty.
  var emptyField: (String) -> String? = { _ in nil }

  let state: LuaState
  let registrar: Registrar

  init(state: LuaState, registrar: Registrar) {
    self.state = state
    self.registrar = registrar
  }

  func note(_ function: ScriptFunction) { reference.append(function) }

  /// Loads the late part that a call needed, for the library.
  var loadPart: (_ again: LuaFunction, LuaCall) throws -> LuaAnswer? = { _, _ in nil }

  /// Makes a function that loads a late part if its work needs one, and then begins again.
  ///
  /// The work must change nothing before it looks up a location or a name.
  func makeFunction(
    _ name: String,
    usage: String = "",
    _ body: @escaping (LuaCall) throws -> [LuaValue]
  ) throws(LuaError) -> LuaFunction {
    try state.makeAnswering(name, usage: usage) { [unowned self] call in
      do {
        return .values(try body(call))
      } catch let error as LuaError where error.code == .latePart {
        guard let answer = try loadPart(try makeFunction(name, body), call) else { throw error }
        return answer
      }
    }
  }

  /// Makes a method of a class and adds it to the reference.
  func method(
    _ type: String,
    _ name: String,
    _ signature: String,
    _ summary: String,
    _ body: @escaping (LuaCall) throws -> [LuaValue]
  ) -> LuaMethod {
    let function = ScriptFunction(
      name: "\(type):\(name)",
      signature: signature,
      summary: summary
    )
    note(function)
    return LuaMethod(name, usage: function.usage, body)
  }

  /// Makes a method that suspends the script, and adds it to the reference.
  func suspendingMethod(
    _ type: String,
    _ name: String,
    _ signature: String,
    _ summary: String,
    _ body: @escaping (LuaCall) throws -> () async throws -> [LuaValue]
  ) -> LuaMethod {
    let function = ScriptFunction(
      name: "\(type):\(name)",
      signature: signature,
      summary: summary,
      mayWait: true
    )
    note(function)
    return LuaMethod(
      suspending: name,
      usage: function.usage,
      for: suspendingCall(function.name, body)
    ) {
      [unowned self] call in
      cannotSuspend(function.name, call)
    }
  }

  /// Makes a function that suspends the script.
  ///
  /// - Parameters:
  ///   - name: The full name, such as `router.open`.
  ///   - usage: The usage, for the reference.
  ///   - endsByItself: Whether the awaited operation ends by itself. Default: no.
  ///   - isToldOfEnd: Whether the script receives the result once even if a reload has ended it.
  ///     Default: no.
  ///   - advice: A sentence for the error where no script can wait. Default: none.
  ///   - body: Reads the arguments and returns the work to wait for.
  /// - Returns: The function.
  /// - Throws: `memory_limit` if Lua has no room for it.
  func makeSuspending(
    _ name: String,
    usage: String = "",
    endsByItself: Bool = false,
    isToldOfEnd: Bool = false,
    advice: String? = nil,
    _ body: @escaping (LuaCall) throws -> () async throws -> [LuaValue]
  ) throws(LuaError) -> LuaFunction {
    let operation = suspendingCall(
      name,
      endsByItself: endsByItself,
      isToldOfEnd: isToldOfEnd,
      body
    )
    return try state.makeSuspending(name, usage: usage, for: operation) { [unowned self] call in
      cannotSuspend(name, call, advice: advice)
    }
  }

  /// The call that suspends a script, charged for its arguments.
  private func suspendingCall(
    _ name: String,
    endsByItself: Bool = false,
    isToldOfEnd: Bool = false,
    _ body: @escaping (LuaCall) throws -> () async throws -> [LuaValue]
  ) -> SuspendingCall {
    SuspendingCall { [unowned self] call in
      var work = try body(call)
      if let waits = registrar.waits {
        work = waits.during(ScriptWaits.words(for: name, call), work)
      }
      return PendingOperation(
        work: work,
        endsByItself: endsByItself,
        isToldOfEnd: isToldOfEnd,
        charge: try registrar.memory.charge(.pendingCalls, call.hostBytes)
      )
    }
  }

  func cannotSuspend(_ name: String, _ call: LuaCall, advice: String? = nil) -> LuaError {
    let phase = registrar.scope.phase
    let isLoading = phase != .running && phase != .replaced
    let place = isLoading ? "at load time" : call.barrierWords
    return LuaError(
      .cannotAwait,
      "cannot await here (\(place)): \(name) waits. Call it in a handler, such as a view or an action."
        + (advice.map { " \($0)" } ?? "")
    )
  }
}

extension FunctionMaker {
  /// A script's error; for an unknown name, a hint suggests the most similar one.
  func explained(_ error: LuaError) -> RouterError {
    RouterError(error, hint: hint(for: error))
  }

  /// A hint for errors such as `attempt to call a nil value (field 'rout')`, or an empty text.
  func hint(for error: LuaError) -> String {
    guard let (kind, name) = Self.missing(error.message) else {
      return registrar.sources.hintOfModule(for: error)
    }
    if let words = absent(kind, name, at: error) { return ". " + words }
    if kind == "field", let words = emptyField(name),
      line(of: error)?.contains("session.\(name).") == true
    {
      return ". " + words
    }
    // `route { … }` without `router.`
    let whole = reference.first { kind == "global" && $0.name == "router." + name }
    if let whole { return ". Did you mean '\(whole.name)'?" }
    var candidates = reference.compactMap { function -> NearestNames.Candidate? in
      let parts = function.name.split(separator: ".", maxSplits: 1)
      guard let module = parts.first, !module.contains(":") else { return nil }
      if kind == "global" {
        return NearestNames.Candidate(key: String(module), text: String(module))
      }
      guard parts.count == 2 else { return nil }
      return NearestNames.Candidate(key: String(parts[1]), text: function.name)
    }
    if kind == "global", registrar.readFile == Invariants.file {
      candidates.append(NearestNames.Candidate(key: Invariants.word, text: Invariants.word))
    }
    guard let nearest = NearestNames.of(name, among: candidates, count: 1).first else { return "" }
    return ". Did you mean '\(nearest)'?"
  }

  /// Lua names a field without its table, so the line must contain the full name.
  private func absent(_ kind: String, _ name: String, at error: LuaError) -> String? {
    if kind == "global" { return SandboxWords.message(for: name) }
    guard let field = SandboxWords.fields.first(where: { $0.hasSuffix("." + name) }),
      line(of: error)?.contains(field) == true
    else { return nil }
    return SandboxWords.message(for: field)
  }

  private func line(of error: LuaError) -> String? {
    guard let position = error.position,
      let line = registrar.sources.lines(of: position.file)?[position.line]
    else { return nil }
    return String(decoding: line, as: UTF8.self)
  }

  /// The kind and the name of the value that Lua reports as nil.
  private static func missing(_ message: String) -> (kind: String, name: String)? {
    guard message.hasPrefix("attempt to "), message.hasSuffix("')"),
      let range = message.firstRange(of: " a nil value (")
    else { return nil }
    let parts = message[range.upperBound...].dropLast(2).split(separator: " '", maxSplits: 1)
    guard parts.count == 2, ["global", "field"].contains(parts[0]) else { return nil }
    return (String(parts[0]), String(parts[1]))
  }
}
