import Moonroute
import ScriptTesting

/// A journey of a walk.
///
/// Before it runs it has only its choices, afterwards also its steps and findings.
struct WanderJourney: Sendable {
  /// The maximum number of steps.
  let length: Int

  /// Chooses the steps, and learns from them.
  private(set) var choice: WanderChoice

  /// The number of steps until the first finding, or until the end.
  private(set) var stepCount = 0

  /// The steps, including the way back if a finding needs it.
  private(set) var steps: [WanderStep] = []

  private(set) var findings: [RuleFinding] = []

  /// The evidence of steps, each with the steps up to it.
  private(set) var evidence: [(WanderEvidence, after: [WanderStep])] = []

  /// The number of routes and the steps of a journey that no finding ended.
  private(set) var rich: (routes: Int, steps: [WanderStep])?

  private let given: [WanderStep]?
  private let isNew: @Sendable (RuleFinding) -> Bool
  private let isOver: @Sendable () -> Bool

  /// Makes a journey of given or random steps up to the first new finding.
  init(
    _ choice: WanderChoice,
    _ given: [WanderStep]?,
    length: Int,
    isNew: @escaping @Sendable (RuleFinding) -> Bool,
    isOver: @escaping @Sendable () -> Bool
  ) {
    (self.choice, self.given, self.length) = (choice, given, length)
    (self.isNew, self.isOver) = (isNew, isOver)
  }

  /// The journey after its last step.
  func walked(in pool: ApplicationPool) async throws -> WanderJourney {
    let run = try await JourneyRun(pool)
    do {
      let journey = try await run.near {
        var journey = self
        try await journey.walk(run)
        return journey
      }
      await run.leave()
      return journey
    } catch {
      await run.end()
      throw error
    }
  }

  private mutating func walk(_ run: JourneyRun) async throws {
    var routes: Set<String> = []
    while stepCount < length, !isOver() {
      let before = run.scene.top
      let step = given?[stepCount] ?? choice.step(run.scene, isFirst: stepCount == 0)
      steps.append(step)
      stepCount += 1
      let found = try await run.perform(step)
      if let evidence = run.evidence { self.evidence.append((evidence, after: steps)) }
      let outcomes = run.takeOutcomes()
      choice.note(outcomes)
      choice.map.note(outcomes, from: before)
      choice.map.note(from: before, to: run.scene.top)
      routes.formUnion(outcomes.compactMap { $0.route?.label })
      findings = found.filter(isNew)
      guard findings.isEmpty else { return }
    }
    let last = await run.finish()
    rich = (routes.count, steps)
    findings = last.filter(isNew)
    if !last.isEmpty { steps = run.done.map(\.step) }
  }
}
