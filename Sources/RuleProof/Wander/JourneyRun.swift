import Moonroute
import Rehearsal
import RoutePatterns
import ScriptHost
import ScriptTesting

/// Runs a journey in a newly loaded application and checks the invariants after each step.
final class JourneyRun {
  /// A performed step with its results, for a spec.
  struct Done: Sendable {
    let step: WanderStep
    /// Whether it was possible, for example because the button or tab exists.
    var isDone = true
    /// Whether it ended; otherwise it waits for a person.
    var hasEnded = true
    /// The clock time until it ended or nothing more could happen.
    var elapsed = Duration.zero
    /// The location of the top screen after it.
    var location: String?
  }

  static let backLimit = 64

  /// The final waits, so that work that waits for the clock can end.
  static let (waitLimit, waitSeconds) = (60, 60)

  let pool: ApplicationPool

  /// Whether to check the invariants.
  let looks: Bool

  private(set) var application: WanderApplication
  private(set) var collector: EventCollector

  /// Retains the log observer, which retains the collector.
  private var observation: LogObservation?

  /// The last login.
  var login = WanderStep(.become(nil))

  /// The last open, if it was refused, with the state before and after it.
  var refused: (location: String, state: WanderState)?

  /// Whether a step reloaded the scripts, which closes functions of the previous scripts.
  private(set) var hasReloaded = false

  /// The evidence of the last step.
  private(set) var evidence: WanderEvidence?

  /// The state in which the top screen refused a step back, and one in which it asked about it.
  var (held, asking): (WanderState?, WanderState?)

  var done: [Done] = []
  var wayBack: [Done] = []

  var scene = StageSummary()

  var rehearsal: Rehearsal { application.rehearsal }

  init(_ pool: ApplicationPool, looks: Bool = true) async throws {
    (self.pool, self.looks) = (pool, looks)
    application = try await pool.take()
    collector = EventCollector()
    await observe()
  }

  func end() async { await rehearsal.end() }

  /// Ends the journey and returns its application to the pool, unless its work does not end, or
  /// scripts that a reload has replaced could still run.
  func leave() async {
    observation = nil
    guard collector.firstPending == nil, !hasReloaded else { return await end() }
    await pool.give(application)
  }

  /// Runs work on the thread of the application, so its steps do not switch threads.
  func near<Answer>(_ work: () async throws -> Answer) async throws -> Answer {
    try await withTaskExecutorPreference(rehearsal.time.executor) { try await work() }
  }

  func takeOutcomes() -> [Outcome] { collector.takeOutcomes() }

  private func observe() async {
    let (collector, host, effects) = (collector, rehearsal.host, application.effects)
    observation = host.observeLog { entry in
      collector.add(entry)
      effects.note()
    }
    await rehearsal.application.perform { application in
      application.router.observeOutcomes(owner: collector) { [weak collector] in
        collector?.add($0)
      }
    }
  }

  // MARK: Steps

  /// Performs a step and returns the violations of invariants.
  func perform(_ step: WanderStep) async throws -> [RuleFinding] {
    try Task.checkCancellation()
    collector.begin()
    evidence = nil
    if step.act == .restart { return try await restart() }
    if step.isCompared { return try await compare(step) }
    let (rehearsal, collector, looks) = (rehearsal, collector, looks)
    let start = rehearsal.time.clock.now
    let earlier = scene
    let before: WanderState? =
      step.comparesState && looks
      ? await rehearsal.application.perform { WanderState(of: rehearsal, in: $0) } : nil
    let act = collector.beginAct(step)
    application.effects.begin()
    let end = await rehearsal.attempt {
      let result = await rehearsal.application.perform { application in
        let result = await WanderAct.perform(step, rehearsal, in: application)
        collector.end(act)
        return result
      }
      let elapsed = start.duration(to: rehearsal.time.clock.now)
      await rehearsal.time.settle()
      return (result, elapsed, await Self.look(rehearsal, step, looks))
    }
    let effects = application.effects.end()
    var (entry, findings) = (Done(step: step), [RuleFinding]())
    switch end {
    case .success(let (result, elapsed, look)):
      (entry.isDone, entry.elapsed, scene) = (result.isDone, elapsed, look.scene)
      findings = result.findings + look.findings
      if let before, let after = look.state {
        let change = WanderChange(step: step, result: result, before: before, after: after)
        findings += note(change, on: earlier, effects.areAny)
        // A refused step back belongs to the journey, although it was not possible.
        if held != nil { entry.isDone = true }
      } else {
        (refused, held, asking) = (nil, nil, nil)
      }
    case .failure(let reason):
      entry.hasEnded = false
      entry.elapsed = start.duration(to: rehearsal.time.clock.now)
      findings = reason == .waits ? [] : [unended(step, reason)]
      if held != nil, held == before, step.isOpen {
        evidence = WanderEvidence(leaving: earlier, isWait: true)
      }
      (refused, held, asking) = (nil, nil, step.isBack ? before : nil)
      findings += await lookAgain()
    }
    if case .become = step.act, entry.isDone { login = step }
    if step.act == .reload { hasReloaded = true }
    return complete(&entry, findings)
  }

