import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting

extension JourneyRun {
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
}
