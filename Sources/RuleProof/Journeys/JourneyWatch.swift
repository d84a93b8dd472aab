package import ScriptTesting
import Synchronization

/// Runs an application's journeys repeatedly in the background.
///
/// A new run replaces a pending one, which is not reported. Changes are relative to the last
/// finished run.
package final class JourneyWatch: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var number = 0
    var results: [String: JourneyResult]?
    var texts: [String: [UInt8]]?
  }

  private let folder: JourneyFolder
  private let run: @Sendable (String) async -> JourneyResult
  private let tell: @Sendable (JourneyRound) async -> Void
  private let state = Mutex(State())

  /// Calls `tell` after each finished round.
  package init(
    _ folder: JourneyFolder,
    run: (@Sendable (String) async -> JourneyResult)? = nil,
    tell: @escaping @Sendable (JourneyRound) async -> Void
  ) {
    self.folder = folder
    self.run = run ?? { await folder.run($0) }
    self.tell = tell
  }

  /// Runs all current journeys; a pending run stops after its current journey.
  package func begin() {
    let texts = folder.texts
    state.withLock { state in
      state.number += 1
      state.texts = texts
      let (before, number) = (state.task, state.number)
      before?.cancel()
      state.task = Task {
        // Wait for the previous run, because two concurrent runs would be slower and could exceed
        // the time limits of journeys.
        await before?.value
        await self.runAll(number)
      }
    }
  }

  /// Runs the journeys if a file has changed since the start of the last run.
  package func beginIfChanged() {
    guard state.withLock({ $0.texts }) != folder.texts else { return }
    begin()
  }

  /// Cancels the current run without reporting it.
  package func cancel() {
    state.withLock { state in
      state.number += 1
      state.task?.cancel()
    }
  }

  /// Waits until no run is pending.
  package func finish() async {
    while let (task, number) = state.withLock({ state in state.task.map { ($0, state.number) } }) {
      await task.value
      if state.withLock({ $0.number }) == number { return }
    }
  }

  private func runAll(_ number: Int) async {
    let names = folder.names
    var results: [String: JourneyResult] = [:]
    for name in names.prefix(JourneyFolder.limit) {
      guard !Task.isCancelled else { return }
      results[name] = await run(name)
    }
    let leftOut = max(0, names.count - JourneyFolder.limit)
    let round = state.withLock { [results] state -> JourneyRound? in
      guard state.number == number else { return nil }
      let round = JourneyRound(results, before: state.results, leftOutCount: leftOut)
      state.results = results
      return round
    }
    if let round { await tell(round) }
  }
}
