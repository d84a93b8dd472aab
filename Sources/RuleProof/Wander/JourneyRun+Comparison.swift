import Moonroute
import Rehearsal
import ScriptTesting

extension JourneyRun {
  /// The result of a link for a visitor, on an empty stage.
  struct Shown: Sendable {
    /// The state before the open.
    let state: WanderState
    let effects: EffectRecorder.Effects
    let text: String
    let outcome: Outcome?
    let look: Look
  }

  /// Logs out and opens a link on an empty stage, here and in a new application.
  ///
  /// A difference is a finding if the data and the results of the program's functions are the same.
  func compare(_ step: WanderStep) async throws -> [RuleFinding] {
    var entry = Done(step: step)
    (refused, held, asking) = (nil, nil, nil)
    let (collector, act) = (collector, collector.beginAct(step))
    let shown =
      hasReloaded ? nil : await Self.shown(step, application, looks) { collector.end(act) }
    if hasReloaded { collector.end(act) }
    guard let here = shown else {
      entry.isDone = false
      done.append(entry)
      return withoutOwnReloads(await lookAgain() + collector.takeFindings())
    }
    let new = try await pool.take()
    let (clock, now) = (new.rehearsal.time.clock, rehearsal.time.clock.now)
    _ = await new.rehearsal.run { await clock.advance(by: clock.now.duration(to: now)) }
    let there = await Self.shown(step, new, looks) {}
    if there == nil {
      await new.rehearsal.end()
    } else {
      await pool.give(new)
    }
    login = WanderStep(.become(nil))
    scene = here.look.scene
    entry.location = scene.location
    done.append(entry)
    var findings = collector.takeFindings() + here.look.findings
    if let there, here.state == there.state, !here.effects.contradict(there.effects),
      here.text != there.text
    {
      findings.append(Self.difference(step, here, there))
    }
    return findings
  }

  private static func shown(
    _ step: WanderStep,
    _ application: WanderApplication,
    _ looks: Bool,
    whenOpened opened: @escaping @Sendable () -> Void
  ) async -> Shown? {
    let (rehearsal, effects) = (application.rehearsal, application.effects)
    let end = await rehearsal.attempt {
      await rehearsal.application.perform { application in
        WanderStep(.become(nil)).take(rehearsal.host, in: application)
        application.stage.clear()
      }
      await rehearsal.time.settle()
      effects.begin()
      let (state, outcome) = await rehearsal.application.perform { application in
        let state = WanderState(of: rehearsal, in: application)
        let outcome = await WanderAct.perform(step, rehearsal, in: application).outcome
        opened()
        return (state, outcome)
      }
      await rehearsal.time.settle()
      let text = await rehearsal.application.perform { $0.router.shownText }
      return Shown(
        state: state,
        effects: effects.end(),
        text: text,
        outcome: outcome,
        look: await look(rehearsal, step, looks)
      )
    }
    return try? end.get()
  }

  private static func difference(_ step: WanderStep, _ here: Shown, _ there: Shown) -> RuleFinding {
    let route = there.outcome?.route ?? here.outcome?.route
    let location = if case .open(let opening) = step.act { opening.location } else { "" }
    return RuleFinding(
      .history,
      about: route?.label ?? location,
      "'\(location)' shows something different from a new application, although nobody is logged in,"
        + " and the session, the resources, the time and the program's results are the same",
      at: route?.site
    )
  }
}
