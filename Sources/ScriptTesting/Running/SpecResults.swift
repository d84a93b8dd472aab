import Synchronization

/// Results as they come in.
final class SpecResults: Sendable {
  private let results = Mutex<[SpecResult]>([])

  var all: [SpecResult] { results.withLock { $0 } }

  /// Answers all, and forgets them.
  func take() -> [SpecResult] {
    results.withLock { results in
      defer { results = [] }
      return results
    }
  }

  func add(_ result: SpecResult) { results.withLock { $0.append(result) } }
}

/// The events that have not been reported yet.
final class SpecEvents: Sendable {
  private let events = Mutex<[SpecEvent]>([])

  /// Everything so far, in order.
  var all: [SpecEvent] { events.withLock { $0 } }

  /// The results among them.
  var results: [SpecResult] {
    all.compactMap { event in if case .ended(let result) = event { result } else { nil } }
  }

  /// Adds what happened.
  func add(_ event: SpecEvent) { events.withLock { $0.append(event) } }
}

/// The results of files that have ended and are not counted yet.
final class SpecCounts: Sendable {
  private let files = Mutex<[[SpecResult]]>([])

  /// Adds those of a file.
  func add(_ results: [SpecResult]) { files.withLock { $0.append(results) } }

  /// Answers all, and forgets them.
  func take() -> [[SpecResult]] {
    files.withLock { files in
      defer { files = [] }
      return files
    }
  }
}
