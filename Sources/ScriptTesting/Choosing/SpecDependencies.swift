import Synchronization

/// The files that each spec file was made of when it last ran.
public final class SpecDependencies: Sendable {
  private let known = Mutex<[String: Set<String>]>([:])

  /// Nothing has run yet.
  public init() {}

  /// All files that some spec was made of.
  public var paths: Set<String> {
    known.withLock { $0.values.reduce(into: []) { $0.formUnion($1) } }
  }

  /// The files that a spec file was made of when it last ran, or `nil` when it has not run.
  public func paths(of spec: String) -> Set<String>? { known.withLock { $0[spec] } }

  /// The spec files that have to run again.
  ///
  /// - Parameters:
  ///   - changed: The files that have changed.
  ///   - specs: The spec files there are; one that has never run has to.
  /// - Returns: The files of `specs` that are made of a changed file, in their order.
  public func specs(affectedBy changed: Set<String>, among specs: [String]) -> [String] {
    known.withLock { known in
      specs.filter { spec in known[spec].map { !$0.isDisjoint(with: changed) } ?? true }
    }
  }

  /// Notes what a spec file was made of.
  func note(_ spec: String, _ paths: Set<String>) {
    known.withLock { $0[spec] = paths }
  }
}
