import LuaSyntax
import Moonroute
package import Rehearsal
package import ScriptHost
import ScriptTesting
import Synchronization

/// Explores an application at random, checks the invariants after each step and shortens the
/// journeys with violations.
///
/// Each journey begins with a newly loaded application. Equal seeds and scripts give equal walks.
package struct WanderRun: Sendable {
  package static let foundLimit = 20

  /// The number of random journeys that the memory check repeats.
  private static let memoryJourneys = 2

  /// The maximum number of steps of such a journey.
  private static let memorySteps = 12

  /// The number of other links to open from a page that lets a link pass.
  private static let linksFromGuard = 12

  /// The memory check repeats one tour of all routes per this many steps of the walk.
  private static let stepsForTour = 1_500

  /// The share of the steps, 1 / n, for combinations that random steps rarely reach.
  private static let rareShare = 8

  /// The number of journeys in a round, which run in parallel and learn only from earlier rounds.
  private static let roundSize = 4

  package let scripts: RehearsalScripts
  package var stepCount = 10_000
  package var seed: UInt64 = 1

  /// The personas; `nil` means all.
  package var personas: [String]?

  /// The program's functions; the walk varies the ones with listed results.
  package var offers: OfferList?

  /// Whether the time is over; the walk then ends and no longer shortens journeys.
  package var isOver: @Sendable () -> Bool = { false }

  package init(_ scripts: RehearsalScripts) { self.scripts = scripts }

  /// Runs the walk.
  ///
  /// - Parameter tell: Receives each finding immediately and returns whether to continue.
  /// - Returns: The report.
  /// - Throws: The error of loading the scripts, ``WanderError`` or `CancellationError`.
  package func walk(
    telling tell: (WanderFound) async throws -> Bool = { _ in true }
  ) async throws -> WanderReport {
    var walk = Walk(run: self, choice: try await choice())
    guard !walk.choice.isEmpty else { throw WanderError.noRoutes }
    do {
      try await walk.go(tell)
    } catch {
      for pool in walk.pools { await pool.end() }
      throw error
    }
    for pool in walk.pools { await pool.end() }
    return WanderReport(
      stepCount: walk.stepCount,
      journeyCount: walk.journeyCount,
      seed: seed,
      found: walk.found,
      coverage: walk.choice.map.coverage,
      end: walk.end
    )
  }

  private func choice() async throws -> WanderChoice {
    let rehearsal = try await scripts.rehearsal()
    let all = await rehearsal.application.perform { rehearsal.host.personas(in: $0) }
    let known = all.map(\.name)
    for name in personas ?? [] where !known.contains(name) {
      await rehearsal.end()
      throw WanderError.unknownPersona(name, known: known)
    }
    let (seed, people) = (seed, personas ?? known)
    let words = WanderWords(of: scripts.texts, people: all)
    let answers = WanderAnswers.all(of: all, offers)
    let texts = scripts.texts
    let choice = await rehearsal.application.perform { application in
      WanderChoice(
        seed: seed,
        personas: people,
        answers: answers,
        outside: OutsideActs(of: texts).all(in: application),
        of: application.router.rules,
        words: words
      )
    }
    await rehearsal.end()
    return choice
  }

  private struct Walk {
    let run: WanderRun
    var choice: WanderChoice
    var stepCount = 0
    var journeyCount = 0
    var found: [WanderFound] = []
    var passed: [RuleFinding] = []
    var end = WanderReport.End.done

    /// The applications of the journeys of a round, by their place in it.
    let pools: [ApplicationPool]
    let allowed: AllowedFindings
    var suspicions = WanderSuspicions()

    /// The journeys that reached the most routes, for the memory check.
    var richest: [(routes: Int, steps: [WanderStep])] = []

    init(run: WanderRun, choice: WanderChoice) {
      (self.run, self.choice) = (run, choice)
      pools = (0..<WanderRun.roundSize).map { _ in ApplicationPool(run.scripts) }
      allowed = AllowedFindings(run.scripts.texts)
    }

    mutating func go(_ tell: (WanderFound) async throws -> Bool) async throws {
      var rare = choice.rareJourneys(of: 2 * WanderRun.memorySteps)[...]
      while stepCount < run.stepCount {
        guard !run.isOver() else { return end = .timeUsed }
        for journey in try await round(&rare) {
          for finding in journey.findings where isNew(finding) {
            guard try await report(finding, journey.steps, tell) else { return end = .found }
          }
        }
      }
      try await tryOpenGuards()
      for (finding, steps) in suspicions.confirmed
      where !allowed.contain(finding) && !run.isOver() {
        guard try await report(finding, steps, tell) else { return end = .found }
      }
      let tours = choice.tours(of: 2 * WanderRun.memorySteps)
        .prefix(max(1, stepCount / WanderRun.stepsForTour))
      let rich = richest.map { journey in
        Array(journey.steps.filter { !$0.isCompared }.prefix(WanderRun.memorySteps))
      }
      let journeys = rich.prefix(1) + tours.prefix(1) + rich.dropFirst() + tours.dropFirst()
      // The memory check has as many steps as the walk, unless memory grows.
      var left = stepCount / LeakCheck.roundCount
      let checked = journeys.map { journey in
        defer { left -= min(left, journey.count) }
        return Array(journey.prefix(left))
      }
      for start in stride(from: 0, to: checked.count, by: WanderRun.roundSize) {
        let group = checked[start...].prefix(WanderRun.roundSize).filter { !$0.isEmpty }
        for (steps, leak) in zip(group, try await leaks(of: group)) {
          guard let leak, isNew(leak), let certain = try await shorten(leak, steps) else {
            continue
          }
          passed.append(certain.finding)
          guard try await take(certain, tell) else { return end = .found }
        }
      }
      if run.isOver() { end = .timeUsed }
    }

    /// Repeats the journeys that pass a leave guard with other links.
    private mutating func tryOpenGuards() async throws {
      for steps in suspicions.openGuards {
        for link in choice.firstLinks.prefix(WanderRun.linksFromGuard) where !run.isOver() {
          let journey = try await JourneyRun(pools[0])
          let other = Array(steps.dropLast()) + [WanderStep.open(link)]
          for step in other { _ = try await journey.perform(step) }
          if let evidence = journey.evidence { suspicions.note(evidence, after: other) }
          await journey.leave()
        }
      }
    }

    /// Shortens the journey of a finding and reports it; returns whether to continue.
    private mutating func report(
      _ finding: RuleFinding,
      _ steps: [WanderStep],
      _ tell: (WanderFound) async throws -> Bool
    ) async throws -> Bool {
      passed.append(finding)
      var entry = try await shorten(finding, steps)
      if entry == nil {
        entry = try await shorten(finding, steps.flatMap(\.withoutComparison))
      }
      let uncertain = WanderFound(
        finding: finding,
        journey: steps.map { JourneyRun.Done(step: $0) },
        seed: run.seed,
        isCertain: false
      )
      return try await take(entry ?? uncertain, tell)
    }

    private func isNew(_ finding: RuleFinding) -> Bool {
      !passed.contains { $0.isSame(as: finding) }
    }

    /// Makes the next journeys, in parallel, and learns from them in their order.
    private mutating func round(
      _ rare: inout ArraySlice<[WanderStep]>
    ) async throws -> [WanderJourney] {
      let before = choice
      let isNew: @Sendable (RuleFinding) -> Bool = { [passed, allowed] finding in
        !passed.contains { $0.isSame(as: finding) } && !allowed.contain(finding)
      }
      var planned: [WanderJourney] = []
      var left = run.stepCount - stepCount
      let isEarly = stepCount < run.stepCount / WanderRun.rareShare
      while planned.count < WanderRun.roundSize, left > 0 {
        let given = isEarly ? rare.popFirst() : nil
        let length = min(left, given?.count ?? choice.length())
        left -= length
        planned.append(
          WanderJourney(choice.forked(), given, length: length, isNew: isNew, isOver: run.isOver)
        )
      }
      let walked = try await inOrder(Array(zip(planned, pools))) { journey, pool in
        try await journey.walked(in: pool)
      }
      for journey in walked {
        journeyCount += 1
        stepCount += journey.stepCount
        choice.learn(from: journey.choice, since: before)
        for (evidence, steps) in journey.evidence { suspicions.note(evidence, after: steps) }
        if let rich = journey.rich { note(rich) }
      }
      return walked
    }

    private func leaks(of journeys: [[WanderStep]]) async throws -> [RuleFinding?] {
      try await inOrder(journeys) { [run] steps in
        guard !run.isOver() else { return nil }
        return try await LeakCheck(run.scripts, isOver: run.isOver)
          .leak(of: steps, isCertain: false)?
          .finding
      }
    }

    /// Runs work for all elements in parallel, and returns the results in the order of the elements.
    private func inOrder<Element: Sendable, Result: Sendable>(
      _ elements: [Element],
      _ work: @escaping @Sendable (Element) async throws -> Result
    ) async throws -> [Result] {
      try await withThrowingTaskGroup(of: (Int, Result).self) { group in
        for (place, element) in elements.enumerated() {
          group.addTask { (place, try await work(element)) }
        }
        var results = [Result?](repeating: nil, count: elements.count)
        for try await (place, result) in group { results[place] = result }
        return results.compactMap(\.self)
      }
    }

    private mutating func note(_ rich: (routes: Int, steps: [WanderStep])) {
      richest.append(rich)
      richest.sort { $0.routes > $1.routes }
      if richest.count > WanderRun.memoryJourneys { richest.removeLast() }
    }

    /// Returns the finding with its shortest journey; `nil` if a replay does not have it.
    private func shorten(
      _ finding: RuleFinding,
      _ steps: [WanderStep]
    ) async throws -> WanderFound? {
      var shrinker = JourneyShrinker(finding, run.scripts, isOver: run.isOver)
      guard try await shrinker.shorten(steps) else { return nil }
      return WanderFound(
        finding: shrinker.found,
        journey: shrinker.shortest,
        seed: run.seed,
        isCertain: true
      )
    }

    /// Reports a finding and returns whether to continue.
    private mutating func take(
      _ entry: WanderFound,
      _ tell: (WanderFound) async throws -> Bool
    ) async throws -> Bool {
      found.append(entry)
      let goesOn = try await tell(entry)
      return goesOn && found.count < WanderRun.foundLimit
    }
  }
}

private final class AllowedFindings: Sendable {
  private let texts: [String: [UInt8]]
  private let known = Mutex<[String: Suppressions]>([:])

  init(_ texts: [String: [UInt8]]) { self.texts = texts }

  /// Whether a comment allows a finding, on its line or on the line of its route.
  func contain(_ finding: RuleFinding) -> Bool {
    guard let site = finding.site, let text = texts[site.file] else { return false }
    return known.withLock { known in
      let suppressions = known[site.file] ?? Suppressions(LuaTree(text), LineTable(text))
      known[site.file] = suppressions
      return suppressions.allows(finding.code, line: site.line)
    }
  }
}

/// An error that prevents a walk.
package enum WanderError: Error, CustomStringConvertible {
  /// A persona with this name does not exist.
  case unknownPersona(String, known: [String])
  case noRoutes

  package var description: String {
    switch self {
    case .unknownPersona(let name, let known):
      "\(AccessError.unknownPersona(name, known: known))"
    case .noRoutes: "There is no route that a link can open. Write one with router.route { … }."
    }
  }
}
