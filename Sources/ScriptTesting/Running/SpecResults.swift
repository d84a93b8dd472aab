import Synchronization

final class SpecResults: Sendable {
  private let results = Mutex<[SpecResult]>([])

  var all: [SpecResult] { results.withLock { $0 } }

  func take() -> [SpecResult] {
    results.withLock { results in
      defer { results = [] }
      return results
    }
  }

  func add(_ result: SpecResult) { results.withLock { $0.append(result) } }
}

/// Collects events that have not been reported yet.
final class SpecEvents: Sendable {
  private let events = Mutex<[SpecEvent]>([])

  var all: [SpecEvent] { events.withLock { $0 } }

  var results: [SpecResult] {
    all.compactMap { event in if case .ended(let result) = event { result } else { nil } }
  }

  func add(_ event: SpecEvent) { events.withLock { $0.append(event) } }
}
