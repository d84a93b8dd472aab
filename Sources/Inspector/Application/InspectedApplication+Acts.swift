#if Inspector
import MessageStream
import Moonroute
package import Rehearsal
import RoutePatterns
import ScriptHost

package struct ActReply: Sendable {
  package let result: ActResult

  package var number: Int?

  /// The current mode and time of the clock, in seconds.
  var clock: (mode: Act.ClockMode, now: Double)?

  var evaluation: Evaluation?

  init(_ result: ActResult) { self.result = result }

  /// A short ending to compare with the ending of a replay.
  package var words: String {
    if let evaluation { return evaluation.words }
    if let refusal = result.refusal { return "refused: \(refusal)" }
    switch result {
    case .opened(let outcome): return Ending(outcome).lastingWords
    case .emitted(let receivers): return "\(receivers) receivers"
    case .persona(let changes): return "\(changes) screens left"
    case .moved, .session, .rechecked, .restored, .answered, .done: return "done"
    }
  }
}

extension InspectedApplication {
  package func perform(_ act: Act) async throws -> ActReply {
    try await record(act, ending: \.words) { try await self.run(act) }
  }

  private func run(_ act: Act) async throws -> ActReply {
    switch act {
    case .open: return try await open(act)
    case .clock(let mode, let advance): return try await move(mode, advance)
    case .lua: return try await evaluate(act)
    case .become(let name):
      let reply = ActReply(try await result(of: act))
      update { $0.persona = name }
      return reply
    default: return ActReply(try await result(of: act))
    }
  }

  func result(of act: Act) async throws -> ActResult {
    if host == nil, let refusal = act.refusalWithoutScripts { throw refusal }
    let host = host
    return try await application.perform { application in
      try await act.perform(in: application, host) { _ in }
    }
  }

  private func open(_ act: Act) async throws -> ActReply {
    let asked = OpenWatch.Asked()
    var reply = try await OpenWatch.$asked.withValue(asked) {
      ActReply(try await result(of: act))
    }
    if timeline.isRecording { reply.number = asked.number }
    return reply
  }

  private func move(_ mode: Act.ClockMode?, _ advance: Double?) async throws -> ActReply {
    guard let clock else {
      throw Refusal.lacks("clock", "Only the clock of 'moonroute serve' can be moved.")
    }
    if let mode { clock.skipsWaits = mode == .skip }
    if let advance { await self.advance(clock, by: .seconds(advance)) }
    var reply = ActReply(.done)
    reply.clock = (clock.skipsWaits ? .skip : .real, clock.now.offset / .seconds(1))
    return reply
  }

  /// Moves a clock ahead for a limited real time; then the clock jumps, despite any repeating work.
  private func advance(_ clock: LiveClock, by duration: Duration) async {
    let work = Task { await clock.advance(by: duration) }
    let limit = Task { [advanceTime] in
      if (try? await Task.sleep(for: advanceTime)) != nil { work.cancel() }
    }
    _ = await work.value
    limit.cancel()
  }
}

extension Act {
  fileprivate var refusalWithoutScripts: Refusal? {
    switch self {
    case .lua: .lacks("console", "It requires scripts.")
    case .setSession: .lacks("session", "It requires scripts.")
    case .become: .lacks("personas", "Write a file 'personas.lua' next to 'headless.lua'.")
    default: nil
    }
  }
}
#endif
