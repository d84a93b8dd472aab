import Synchronization

/// Results as they come in.
final class SpecResults: Sendable {
  private let results = Mutex<[SpecResult]>([])

  /// All results so far.
  var all: [SpecResult] { results.withLock { $0 } }

  /// Adds a result.
  func add(_ result: SpecResult) { results.withLock { $0.append(result) } }
}