  /// Adds a step to the journey, and returns its findings with the collected problems.
  private func complete(_ entry: inout Done, _ findings: [RuleFinding]) -> [RuleFinding] {
    var findings = findings
    scene.refused = refused?.location
    scene.isHeld = held != nil
    scene.isAsked = asking != nil
    entry.location = scene.location
    let problems = collector.takeFindings()
    // A page that raises an error cannot be restored, so report only the error.
    // The step that raises it belongs to the journey, such as the choice of a tab with that page.
    if !problems.isEmpty {
      findings.removeAll { $0.rule == .restore }
      entry.isDone = true
    }
    done.append(entry)
    return withoutOwnReloads(problems + findings)
  }

  /// Looks at the stage while a step waits.
  func lookAgain() async -> [RuleFinding] {
    let (rehearsal, looks) = (rehearsal, looks)
    let look = await rehearsal.run { await Self.look(rehearsal, nil, looks) }
    scene = look?.scene ?? StageSummary()
    return look?.findings ?? []
  }

  /// The findings without functions closed by a reload.
  func withoutOwnReloads(_ findings: [RuleFinding]) -> [RuleFinding] {
    hasReloaded ? findings.filter { $0.code != RouterError.Code.closed.rawValue } : findings
  }

  /// Continues in an application as newly loaded, as after a restart of the program.
  private func restart() async throws -> [RuleFinding] {
    let saved = await rehearsal.application.perform { $0.stage.restorationState }
    await leave()
    application = try await pool.take()
    collector = EventCollector()
    (hasReloaded, refused, held, asking) = (false, nil, nil, nil)
    await observe()
    let (rehearsal, collector, login, looks) = (rehearsal, collector, login, looks)
    let end = await rehearsal.attempt {
      await rehearsal.application.perform { application in
        login.take(rehearsal.host, in: application)
        _ = try? await application.router.restore(from: saved)
      }
      await rehearsal.time.settle()
      return await Self.look(rehearsal, WanderStep(.restart), looks)
    }
    var entry = Done(step: WanderStep(.restart))
    entry.isDone = (try? end.get()) != nil
    done.append(entry)
    scene = (try? end.get())?.scene ?? StageSummary()
    var findings = collector.takeFindings() + ((try? end.get())?.findings ?? [])
    if case .failure(let reason) = end, reason != .waits {
      findings.append(unended(WanderStep(.restart), reason))
    }
    return findings
  }

  // MARK: Rules

  struct Look: Sendable {
    let scene: StageSummary
    var findings: [RuleFinding] = []
    /// The state after a step that is compared with the state before.
    var state: WanderState?
  }

  /// Looks at the stage after a step.
  static func look(
    _ rehearsal: Rehearsal,
    _ step: WanderStep?,
    _ looks: Bool
  ) async -> Look {
    await rehearsal.application.perform { application in
      var look = Look(scene: StageSummary(of: application))
      guard looks else { return look }
      let host = rehearsal.host
      if step?.comparesState == true { look.state = WanderState(of: rehearsal, in: application) }
      let rules = StageRules(
        application.router,
        isRechecked: step?.rechecks == true,
        loggedOut: host.loggedOutPersona(in: application)
      )
      look.findings =
        await rules.findings() + host.brokenInvariants(in: application).map(RuleFinding.init)
      return look
    }
  }

  /// Takes a step into account for the rules about several steps.
  private func note(
    _ change: WanderChange,
    on earlier: StageSummary,
    _ areEffects: Bool
  ) -> [RuleFinding] {
    let (held, asking) = (self.held, self.asking)
    (self.held, self.asking) = (nil, nil)
    switch change.step.act {
    case .open:
      if held == change.before { evidence = WanderEvidence(opening: change, from: earlier) }
      return retried(change).map { [$0] } ?? []
    case .back, .swipeBack:
      // A step back that closes the question of a leave guard leaves its screen on the stage.
      let isRefused =
        change.step.act == .back(1) && !change.result.isDone && change.isUnchanged
        && earlier.canGoBack
      if isRefused || asking == change.after { self.held = change.after }
    default:
      evidence = WanderEvidence(tapping: change, on: earlier, hasEffect: areEffects)
    }
    refused = nil
    return []
  }

  /// A finding if an open succeeds that was refused just before, although nothing has changed.
  private func retried(_ change: WanderChange) -> RuleFinding? {
    guard case .open(let opening) = change.step.act, let outcome = change.result.outcome else {
      refused = nil
      return nil
    }
    let earlier = refused
    let isRefused = outcome.status == .intercepted && change.isUnchanged
    refused = isRefused ? (opening.location, change.before) : nil
    guard let earlier, earlier.location == opening.location, earlier.state == change.before,
      outcome.isSuccess
    else { return nil }
    let label = outcome.routeLabel ?? opening.location
    return RuleFinding(
      .retry,
      about: label,
      "'\(opening.location)' is refused, and opens when it is tried again, although nothing has"
        + " changed",
      at: outcome.route?.site
    )
  }

  func unended(_ step: WanderStep, _ reason: Rehearsal.UnendedError) -> RuleFinding {
    RuleFinding(
      .outcome,
      code: "timeout",
      about: subject(of: step),
      "the step '\(step.words)' does not end: \(reason.words)"
    )
  }

  /// The subject of a step: the routes of its links, or the step itself.
  func subject(of step: WanderStep) -> String {
    guard case .open(let opening) = step.act else { return step.words }
    let texts = [step.earlier, opening.location].compactMap(\.self)
    let index = rehearsal.application.directory.index
    let labels = texts.map { text in
      (try? Location(parsing: text)).flatMap { index.match($0)?.route.label } ?? text
    }
    return Set(labels).sorted().joined(separator: " and ")
  }
}
