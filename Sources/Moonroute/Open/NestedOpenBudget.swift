import Synchronization

/// The shared budget of all opens inside the same outermost one: their number and their computing
/// time.
///
/// It can outlive the outermost open, for example in a task that a handler has spawned. Part of it
/// is restored every second, so that occasional opens never exhaust it.
package final class NestedOpenBudget: Sendable {
  fileprivate struct State {
    var openCount = 0
    var computed: UInt64 = 0
    var computedAtRest: UInt64 = 0
    var seconds: Int64
  }

  /// The number of consecutive opens after which the executor is yielded.
  private static let restCount = 16

  fileprivate static let openCountPerSecond = 100
  fileprivate static let computedPerSecond: UInt64 = 100_000_000

  private let state: Mutex<State>

  init(at time: Duration) { state = Mutex(State(seconds: time.components.seconds)) }

  /// Counts another open; returns the error if the budget is exhausted.
  func begin(_ limit: Int, _ computing: ComputingClock?, at time: Duration) -> RouterError? {
    state.withLock { state in
      state.giveBack(until: time.components.seconds)
      guard state.openCount < limit else { return .tooManyOpens(limit: limit) }
      state.openCount += 1
      guard let computing, state.computed >= computing.chainLimit else { return nil }
      return .tooMuchComputed(computing)
    }
  }

  /// The error if no handler may run any more, otherwise `nil`.
  func refusal(_ computing: ComputingClock) -> RouterError? {
    state.withLock { $0.computed >= computing.chainLimit ? .tooMuchComputed(computing) : nil }
  }

  package func add(_ nanoseconds: UInt64) {
    guard nanoseconds > 0 else { return }
    state.withLock { $0.computed += nanoseconds }
  }

  /// Whether the executor must be yielded now.
  func needsRest(_ computing: ComputingClock?) -> Bool {
    state.withLock { state in
      let computed = state.computed - min(state.computed, state.computedAtRest)
      guard state.openCount % Self.restCount == 0 || computed >= computing?.turnLimit ?? .max
      else { return false }
      state.computedAtRest = state.computed
      return true
    }
  }
}

extension NestedOpenBudget.State {
  fileprivate mutating func giveBack(until now: Int64) {
    let passed = min(max(0, now - seconds), 1_000_000)
    guard passed > 0 else { return }
    seconds = now
    openCount = max(0, openCount - Int(passed) * NestedOpenBudget.openCountPerSecond)
    computed -= min(computed, UInt64(passed) * NestedOpenBudget.computedPerSecond)
  }
}

extension RouterError {
  static func tooManyOpens(limit: Int) -> RouterError {
    RouterError(
      .denied,
      "More than \(limit) opens inside one open. Open fewer locations in its"
        + " handlers, or raise childOpenLimit."
    )
  }

  /// Nested opens that compute too much.
  static func tooMuchComputed(_ computing: ComputingClock) -> RouterError {
    RouterError(
      .timeout,
      "The opens inside one open computed for more than \(computing.chainWords) in total. Reduce"
        + " the work of their handlers, or open fewer locations."
    )
  }
}
