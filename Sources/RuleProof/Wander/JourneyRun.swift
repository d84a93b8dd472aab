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

  private let scripts: RehearsalScripts

  /// Whether to check the invariants.
  private let looks: Bool

  private var rehearsal: Rehearsal
  private var collector: EventCollector

  /// Retains the log observer, which retains the collector.
  private var observation: LogObservation?

  /// The last login.
  private var login = WanderStep(.become(nil))

  /// The last open, if it was refused, with the state before and after it.
  private var refused: (location: String, state: WanderState)?

  /// Whether a step reloaded the scripts, which closes functions of the previous scripts.
  private var hasReloaded = false
  private(set) var done: [Done] = []
  private var wayBack: [Done] = []

  private(set) var scene = StageSummary()

  /// Loads the scripts, or continues with an application that an earlier journey has left.
  init(
    _ scripts: RehearsalScripts,
    looks: Bool = true,
    in application: Rehearsal? = nil
  ) async throws {
    (self.scripts, self.looks) = (scripts, looks)
    if let application {
      rehearsal = application
    } else {
      rehearsal = try await scripts.rehearsal()
    }
    collector = EventCollector()
    await observe()
  }

  func end() async { await rehearsal.end() }

  /// Ends the journey and returns its application, as newly loaded, for another journey; `nil` if
  /// its work does not end, or if scripts that a reload has replaced could still run.
  func leave() async -> Rehearsal? {
    observation = nil
    guard collector.firstPending == nil, !hasReloaded, (try? await rehearsal.reset()) != nil
    else {
      await end()
      return nil
    }
    return rehearsal
  }

  /// Runs work on the thread of the application, so its steps do not switch threads.
  func near<Answer>(_ work: () async throws -> Answer) async throws -> Answer {
    try await withTaskExecutorPreference(rehearsal.time.executor) { try await work() }
  }

  func takeOutcomes() -> [Outcome] { collector.takeOutcomes() }

  private func observe() async {
    let (collector, host) = (collector, rehearsal.host)
    observation = host.observeLog { collector.add($0) }
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
    if step.act == .restart { return try await restart() }
    let (rehearsal, collector, looks) = (rehearsal, collector, looks)
    let start = rehearsal.time.clock.now
    let act = collector.beginAct(step)
    let end = await rehearsal.attempt {
      let (result, before) = await rehearsal.application.perform { application in
        let before = step.isOpen && looks ? WanderState(of: rehearsal, in: application) : nil
        let result = await WanderAct.perform(step, rehearsal, in: application)
        collector.end(act)
        return (result, before)
      }
      let elapsed = start.duration(to: rehearsal.time.clock.now)
      await rehearsal.time.settle()
      return (result, before, elapsed, await Self.look(rehearsal, step, looks))
    }
    var entry = Done(step: step)
    var findings: [RuleFinding] = []
    switch end {
    case .success(let (result, before, elapsed, look)):
      (entry.isDone, entry.elapsed, scene) = (result.isDone, elapsed, look.scene)
      findings = result.findings + look.findings
      findings += retried(step, result.outcome, before, look.state).map { [$0] } ?? []
      scene.refused = refused?.location
    case .failure(let reason):
      refused = nil
      entry.hasEnded = false
      entry.elapsed = start.duration(to: rehearsal.time.clock.now)
      findings = reason == .waits ? [] : [unended(step, reason)]
      let look = await rehearsal.run { await Self.look(rehearsal, nil, looks) }
      scene = look?.scene ?? StageSummary()
      findings += look?.findings ?? []
    }
    if case .become = step.act, entry.isDone { login = step }
    if step.act == .reload { hasReloaded = true }
    entry.location = scene.location
    done.append(entry)
    let problems = collector.takeFindings()
    // A page that raises an error cannot be restored, so report only the error.
    if !problems.isEmpty { findings.removeAll { $0.rule == .restore } }
    return withoutOwnReloads(problems + findings)
  }

  /// The findings without functions closed by a reload.
  private func withoutOwnReloads(_ findings: [RuleFinding]) -> [RuleFinding] {
    hasReloaded ? findings.filter { $0.code != RouterError.Code.closed.rawValue } : findings
  }

  /// Continues in an application as newly loaded, as after a restart of the program.
  private func restart() async throws -> [RuleFinding] {
    let saved = await rehearsal.application.perform { $0.stage.restorationState }
    if let left = await leave() {
      rehearsal = left
    } else {
      rehearsal = try await scripts.rehearsal()
    }
    collector = EventCollector()
    (hasReloaded, refused) = (false, nil)
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

  private struct Look: Sendable {
    let scene: StageSummary
    var findings: [RuleFinding] = []
    /// The state after an open.
    var state: WanderState?
  }

  /// Looks at the stage after a step.
  private static func look(
    _ rehearsal: Rehearsal,
    _ step: WanderStep?,
    _ looks: Bool
  ) async -> Look {
    await rehearsal.application.perform { application in
      var look = Look(scene: StageSummary(of: application))
      guard looks else { return look }
      let host = rehearsal.host
      if step?.isOpen == true { look.state = WanderState(of: rehearsal, in: application) }
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

  /// A finding if an open succeeds that was refused just before, although nothing has changed.
  private func retried(
    _ step: WanderStep,
    _ outcome: Outcome?,
    _ before: WanderState?,
    _ after: WanderState?
  ) -> RuleFinding? {
    guard case .open(let opening) = step.act, let outcome, let before else {
      refused = nil
      return nil
    }
    let earlier = refused
    let isRefused = outcome.status == .intercepted && before == after
    refused = isRefused ? (opening.location, before) : nil
    guard let earlier, earlier.location == opening.location, earlier.state == before,
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

  private func unended(_ step: WanderStep, _ reason: Rehearsal.UnendedError) -> RuleFinding {
    RuleFinding(
      .outcome,
      code: "timeout",
      about: subject(of: step),
      "the step '\(step.words)' does not end: \(reason.words)"
    )
  }

  /// The subject of a step: the routes of its links, or the step itself.
  private func subject(of step: WanderStep) -> String {
    guard case .open(let opening) = step.act else { return step.words }
    let texts = [step.earlier, opening.location].compactMap(\.self)
    let index = rehearsal.application.directory.index
    let labels = texts.map { text in
      (try? Location(parsing: text)).flatMap { index.match($0)?.route.label } ?? text
    }
    return Set(labels).sorted().joined(separator: " and ")
  }

  /// Goes back to the root and checks that all acts have ended.
  func finish() async -> [RuleFinding] {
    collector.begin()
    var end = await goBackToRoot()
    for _ in 0..<Self.waitLimit {
      guard case .root = end, collector.firstPending != nil else { break }
      // Work that waits for the clock may end or ask a question again.
      guard await letTimePass() else { break }
      end = await goBackToRoot()
    }
    var findings = withoutOwnReloads(collector.takeFindings())
    // Add the steps back, so that a replay finds their error again.
    if !findings.isEmpty { done += wayBack }
    switch end {
    case .stuck(let screen):
      findings.append(
        RuleFinding(
          .back,
          about: screen.label,
          "going back does not reach the root: '\(screen.label)' cannot be left",
          at: screen.state?.route.site
        )
      )
    case .root:
      guard let step = collector.firstPending else { break }
      findings.append(
        RuleFinding(
          .outcome,
          about: subject(of: step),
          "the step '\(step.words)' does not end, and nothing on the stage could end it"
        )
      )
    case .unknown: break
    }
    return findings
  }

  /// Advances the clock if work waits for it, otherwise clears the stage, because the last screen
  /// may be a question; returns whether the application may have changed.
  private func letTimePass() async -> Bool {
    let clock = rehearsal.time.clock
    let isTimed = clock.sleeperCount > 0
    let isEmpty = await rehearsal.application.perform { application in
      defer { if !isTimed { application.stage.clear() } }
      return application.stage.screens.isEmpty
    }
    guard isTimed || !isEmpty else { return false }
    let time = Duration.seconds(isTimed ? Self.waitSeconds : 0)
    _ = await rehearsal.run { await clock.advance(by: time) }
    return true
  }

  private enum WayBack {
    /// No screen is below.
    case root
    /// A screen refuses, and its buttons and links do not help.
    case stuck(Screen)
    /// The program itself draws a question, which a person could answer there.
    case unknown
  }

  /// Goes back as far as possible.
  ///
  /// If a screen refuses or asks a question, tries each of its visible buttons and links once.
  private func goBackToRoot() async -> WayBack {
    var tried: Set<[String]> = []
    var refusals: [Screen.ID: Int] = [:]
    var (question, asker): (Screen.ID?, Screen.ID?)
    var last: Screen?
    for _ in 0..<Self.backLimit {
      guard let (top, pieces) = await topToLeave() else { return .root }
      last = top
      let isAsked = top.id == question
      // Each question of a page is a new screen.
      let place = isAsked ? "\(asker ?? top.id) \(top.label)" : "\(top.id)"
      let untried = pieces.first { !tried.contains([place, $0]) }
      if let untried, isAsked || refusals[top.id] ?? 0 > 1 {
        tried.insert([place, untried])
        if isAsked { refusals = [:] }
        await finish(with: .person(.tap(untried, on: nil)))
      } else if !isAsked, refusals[top.id] ?? 0 > 1 {
        return .stuck(top)
      } else {
        let hasLeft = await finish(with: .back(1))
        if hasLeft != true { refusals[top.id, default: 0] += 1 }
        guard hasLeft == nil, let asked = await rehearsal.application.perform({ $0.stage.top }),
          asked.id != top.id
        else { continue }
        // The program itself draws a question without a body.
        if asked.props["body"].isNull { return .unknown }
        (question, asker) = (asked.id, top.id)
      }
    }
    return last.map(WayBack.stuck) ?? .root
  }

  /// Performs a step back and returns whether it was possible; `nil` if it waits.
  @discardableResult
  private func finish(with act: Act) async -> Bool? {
    let (rehearsal, step) = (rehearsal, WanderStep(act))
    let result = await rehearsal.run {
      let result = await rehearsal.application.perform { application in
        await WanderAct.perform(step, rehearsal, in: application)
      }
      await rehearsal.time.settle()
      return result
    }
    for finding in result?.findings ?? [] { collector.add(finding) }
    wayBack.append(Done(step: step, isDone: result?.isDone ?? true, hasEnded: result != nil))
    return result?.isDone
  }

  /// The top screen with its buttons and links, if a screen is below it.
  private func topToLeave() async -> (screen: Screen, pieces: [String])? {
    await rehearsal.application.perform { application in
      guard application.router.canGoBack, let top = application.stage.top else { return nil }
      let pieces = ScreenBody(top).elements.filter(\.canBeTapped).compactMap(\.text)
      return (top, pieces)
    }
  }

  // MARK: Memory

  /// Empties the stage, resets the current persona and returns the number of held bytes.
  func heldBytes() async -> Int {
    let (rehearsal, login) = (rehearsal, login)
    collector.begin()
    let bytes = await rehearsal.run {
      await rehearsal.application.perform { application in
        application.stage.clear()
        login.take(rehearsal.host, in: application)
      }
      await rehearsal.time.settle()
      return await rehearsal.application.perform { rehearsal.host.collectedBytes(in: $0) }
    }
    return bytes ?? 0
  }

  /// Removes the recorded steps; their effects remain.
  func forgetSteps() { done = [] }
}
