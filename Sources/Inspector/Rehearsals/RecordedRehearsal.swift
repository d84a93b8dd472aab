#if Inspector
package import MessageStream
import Moonroute
package import Rehearsal
import RuleProof
import ScriptTesting
import Synchronization

/// A rehearsal of an inspected application's scripts that records its acts.
package final class RecordedRehearsal: Sendable {
  package let inspected: InspectedApplication

  private let rehearsal: Rehearsal

  private init(_ inspected: InspectedApplication, _ rehearsal: Rehearsal) {
    (self.inspected, self.rehearsal) = (inspected, rehearsal)
  }

  /// Makes a rehearsal of an application's active scripts, without acts.
  package static func make(of original: InspectedApplication) async throws -> RecordedRehearsal {
    let rehearsal = try await original.scripts().rehearsal()
    let clock = rehearsal.time.clock
    let inspected = InspectedApplication(
      rehearsal.application,
      host: rehearsal.host,
      timeline: Timeline(now: { clock.now.offset }),
      makeHost: original.makeHost,
      isTwin: true
    )
    await inspected.begin()
    return RecordedRehearsal(inspected, rehearsal)
  }

  package func end() async {
    rehearsal.time.stand()
    await inspected.end()
    await rehearsal.end()
  }

  /// Performs an act and advances the clock until the act ends or nothing more can happen.
  package func perform(_ act: Act, waits: Bool = true) async -> RehearsedAct {
    let done = RehearsedAct()
    let (inspected, clock) = (inspected, rehearsal.time.clock)
    await run(waiting: act.isAdvance ? nil : waits ? Rehearsal.Limits().waiting : .zero) {
      done.reply = await Self.reply(to: act, in: inspected, clock)
    }
    return done
  }

  var now: Duration { rehearsal.time.clock.now.offset }

  /// Moves the clock to a time, unless it is already later, and runs due work.
  package func wait(until target: Duration) async {
    let clock = rehearsal.time.clock
    let rest = target - clock.now.offset
    await run(waiting: nil) { await clock.advance(by: max(.zero, rest)) }
  }

  private func run(waiting: Duration?, _ work: @escaping @Sendable () async -> Void) async {
    var limits = Rehearsal.Limits()
    limits.waiting = waiting
    _ = await rehearsal.run(limits, work)
  }

  private static func reply(
    to act: Act,
    in inspected: InspectedApplication,
    _ clock: RehearsalClock
  ) async -> Result<ActReply, Refusal> {
    if case .clock(_, let seconds) = act {
      await clock.advance(by: .seconds(seconds ?? 0))
      return .success(ActReply(.done))
    }
    do {
      return .success(try await inspected.perform(act))
    } catch {
      return .failure(InspectorService.refusal(error))
    }
  }
}

/// An act in a rehearsal, pending or ended.
package final class RehearsedAct: Sendable {
  private let state = Mutex<Result<ActReply, Refusal>?>(nil)

  /// The reply; `nil` while the act waits, for example for a person's answer.
  package fileprivate(set) var reply: Result<ActReply, Refusal>? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  package var words: String? {
    switch reply {
    case .success(let reply): reply.words
    case .failure(let refusal): refusal.code
    case nil: nil
    }
  }
}

extension RecordedRehearsal {
  /// A spec of the acts with their endings, which is identical for identical acts and scripts.
  func spec(_ name: String, _ entries: [Recording.Entry]) async -> String {
    let (inspected, clock) = (inspected, rehearsal.time.clock)
    let writer = JourneyWriter(rehearsal, .inspector) { act in
      switch await Self.reply(to: act, in: inspected, clock) {
      case .success(let reply):
        reply.evaluation?.problem == nil ? .done(reply.result) : .failed(reply.words)
      case .failure(let refusal): .failed(refusal.message)
      }
    }
    return await writer.written(name, entries).text
  }
}

extension InspectedApplication {
  func scripts() async throws -> RehearsalScripts {
    guard let makeHost, let host else { throw Refusal.noRehearsals }
    let scripts = await RehearsalScripts(of: host, makeHost: makeHost)
    guard !scripts.texts.isEmpty else {
      throw Refusal(422, .scriptError, "No scripts are loaded yet. Load them first.")
    }
    return scripts
  }
}
#endif
