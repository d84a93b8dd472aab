import LuaRuntime
import Moonroute
import TextTools

extension Generation {
  /// Runs a registering call.
  ///
  /// While the scripts load, its mistakes are recorded, so that all mistakes come to
  /// light, and the script goes on with something that does nothing. Later, and inside the script's
  /// own `pcall`, it is raised.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - inert: What the script goes on with after a mistake.
  ///   - isCounted: Whether what is registered counts as a registration. Default: it does.
  ///   - body: Registers.
  /// - Returns: What the script gets.
  /// - Throws: What is wrong, or that the generation has been replaced.
  func register(
    _ call: LuaCall,
    inert: @autoclosure () throws -> [LuaValue],
    isCounted: Bool = true,
    _ body: () throws -> [LuaValue]
  ) throws -> [LuaValue] {
    guard phase != .replaced else { throw Self.goneError(number) }
    do {
      guard isCounted else { return try body() }
      let bytes = try charge(.registrations, call.hostBytes + call.patternBytes)
      let values = try body()
      if let registration = values.first?.object?.payload as? ScriptRegistration {
        registration.attach(bytes)
      } else {
        lastingCharges.append(bytes)
      }
      return values
    } catch let error as LuaError where collects(call) {
      problems.add(ScriptProblem(error, at: SourceSite(call.caller()), in: sources))
      return try inert()
    }
  }

  /// Records mistakes in fields, or raises the first.
  func report(_ mistakes: [FieldReader.Mistake], _ call: LuaCall) throws(LuaError) {
    guard let first = mistakes.first else { return }
    guard collects(call) else {
      throw LuaError(LuaErrorCode(rawValue: first.code.rawValue), first.message)
    }
    let caller = SourceSite(call.caller()).map { ScriptPlace($0) }
    for mistake in mistakes {
      problems.add(
        ScriptProblem(
          mistake.code,
          mistake.message,
          at: mistake.place ?? caller,
          field: mistake.field,
          in: sources
        )
      )
    }
  }

  /// Records errors of the router, or raises the first.
  func report(_ errors: [RouterError], _ call: LuaCall) throws(LuaError) {
    guard let first = errors.first else { return }
    guard collects(call) else {
      throw LuaError(LuaErrorCode(rawValue: first.code.rawValue), first.message)
    }
    let site = SourceSite(call.caller())
    for error in errors {
      problems.add(
        ScriptProblem(error.code, error.message, at: error.site ?? site, in: sources)
      )
    }
  }

  /// Whether the mistakes of a registering call are recorded instead of raised.
  private func collects(_ call: LuaCall) -> Bool {
    phase != .running && !call.isProtected
  }
}

extension Generation {
  /// A script's error, with the name that it most likely meant where it used one that nothing has.
  func explained(_ error: LuaError) -> RouterError {
    RouterError(error, hint: hint(for: error))
  }

  /// A sentence for errors such as `attempt to call a nil value (field 'rout')`, or nothing.
  func hint(for error: LuaError) -> String {
    guard let (kind, name) = Self.missing(error.message) else { return "" }
    let candidates = reference.compactMap { function -> NearestNames.Candidate? in
      let parts = function.name.split(separator: ".", maxSplits: 1)
      guard let module = parts.first, !module.contains(":") else { return nil }
      if kind == "global" {
        return NearestNames.Candidate(key: String(module), text: String(module))
      }
      guard parts.count == 2 else { return nil }
      return NearestNames.Candidate(key: String(parts[1]), text: function.name)
    }
    guard let nearest = NearestNames.of(name, among: candidates, count: 1).first else { return "" }
    return ". Did you mean '\(nearest)'?"
  }

  /// The kind and the name of the value that Lua says was nil.
  private static func missing(_ message: String) -> (kind: String, name: String)? {
    guard message.hasPrefix("attempt to "), message.hasSuffix("')"),
      let range = message.firstRange(of: " a nil value (")
    else { return nil }
    let parts = message[range.upperBound...].dropLast(2).split(separator: " '", maxSplits: 1)
    guard parts.count == 2, ["global", "field"].contains(parts[0]) else { return nil }
    return (String(parts[0]), String(parts[1]))
  }
}
