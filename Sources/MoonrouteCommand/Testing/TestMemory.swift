#if Command
import ScriptTesting
import Synchronization

/// The history of this folder's runs, with the additions of this run.
final class TestMemory: Sendable {
  private struct State {
    var finished: [(file: String, results: [SpecResult], duration: Duration)] = []
    var history: SpecHistory
  }

  private let path: String?
  private let state: Mutex<State>

  init() {
    path = SpecHistory.path(for: ".", environment: StandardStream.environment)
    state = Mutex(State(history: path.map(SpecHistory.init(path:)) ?? SpecHistory()))
  }

  var isThere: Bool { path != nil }

  var history: SpecHistory { state.withLock { $0.history } }

  func note(_ event: SpecEvent) {
    guard path != nil, case .finished(let file, let results, let duration) = event else { return }
    state.withLock { $0.finished.append((file, results, duration)) }
  }

  /// Saves the recorded events; a failure to write does not fail the run.
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
