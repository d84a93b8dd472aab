import Synchronization

/// The budget of all opens inside the same outermost one: how many they are, and what they
/// compute.
///
/// It outlives the outermost open, as a task does that a handler has spawned. Time gives some of it
/// back, so that what opens a location now and then goes on for ever.
package final class NestedOpenBudget: Sendable {
  fileprivate struct State {
    var openCount = 0
    var computed: UInt64 = 0
    var computedAtRest: UInt64 = 0
    var seconds: Int64
  }

  /// How many opens may follow each other before others have their turn.
  private static let restCount = 16

  /// The number that each second gives back.
  fileprivate static let openCountPerSecond = 100
  fileprivate static let computedPerSecond: UInt64 = 100_000_000

  private let state: Mutex<State>

  /// Makes a budget without an open inside the outermost one.
  init(at time: Duration) { state = Mutex(State(seconds: time.components.seconds)) }

  /// Takes in one more open.
  ///
  /// - Returns: Why there may be no more, if so.
  func begin(_ limit: Int, _ computing: ComputingClock?, at time: Duration) -> RouterError? {
    state.withLock { state in
      state.giveBack(until: time.components.seconds)
      guard state.openCount < limit else { return .tooManyOpens(limit: limit) }
      state.openCount += 1
      guard let computing, state.computed >= computing.chainLimit else { return nil }
      return .tooMuchComputed(computing)
    }
  }

  /// Why no handler may run any more, if so.
  func refusal(_ computing: ComputingClock) -> RouterError? {
    state.withLock { $0.computed >= computing.chainLimit ? .tooMuchComputed(computing) : nil }
  }

  /// Records that handlers have computed.
  package func add(_ nanoseconds: UInt64) {
    guard nanoseconds > 0 else { return }
    state.withLock { $0.computed += nanoseconds }
  }

  /// Whether others are to have their turn now.
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
  /// More opens inside one than allowed.
  static func tooManyOpens(limit: Int) -> RouterError {
    RouterError(
      .denied,
      "More than \(limit) opens inside one open. Let its handlers open less, or raise"
        + " childOpenLimit."
    )
  }

  /// Opens inside one that compute too much.
  static func tooMuchComputed(_ computing: ComputingClock) -> RouterError {
    RouterError(
      .timeout,
      "The opens inside one open computed for more than \(computing.chainWords) together. Let their"
        + " handlers do less, or open less."
    )
  }
}
