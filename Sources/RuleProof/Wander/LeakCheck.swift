import Rehearsal
import ScriptTesting

/// Repeats a journey and checks whether memory grows.
struct LeakCheck {
  /// The number of rounds before a journey without growth is dropped.
  static let roundCount = MemoryGrowth.rounds[MemoryGrowth.suspiciousRounds - 1]

  private let scripts: RehearsalScripts
  private let isOver: @Sendable () -> Bool

  init(_ scripts: RehearsalScripts, isOver: @escaping @Sendable () -> Bool = { false }) {
    (self.scripts, self.isOver) = (scripts, isOver)
  }

  /// Suspects a leak, or confirms it if `isCertain`, in rounds that end with an empty stage and a
  /// reset persona; returns the leak and the steps of a round.
  func leak(
    of steps: [WanderStep],
    isCertain: Bool
  ) async throws -> (finding: RuleFinding, done: [JourneyRun.Done])? {
    // A restart discards the previous memory, and a reload creates a new generation. The spec of a
    // leak repeats its steps, and each stub would take memory.
    let steps = steps.filter {
      $0.act != .restart && $0.act != .reload && $0.answers.isEmpty && !$0.isCompared
    }
    guard !steps.isEmpty else { return nil }
    let run = try await JourneyRun(ApplicationPool(scripts), looks: false)
    let all = MemoryGrowth.rounds
    let rounds = isCertain ? all : Array(all.prefix(MemoryGrowth.suspiciousRounds))
    let (bytes, done): ([Int], [JourneyRun.Done])
    do {
      (bytes, done) = try await run.near { try await repeated(run, steps, rounds) }
    } catch {
      await run.end()
      throw error
    }
    await run.end()
    let (start, end) = (rounds[rounds.count - 2], rounds[rounds.count - 1])
    guard bytes.count == end, MemoryGrowth.grows(bytes), !done.isEmpty else { return nil }
    let growth = (bytes[end - 1] - bytes[start - 1]) / (end - start)
    let words = done.map(\.step.words).joined(separator: ", ")
    let finding = RuleFinding(
      .memory,
      about: "",
      "each round retains about \(growth) more bytes, although the stage is empty: \(words)"
    )
    return (finding, done)
  }

  /// Repeats steps, and returns the held bytes after each round and the steps of the last round.
  private func repeated(
    _ run: JourneyRun,
    _ steps: [WanderStep],
    _ rounds: [Int]
  ) async throws -> ([Int], [JourneyRun.Done]) {
    var bytes: [Int] = []
    var done: [JourneyRun.Done] = []
    for round in 1...(rounds.last ?? 0) where !isOver() {
      run.done = []
      for step in steps where !isOver() { _ = try await run.perform(step) }
      _ = run.takeOutcomes()
      done = run.done.filter(\.isDone)
      bytes.append(await run.heldBytes())
      guard !rounds.contains(round) || MemoryGrowth.grows(bytes) else { break }
    }
    return (bytes, done)
  }
}
