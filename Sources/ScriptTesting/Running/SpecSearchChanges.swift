import Synchronization

/// The changes of `package.path` by spec files, each of which has its own state, and the modules
/// that files have not found.
final class SpecSearchChanges: Sendable {
  /// A module that a file has not found.
  struct Miss: Sendable {
    let name: String
    /// The patterns of the search.
    let searched: [String]
    /// Returns the path of the module along another pattern, if it is there.
    let find: @Sendable (_ pattern: String) -> String?
  }

  private struct State {
    var paths: [String: String] = [:]
    var misses: [String: [Miss]] = [:]
    var reported: [String] = []
  }

  private static let missLimit = 100

  private let state = Mutex(State())

  func note(_ path: String, by file: String) { state.withLock { $0.paths[file] = path } }

  func note(_ miss: Miss, by file: String) {
    state.withLock { state in
      guard state.misses[file]?.count ?? 0 < Self.missLimit else { return }
      state.misses[file, default: []].append(miss)
    }
  }

  /// Adds a line to a failure if an earlier file sets a `package.path` that has the missing module.
  ///
  /// Events arrive in the order of the files, so that the result does not depend on parallel files.
  func explained(_ event: SpecEvent, isUnsafe: Bool) -> SpecEvent {
    switch event {
    case .began: return event
    case .ended(let result): return .ended(explained(result, isUnsafe))
    case .finished(let file, let results, let duration):
      defer { state.withLock { if !$0.reported.contains(file) { $0.reported.append(file) } } }
      return .finished(file, results.map { explained($0, isUnsafe) }, duration)
    }
  }

  private func explained(_ result: SpecResult, _ isUnsafe: Bool) -> SpecResult {
    guard result.hasFailed, let message = result.message else { return result }
    let (misses, earlier) = state.withLock { state in
      (
        state.misses[result.file] ?? [],
        state.reported.compactMap { file in
          state.paths[file].map { (file: file, path: $0) }
        }
      )
    }
    for miss in misses where message.contains("module '\(miss.name)' not found") {
      for (file, path) in earlier where file != result.file {
        for pattern in path.split(separator: ";").map(String.init)
        where !miss.searched.contains(pattern) {
          guard let found = miss.find(pattern) else { continue }
          let strict = isUnsafe ? ", or run with --busted-strict-compat" : ""
          var result = result
          result.message =
            message + "\n\t'\(found)' is on the package.path that '\(file)' sets, but each file has"
            + " its own state: set it with --lpath '\(pattern)'\(strict)"
          return result
        }
      }
    }
    return result
  }
}
