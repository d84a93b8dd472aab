import Synchronization

/// Remembers the files that each spec file used in its last run.
package final class SpecDependencies: Sendable {
  private let known = Mutex<[String: Set<String>]>([:])

  /// Creates an empty record.
  package init() {}

  /// All files that any spec used.
  package var paths: Set<String> {
    known.withLock { $0.values.reduce(into: []) { $0.formUnion($1) } }
  }

  /// The files that a spec file used in its last run, or `nil` if it has not run.
  package func paths(of spec: String) -> Set<String>? { known.withLock { $0[spec] } }

  /// Returns the spec files that must run again.
  ///
  /// - Parameters:
  ///   - changed: The files that have changed.
  ///   - specs: All spec files. A file that has never run is always included.
  /// - Returns: The files of `specs` that use a changed file, in their order.
  package func specs(affectedBy changed: Set<String>, among specs: [String]) -> [String] {
    known.withLock { known in
      specs.filter { spec in known[spec].map { !$0.isDisjoint(with: changed) } ?? true }
    }
  }

  func note(_ spec: String, _ paths: Set<String>) {
    known.withLock { $0[spec] = paths }
  }
}
