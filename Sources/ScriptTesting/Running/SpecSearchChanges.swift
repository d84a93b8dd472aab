import Synchronization

/// The changes of `package.path` by spec files, each of which has its own state.
final class SpecSearchChanges: Sendable {
  private let paths = Mutex<[String: String]>([:])

  func note(_ path: String, by file: String) { paths.withLock { $0[file] = path } }

  /// The patterns that other files have set, each with its file, in the order of the files.
  func patterns(besides file: String) -> [(file: String, pattern: String)] {
    paths.withLock { $0 }
      .filter { $0.key != file }
      .sorted { $0.key < $1.key }
      .flatMap { entry in
        entry.value.split(separator: ";").map { (entry.key, String($0)) }
      }
  }
}
