import Rehearsal
import ScriptTesting

/// Does a journey again and again, and looks whether what is held grows with it.
struct LeakCheck {
  /// The rounds in which nothing grows before a journey is left alone.
  static let roundCount = MemoryGrowth.rounds[MemoryGrowth.suspiciousRounds - 1]

  private let scripts: RehearsalScripts
  private let isOver: @Sendable () -> Bool

  /// Prepares to look.
  ///
  /// - Parameters:
  ///   - scripts: The scripts.
  ///   - isOver: Whether there is no time left.
  init(_ scripts: RehearsalScripts, isOver: @escaping @Sendable () -> Bool = { false }) {
    (self.scripts, self.isOver) = (scripts, isOver)
  }

  /// Looks for a leak.
  ///
  /// The stage is emptied after each round, and the person begins anew.
  ///
  /// - Parameters:
  ///   - steps: The journey.
  ///   - isCertain: Whether it is looked at until it is certain, and not only suspicious.
  /// - Returns: The leak and the steps of a round; `nil` where nothing grows, or the time is over.
  /// - Throws: What keeps the scripts from loading, or `CancellationError`.
  func leak(
    of steps: [WanderStep],
    isCertain: Bool
  ) async throws -> (finding: RuleFinding, done: [JourneyRun.Done])? {
    // A new program holds nothing of the one before, and a reload is a new generation.
    let steps = steps.filter { $0.act != .restart && $0.act != .reload }
    guard !steps.isEmpty else { return nil }
    let run = try await JourneyRun(scripts, looks: false)
    let all = MemoryGrowth.rounds
    let rounds = isCertain ? all : Array(all.prefix(MemoryGrowth.suspiciousRounds))
    var bytes: [Int] = []
    var done: [JourneyRun.Done] = []
    do {
      for round in 1...(rounds.last ?? 0) where !isOver() {
        run.forgetSteps()
        for step in steps where !isOver() { _ = try await run.perform(step) }
        _ = run.takeOutcomes()
        done = run.done.filter(\.isDone)
        let held = await run.heldBytes()
        if rounds.contains(round) { bytes.append(held) }
        guard MemoryGrowth.grows(bytes) else { break }
      }
    } catch {
      await run.end()
      throw error
    }
    await run.end()
    guard bytes.count == rounds.count, MemoryGrowth.grows(bytes), !done.isEmpty else { return nil }
    let (last, first) = (rounds.count - 1, rounds.count - 2)
    let growth = (bytes[last] - bytes[first]) / (rounds[last] - rounds[first])
    let words = done.map(\.step.words).joined(separator: ", ")
    let finding = RuleFinding(
      .memory,
      about: "",
      "each time round, about \(growth) bytes more are held, although the stage is empty: \(words)"
    )
    return (finding, done)
  }
}
