#if Inspector
import MessageStream
import Moonroute
package import Rehearsal
import RuleProof
import ScriptHost
import ScriptTesting

/// Acts that were done again, in order.
package struct Replay: Sendable {
  /// An act, and how it ended this time.
  package struct Step: Sendable {
    /// The act as it was recorded.
    package let entry: Recording.Entry
    /// The ending that it has now.
    package let act: RehearsedAct
    /// Whether it was still under way when the next one began.
    package let isLong: Bool
    /// The time on the rehearsal's clock after it.
    let time: Duration

    /// The act, with the end that it had this time.
    var newEntry: Recording.Entry {
      var entry = entry
      (entry.ending, entry.isLong) = (act.words, isLong)
      return entry
    }
  }

  /// The acts.
  package var steps: [Step] = []

  /// The rows of the acts that ended otherwise than recorded.
  package var diverged: [Int] {
    steps.filter { $0.act.words != $0.entry.ending }.compactMap(\.entry.row)
  }
}

extension RecordedRehearsal {
  /// Makes a rehearsal that has come as far as an inspected application.
  ///
  /// - Parameters:
  ///   - inspected: The inspected application.
  ///   - entries: The acts that are done again. Default: all of the inspected application.
  /// - Returns: The rehearsal, and how the acts ended in it.
  /// - Throws: What keeps it from being made.
  package static func make(
    following inspected: InspectedApplication,
    entries: [Recording.Entry]? = nil
  ) async throws -> (rehearsal: RecordedRehearsal, replay: Replay) {
    let recording = inspected.recording
    if entries == nil { try recording.requireWhole() }
    let rehearsal = try await make(of: inspected)
    let replay = await rehearsal.replay(entries ?? recording.entries)
    // Timers that were due since the last act have fired there, too.
    if entries == nil, let now = inspected.clock?.now.offset { await rehearsal.wait(until: now) }
    return (rehearsal, replay)
  }

  /// Does acts again.
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
  /// Refuses where acts are missing.
  ///
  /// - Throws: That, in words.
  func requireWhole() throws(Refusal) {
    guard !isComplete else { return }
    throw Refusal(
      422,
      .valueTooLarge,
      "There were more than \(limit) acts: nothing can follow them any more. Start anew."
    )
  }
}

extension InspectedApplication {
  /// Makes an inspected application that goes on, in real time, from where acts have led.
  ///
  /// - Parameter steps: The acts, as a rehearsal has done them: it shows which of them waits for
  ///   later ones.
  /// - Returns: The inspected application, which records into the same timeline once it has begun.
  /// - Throws: What keeps it from being made.
  func follower(after steps: [Replay.Step]) async throws -> InspectedApplication {
    let clock = self.clock.map(LiveClock.init(like:)) ?? LiveClock()
    let application = try Application(on: MainActor.shared, clock: clock)
    let host = try await scripts().load(in: application)
    let inspected = InspectedApplication(
      host.application,
      host: host,
      clock: clock,
      timeline: timeline,
      makeHost: makeHost,
      // The scripts are those in force, and so is their generation.
      earlierGenerations: max(0, (status.generation ?? 1) - 1)
    )
    inspected.recording = Recording(steps.map(\.newEntry), limit: Recording.inspectorLimit)
    // It records nothing of its own before it has begun.
    let silent = InspectedApplication(
      host.application,
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
    clock.skipsWaits = self.clock?.skipsWaits ?? false
    let persona = silent.status.persona
    inspected.update { $0.persona = persona }
    return inspected
  }

  /// Does an act again; the time that it took in the rehearsal is skipped.
  private func redo(_ step: Replay.Step, by clock: LiveClock) async {
    let act = step.entry.act
    let work = Task { _ = try? await self.perform(act) }
    if case .clock = act { return await work.value }
    await clock.advance(by: max(.zero, step.time - clock.now.offset))
    if !step.isLong { await work.value }
  }
}
#endif
