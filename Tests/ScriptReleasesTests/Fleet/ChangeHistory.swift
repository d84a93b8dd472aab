#if Releases
import Synchronization

/// The changes of one value by many writers, and whether they are linearizable.
///
/// They are if an order of the changes exists in which each one reads the value that the one before it
/// wrote, and no change comes before one that ended before it began.
struct ChangeHistory: Sendable {
  struct Change: Sendable, Hashable {
    let read: Int
    let written: Int
    /// The moment before the change.
    let begin: Int
    /// The moment after it, or `nil` for a change without an answer, which may happen later or never.
    let end: Int?

    init(_ read: Int, _ written: Int, _ begin: Int, _ end: Int?) {
      (self.read, self.written, self.begin, self.end) = (read, written, begin, end)
    }
  }

  let start: Int
  let changes: [Change]
  /// The value after all changes, if it was read.
  let last: Int?

  init(start: Int = 0, _ changes: [Change], last: Int? = nil) {
    (self.start, self.changes, self.last) = (start, changes.sorted { $0.begin < $1.begin }, last)
  }

  private struct State: Hashable {
    var done: Set<Int> = []
    var value: Int
  }

  /// Searches for an order, and remembers each combination of made changes and value.
  var isLinearizable: Bool {
    var seen: Set<State> = []
    var open = [State(value: start)]
    while let state = open.popLast() {
      guard seen.insert(state).inserted else { continue }
      let rest = changes.indices.filter { !state.done.contains($0) }
      let needed = rest.filter { changes[$0].end != nil }
      if needed.isEmpty, last.map({ isReachable($0, state, rest) }) ?? true { return true }
      let firstEnd = needed.compactMap { changes[$0].end }.min() ?? .max
      for index in rest where changes[index].begin < firstEnd && changes[index].read == state.value
      {
        var next = state
        next.done.insert(index)
        next.value = changes[index].written
        open.append(next)
      }
    }
    return false
  }

  /// Whether changes without an answer can lead to the last value.
  private func isReachable(_ value: Int, _ state: State, _ rest: [Int]) -> Bool {
    if state.value == value { return true }
    return rest.contains { index in
      guard changes[index].read == state.value else { return false }
      let next = State(done: state.done.union([index]), value: changes[index].written)
      return isReachable(value, next, rest.filter { $0 != index })
    }
  }
}

/// The changes so far, and a clock that orders their moments.
final class ChangeRecord: Sendable {
  private let time = Atomic(0)
  private let found = Mutex<[ChangeHistory.Change]>([])

  var changes: [ChangeHistory.Change] { found.withLock { $0 } }

  func tick() -> Int { time.add(1, ordering: .sequentiallyConsistent).newValue }

  func add(_ change: ChangeHistory.Change) { found.withLock { $0.append(change) } }
}
#endif
