import LuaRuntime
import Moonroute

/// A function of a script that listens to events.
final class ScriptListener {
  private let generation: Generation
  private let function: LuaFunction
  private let breaker: CircuitBreaker

  /// The registration, used to stop listening.
  var registration: Registration?

  init(_ function: LuaFunction, of generation: Generation) {
    self.function = function
    self.generation = generation
    breaker = generation.calls.breaker
  }

  var handler: Handler<LinkEvent, Void> {
    .eventual { [self] event in
      if breaker.isOpen(for: function) {
        registration?.cancel()
        // The fleet must not take the event for handled.
        if event.isDurable { throw breaker.error(of: function) }
        return .now(())
      }
      let state = generation.state
      guard function.parameterCount != 0 else { return try ended(state.decide(function)) }
      return try ended(state.decide(function, try generation.bridge.record(of: event)))
    }
  }

  var site: SourceSite? { SourceSite(function.definedAt) }

  var isScriptRunning: Bool { generation.state.isRunning }

  /// The end of the function: its results are ignored, but it may wait.
  private func ended(_ answer: LuaDecision) throws -> Eventual<Void> {
    switch answer {
    case .failed(let error): throw generation.calls.stopped(error, function)
    case .suspended(let task): return try later(generation.state.begun(.suspended(task)))
    default:
      breaker.recordSuccess(of: function)
      return .now(())
    }
  }

  private func later(_ step: LuaStep) throws -> Eventual<Void> {
    // Without a capture list, as in `begin`.
    guard case .suspended(let task) = step else { return try ended(LuaDecision(step)) }
    return .later {
      let generation = self.generation
      _ = try await generation.calls.finish(task, inBackground: self.function, in: generation)
    }
  }
}
