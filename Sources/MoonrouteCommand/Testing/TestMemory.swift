#if Command
import ScriptHost
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

  /// Reads a history, or creates one that is not stored if the path is `nil`.
  init(path: String?) {
    self.path = path
    state = Mutex(State(history: path.map(SpecHistory.init(path:)) ?? SpecHistory()))
  }

  /// Reads the history of the current folder.
  convenience init() {
    self.init(path: SpecHistory.path(for: ".", environment: StandardStream.environment))
  }

  /// Whether the history can be stored.
  var isThere: Bool { path != nil }

  var history: SpecHistory { state.withLock { $0.history } }

  func note(_ event: SpecEvent) {
    guard case .finished(let file, let results, let duration) = event else { return }
    state.withLock { $0.finished.append((file, results, duration)) }
  }

  /// The files with failed tests in their last run, then the others.
  func failedFirst(_ files: [String]) -> [String] {
    let failed = history.unsteadyTests
    return files.filter { failed[$0] != nil } + files.filter { failed[$0] == nil }
  }

  /// Saves the recorded events.
  ///
  /// A failure to write does not fail the run. It is reported only if the history is too large,
  /// because a folder for caches can be missing on purpose.
  func save(_ runner: SpecRunner) {
    let isWhole = !runner.selection.isChoosy && !runner.failsFast
    state.withLock { state in
      for (file, results, duration) in state.finished {
        let paths = runner.dependencies?.paths(of: file)
        state.history.note(file, results, duration: duration, paths: paths, isWhole: isWhole)
      }
      let changed = Set(state.finished.map(\.file))
      state.finished = []
      guard let path, !changed.isEmpty else { return }
      do throws(FileError) {
        try state.history.write(changed, to: path)
      } catch .tooLargeToWrite {
        Console.say(
          "moonroute: too many tests failed to keep their names: --rerun failed and --failed-first"
            + " know only earlier runs"
        )
      } catch {}
    }
  }
}
#endif
