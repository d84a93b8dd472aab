import RoutePatterns
import Synchronization

/// The open that the current task is a step of, known to every task that the step starts.
package final class OpenContext: Sendable {
  @TaskLocal package static var current: OpenContext?

  let router: ObjectIdentifier

  /// The open's number.
  package let id: UInt64

  /// The budget shared with all others inside the same outermost one; `nil` for an outermost
  /// one.
  package let nestedBudget: NestedOpenBudget?

  private let state = Mutex(State())

  private let countedSteps = Atomic(0)

  private struct State {
    var isCancelled = false
    /// The location for which `unmatched` is called.
    var unmatched: Location?
    /// The budget that the opens inside share, if this is an outermost one.
    var nestedBudget: NestedOpenBudget?
  }

  init(router: ObjectIdentifier, id: UInt64, nestedBudget: NestedOpenBudget?) {
    self.router = router
    self.id = id
    self.nestedBudget = nestedBudget
  }

  /// The budget that the opens inside this one share.
  func budgetInside(_ time: () -> Duration) -> NestedOpenBudget {
    if let nestedBudget { return nestedBudget }
    return state.withLock { state in
      let nestedBudget = state.nestedBudget ?? NestedOpenBudget(at: time())
      state.nestedBudget = nestedBudget
      return nestedBudget
    }
  }

  /// Whether the open was cancelled.
  ///
  /// Known after it has ended, too, so that what it left behind cannot open anything.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// The location for which `unmatched` is called now, or `nil`.
  var unmatched: Location? {
    get { state.withLock { $0.unmatched } }
    set { state.withLock { $0.unmatched = newValue } }
  }

  /// The number of steps done so far, if they are measured.
  var stepCount: Int {
    get { countedSteps.load(ordering: .relaxed) }
    set { countedSteps.store(newValue, ordering: .relaxed) }
  }

  /// Records that the open was cancelled.
  func cancel() { state.withLock { $0.isCancelled = true } }
}

extension Router {
  /// The place in the open that the current task is a step of, as long as it is under way.
  ///
  /// The step is 0 in an open that does not measure its steps.
  package var currentPlace: OpenPlace? {
    currentRequest.map { OpenPlace(open: $0.id, step: $0.context.stepCount) }
  }
}
