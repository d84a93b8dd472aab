import Synchronization

/// Hands out the files of a run, and reports their events in the order of the files.
///
/// The first unfinished file reports live; the events of later files wait for its end.
final class SpecQueue: Sendable {
  private struct State {
    /// The places still to begin, in order.
    var places: ArraySlice<Int>
    /// The place whose events are reported.
    var turn = 0
    var waiting: [Int: [SpecEvent]] = [:]
    var finished: Set<Int> = []
    var isOver = false
    var summary = SpecSummary()
  }

  private let state: Mutex<State>
  private let failsFast: Bool
  private let report: @Sendable (SpecEvent) -> Void

  /// The totals of the reported files.
  var summary: SpecSummary { state.withLock { $0.summary } }

  /// Makes a queue of places, in the order in which they begin.
  init(
    _ places: [Int],
    failsFast: Bool,
    report: @escaping @Sendable (SpecEvent) -> Void
  ) {
    state = Mutex(State(places: places[...]))
    (self.failsFast, self.report) = (failsFast, report)
  }

  /// The next place to begin; `nil` at the end, and after a failure with `failsFast`.
  func next() -> Int? { state.withLock { $0.isOver ? nil : $0.places.popFirst() } }

  func add(_ event: SpecEvent, of place: Int) {
    state.withLock { state in
      if place == state.turn {
        tell(event, &state)
      } else {
        state.waiting[place, default: []].append(event)
      }
    }
  }

  func finish(_ place: Int) {
    state.withLock { state in
      state.finished.insert(place)
      while state.finished.remove(state.turn) != nil {
        state.isOver = state.isOver || failsFast && !state.summary.hasPassed
        state.turn += 1
        for event in state.waiting.removeValue(forKey: state.turn) ?? [] { tell(event, &state) }
      }
    }
  }

  private func tell(_ event: SpecEvent, _ state: inout State) {
    guard !state.isOver else { return }
    report(event)
    if case .finished(_, let results, _) = event { state.summary.count(results) }
  }
}
