import LuaRuntime
import Moonroute
import RoutePatterns

/// A script's function that decides about opens.
struct ScriptDecision {
  let generation: Generation

  let function: LuaFunction

  /// The guard's name for the error if it returns nothing; if `nil`, nothing means "continue".
  let guardName: String?

  /// Calls the function; returns its decision, or the rest of its work.
  func ask(_ state: RouteState) throws -> Eventual<Decision> {
    let (lua, bridge) = (generation.state, generation.bridge)
    let parameterCount = function.parameterCount ?? 2
    guard parameterCount > 0 else { return try decide(lua.decide(function)) }
    let record = try bridge.record(of: state)
    let target = parameterCount > 1 && !state.isLeaf ? try bridge.record(of: state.target) : record
    return try decide(lua.decide(function, record, target: target))
  }

  private func decide(_ decision: LuaDecision) throws -> Eventual<Decision> {
    switch decision {
    case .answered(let answer): return .now(try decided(answer))
    case .failed(let error): throw generation.functions.explained(error)
    case .suspended(let task):
      let step = generation.state.begun(.suspended(task))
      guard case .suspended(let next) = step else { return try decide(LuaDecision(step)) }
      // As in `ScriptCalls.begin`.
      generation.debugging?.noteWait(of: next.number)
      return .later {
        let values = try await self.generation.calls.finish(next, in: self.generation)
        return try self.decided(LuaDecision.Answer(values))
      }
    }
  }

  private func decided(_ answer: LuaDecision.Answer) throws -> Decision {
    switch answer {
    case .yes: return .proceed
    case .nothing, .explicitNil:
      guard let guardName else { return .proceed }
      throw RouterError.mistake(
        "the guard of '\(guardName)' returned nothing; return true, false or a location",
        by: function,
        answering: .nothing,
        in: generation.sources
      )
    case .no(let reason): return .stop(reason)
    case .text(let text):
      if text.isLarge { try reserve(2 * text.hostBytes) }
      if let wrong = LocationTextError(text, at: site) { throw wrong }
      return .open(text)
    case .object(let object): return try decided(object)
    case .other(let name):
      throw mistake("returned a \(name); \(answers)")
    }
  }

  private func decided(_ object: LuaObject) throws(RouterError) -> Decision {
    switch object.payload {
    case let target as ScriptLocation:
      if target.location.byteCount >= String.largeBytes {
        try reserve(target.location.hostBytes)
      }
      return .open(target.location, keepingQuery: target.keepsQuery)
    case let rewrite as Rewrite:
      try reserve(rewrite.extra?.hostBytes ?? 0)
      return .rewrite(rewrite)
    default: throw mistake("returned \(object.type.name); \(answers)")
    }
  }

  private var answers: String {
    guardName == nil ? RouterError.answers : "return true, false with a reason, or a location"
  }

  /// The place of a wrong result.
  private var site: SourceSite? { generation.sources.site(of: function, answering: .value) }

  private func mistake(_ message: String) -> RouterError {
    .mistake(message, by: function, in: generation.sources)
  }

  /// Checks that the open may hold the location and the value of a decision.
  private func reserve(_ bytes: Int) throws(RouterError) {
    do throws(LuaError) {
      try generation.memory.reserve(.states, bytes)
    } catch {
      throw generation.functions.explained(error)
    }
  }
}
