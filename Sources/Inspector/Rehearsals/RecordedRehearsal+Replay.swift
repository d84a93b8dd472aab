#if Inspector
import MessageStream
import Moonroute
package import Rehearsal
import RuleProof
import ScriptHost
import ScriptTesting

/// Replayed acts in order.
package struct Replay: Sendable {
  /// A replayed act with its ending.
  package struct Step: Sendable {
    package let entry: Recording.Entry
    package let act: RehearsedAct
    /// Whether it was still pending when the next act began.
    package let isLong: Bool
    /// The time on the rehearsal's clock after it.
    let time: Duration

    var newEntry: Recording.Entry {
      var entry = entry
      (entry.ending, entry.isLong) = (act.words, isLong)
      return entry
    }
  }

  package var steps: [Step] = []

  /// The rows of the acts with a different ending than recorded.
  package var diverged: [Int] {
    steps.filter { $0.act.words != $0.entry.ending }.compactMap(\.entry.row)
  }
}

extension RecordedRehearsal {
  /// Makes a rehearsal in the same state as an application, by default after all of its acts.
  package static func make(
    following inspected: InspectedApplication,
    entries: [Recording.Entry]? = nil
  ) async throws -> (rehearsal: RecordedRehearsal, replay: Replay) {
    let recording = inspected.recording
    if entries == nil { try recording.requireWhole() }
    let rehearsal = try await make(of: inspected)
    let replay = await rehearsal.replay(entries ?? recording.entries)
    // Fire the timers that have become due since the last act.
    if entries == nil, let now = inspected.clock?.now.offset { await rehearsal.wait(until: now) }
    return (rehearsal, replay)
  }

  private func replay(_ entries: [Recording.Entry]) async -> Replay {
    var replay = Replay()
    for entry in entries {
      if let time = entry.time { await wait(until: time) }
      let act = await perform(entry.act, waits: !entry.isLong && entry.ending != nil)
      let isLong = act.words == nil
      replay.steps.append(Replay.Step(entry: entry, act: act, isLong: isLong, time: now))
    }
    return replay
  }
}

extension Recording {
  func requireWhole() throws(Refusal) {
    guard !isComplete else { return }
    throw Refusal(
      422,
      .valueTooLarge,
      "The recording is full after \(limit) acts and cannot be replayed. Restart the program."
    )
  }
}

extension InspectedApplication {
  /// Makes an application that continues in real time, from a time on its clock if there is one,
  /// and records into the same timeline.
  func follower(
    after steps: [Replay.Step],
    until time: Duration?
  ) async throws -> InspectedApplication {
    let clock = self.clock.map(LiveClock.init(like:)) ?? LiveClock()
    let application = try LinkRouter(
      isolation: MainActor.shared,
      options: RouterOptions(clock: clock)
    )
    let host = try await scripts().load(in: application)
    let inspected = InspectedApplication(
      host.router,
      host: host,
      clock: clock,
      timeline: timeline,
      makeHost: makeHost,
      // It has the current scripts, so it also gets their generation.
      earlierGenerations: max(0, (status.generation ?? 1) - 1)
    )
    inspected.recording = Recording(steps.map(\.newEntry), limit: Recording.inspectorLimit)
    // This one replays the acts. Only the returned application records.
    let silent = InspectedApplication(
      host.router,
      host: host,
      clock: clock,
      timeline: Timeline()
    )
    for step in steps {
      if let time = step.entry.time {
        await clock.advance(by: max(.zero, time - clock.now.offset))
      }
      await silent.redo(step, by: clock)
    }
    if let time { await clock.advance(by: max(.zero, time - clock.now.offset)) }
    clock.skipsWaits = self.clock?.skipsWaits ?? false
    let persona = silent.status.persona
    inspected.update { $0.persona = persona }
    return inspected
  }

  /// Replays an act and skips the time that it took in the rehearsal.
  private func redo(_ step: Replay.Step, by clock: LiveClock) async {
    let act = step.entry.act
    let work = Task { _ = try? await self.perform(act) }
    if case .clock = act { return await work.value }
    await clock.advance(by: max(.zero, step.time - clock.now.offset))
    if !step.isLong { await work.value }
  }
}
#endif
