#if Command
import ScriptTesting
import Synchronization

/// The history of this folder's runs, and this run's additions.
final class TestMemory: Sendable {
  private struct State {
    var finished: [(file: String, results: [SpecResult], duration: Duration)] = []
    var history: SpecHistory
  }

  private let path: String?
  private let state: Mutex<State>

  /// Reads what is remembered of runs of the current folder.
  init() {
    path = SpecHistory.path(for: ".", environment: StandardStream.environment)
    state = Mutex(State(history: path.map(SpecHistory.init(path:)) ?? SpecHistory()))
  }

  /// Whether there is a place to remember anything.
  var isThere: Bool { path != nil }

  var history: SpecHistory { state.withLock { $0.history } }

  /// Notes a file that has ended.
  func note(_ event: SpecEvent) {
    guard path != nil, case .finished(let file, let results, let duration) = event else { return }
    state.withLock { $0.finished.append((file, results, duration)) }
  }

  /// Remembers what has been noted.
  ///
  /// A place that cannot be written is no failure of the run.
  func save(_ runner: SpecRunner) {
    guard let path else { return }
    let isWhole = !runner.selection.isChoosy && !runner.failsFast
    state.withLock { state in
      for (file, results, duration) in state.finished {
        let paths = runner.dependencies?.paths(of: file)
        state.history.note(file, results, duration: duration, paths: paths, isWhole: isWhole)
      }
      let changed = Set(state.finished.map(\.file))
      state.finished = []
      if !changed.isEmpty { state.history.save(changed, to: path) }
    }
  }
}
#endif
