package import ScriptTesting
import Synchronization

/// Runs the journeys of an application again and again, beside all else.
///
/// A run that begins while another one is under way takes its place: nothing is told of that one, and
/// what changed is told against the last one that came to its end.
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

  /// Makes a watch that has run nothing yet.
  ///
  /// - Parameters:
  ///   - folder: The journeys.
  ///   - run: Runs one. Default: as `moonroute test` would.
  ///   - tell: Told of each round that has come to its end.
  package init(
    _ folder: JourneyFolder,
    run: (@Sendable (String) async -> JourneyResult)? = nil,
    tell: @escaping @Sendable (JourneyRound) async -> Void
  ) {
    self.folder = folder
    self.run = run ?? { await folder.run($0) }
    self.tell = tell
  }

  /// Runs all journeys that there are now; a run under way ends with the journey that it is at.
  package func begin() {
    let texts = folder.texts
    state.withLock { state in
      state.number += 1
      state.texts = texts
      let (before, number) = (state.task, state.number)
      before?.cancel()
      state.task = Task {
        // Two at once would take twice as long, and a journey may take its time.
        await before?.value
        await self.runAll(number)
      }
    }
  }

  /// Runs the journeys if a file of them is not as it was when they were begun last.
  package func beginIfChanged() {
    guard state.withLock({ $0.texts }) != folder.texts else { return }
    begin()
  }

  /// Ends what runs; nothing is told of it.
  package func cancel() {
    state.withLock { state in
      state.number += 1
      state.task?.cancel()
    }
  }

  /// Waits until nothing runs.
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
