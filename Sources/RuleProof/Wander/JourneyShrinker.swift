import Moonroute
import Rehearsal
import ScriptTesting

/// Shortens a journey while it still has the same finding.
struct JourneyShrinker {
  /// The maximum number of journeys to try for one finding.
  static let tryLimit = 300

  private let scripts: RehearsalScripts
  private let finding: RuleFinding
  private let isOver: @Sendable () -> Bool
  private var tries = 0

  /// Whether an earlier step of the shortest journey has another problem, for example an allowed
  /// one: its spec would fail even without the finding.
  private var isUnclear = false

  private(set) var shortest: [JourneyRun.Done] = []

  private(set) var found: RuleFinding

  init(
    _ finding: RuleFinding,
    _ scripts: RehearsalScripts,
    isOver: @escaping @Sendable () -> Bool
  ) {
    (self.finding, found) = (finding, finding)
    (self.scripts, self.isOver) = (scripts, isOver)
  }

  /// Shortens a journey and returns true, or returns false if no replay has the finding.
  mutating func shorten(_ steps: [WanderStep]) async throws -> Bool {
    var isFound = try await reproduces(steps)
    // The last few steps are usually sufficient, even if the whole journey depends on more than a
    // spec can repeat.
    for count in 1...3 where count < steps.count {
      guard try await reproduces(Array(steps.suffix(count))) else { continue }
      isFound = true
      break
    }
    guard isFound else { return false }
    try await removeSteps()
    try await takeShortcut()
    try await simplify()
    guard finding.rule == .memory else { return !isUnclear }
    // Confirm a suspected leak.
    let look = LeakCheck(scripts, isOver: isOver)
    guard let leak = try await look.leak(of: shortest.map(\.step), isCertain: true) else {
      return false
    }
    found = leak.finding
    return await specFails(found, shortest)
  }

  /// Whether the spec about a journey fails.
  private func specFails(_ finding: RuleFinding, _ journey: [JourneyRun.Done]) async -> Bool {
    let found = WanderFound(finding: finding, journey: journey, seed: 0, isCertain: true)
    return await WanderSpec(found).fails(with: scripts.texts)
  }

  /// Removes steps, starting with large blocks.
  private mutating func removeSteps() async throws {
    var size = max(1, shortest.count / 2)
    while true {
      var start = 0
      while start < shortest.count, shortest.count > 1 {
        var steps = shortest.map(\.step)
        steps.removeSubrange(start..<min(steps.count, start + size))
        if try await !reproduces(steps) { start += size }
      }
      if size == 1 { break }
      size = max(1, size / 2)
    }
  }

  /// Replaces several steps by an open of their final page as the persona logged in there.
  private mutating func takeShortcut() async throws {
    for end in stride(from: shortest.count - 2, to: 0, by: -1) {
      guard end < shortest.count, let location = shortest[end].location else { continue }
      let before = shortest[...end].map(\.step)
      let logins = before.last(where: \.isLogin)
      let steps = [logins, .open(location)].compactMap(\.self) + shortest[(end + 1)...].map(\.step)
      if steps.count < shortest.count, try await reproduces(steps) { return }
    }
  }

  private mutating func simplify() async throws {
    var index = 0
    while index < shortest.count {
      for simpler in shortest[index].step.simpler {
        var steps = shortest.map(\.step)
        steps[index] = simpler
        if try await reproduces(steps) { break }
      }
      index += 1
    }
  }

  /// Runs a journey and accepts it if it has the same finding.
  private mutating func reproduces(_ steps: [WanderStep]) async throws -> Bool {
    guard !steps.isEmpty, tries < Self.tryLimit, !isOver() else { return false }
    tries += 1
    if finding.rule == .memory { return try await reproducesLeak(steps) }
    let pool = ApplicationPool(scripts)
    let run = try await JourneyRun(pool)
    let (found, isUnclear): (RuleFinding?, Bool)
    do {
      (found, isUnclear) = try await run.near { try await search(run, steps) }
    } catch {
      await run.end()
      await pool.end()
      throw error
    }
    await run.end()
    await pool.end()
    guard let found, !isUnclear || shortest.isEmpty || self.isUnclear else { return false }
    // A step that was not possible is omitted. Without it, the result must be the same.
    let journey = run.done.filter(\.isDone)
    guard !journey.isEmpty, await specFails(found, journey) else { return false }
    (shortest, self.found, self.isUnclear) = (journey, found, isUnclear)
    return true
  }

  /// Runs a journey until it has the same finding.
  private func search(
    _ run: JourneyRun,
    _ steps: [WanderStep]
  ) async throws -> (found: RuleFinding?, isUnclear: Bool) {
    var isUnclear = false
    for step in steps where !isOver() {
      var findings = try await run.perform(step)
      if let evidence = run.evidence, evidence.isInstance { findings.append(evidence.finding) }
      let found = findings.first { $0.isSame(as: finding) }
      if let found { return (found, isUnclear) }
      isUnclear = isUnclear || findings.contains { $0.rule == .problem }
    }
    // The final steps back find an error again once they are part of the journey.
    guard tries == 1 || finding.rule != .problem, !isOver() else { return (nil, isUnclear) }
    return (await run.finish().first { $0.isSame(as: finding) }, isUnclear)
  }

  private mutating func reproducesLeak(_ steps: [WanderStep]) async throws -> Bool {
    let look = LeakCheck(scripts, isOver: isOver)
    guard let (leak, done) = try await look.leak(of: steps, isCertain: false) else { return false }
    (shortest, found) = (done, leak)
    return true
  }
}

extension WanderStep {
  /// Simpler replacements, the simplest first.
  fileprivate var simpler: [WanderStep] {
    if let earlier { return [WanderStep(act), .open(earlier)] }
    if !answers.isEmpty || isCompared { return [WanderStep(act)] }
    switch act {
    case .open(let opening):
      let text = opening.location
      return text.firstIndex(of: "?").map { [.open(String(text[..<$0]))] } ?? []
    case .clock(_, let seconds?): return seconds > 1 ? [WanderStep(.advance(1))] : []
    case .restart: return [WanderStep(.restore)]
    case .person(.reselect(let tab), _): return [WanderStep(.person(.select(tab)))]
    default: return []
    }
  }
}
