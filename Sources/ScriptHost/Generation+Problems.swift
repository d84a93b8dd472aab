import LuaRuntime
import Moonroute

extension Generation {
  /// Runs a registering call.
  ///
  /// While the scripts load, what is wrong with it is taken down, so that all mistakes come to
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
      let bytes = try hold(.registrations, call.keptBytes + call.patternBytes)
      let values = try body()
      if let registration = values.first?.object?.payload as? ScriptRegistration {
        registration.keep(bytes)
      } else {
        lastingBytes.append(bytes)
      }
      return values
    } catch let error as LuaError where collects(call) {
      problems.add(ScriptProblem(error, at: SourceSite(call.caller()), in: sources))
      return try inert()
    }
  }

  /// Takes down mistakes in fields, or raises the first.
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

  /// Takes down errors of the router, or raises the first.
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

  /// Whether the mistakes of a registering call are taken down instead of raised.
  private func collects(_ call: LuaCall) -> Bool {
    phase != .running && !call.isProtected
  }
}
