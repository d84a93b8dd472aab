import RoutePatterns
import Synchronization

/// The open that contains the current task; all tasks that its steps start inherit it.
package final class OpenContext: Sendable {
  @TaskLocal package static var current: OpenContext?

  let router: ObjectIdentifier

  package let id: UInt64

  /// The budget shared by all opens inside the same outermost one; `nil` for an outermost one.
  package let nestedBudget: NestedOpenBudget?

  private let state = Mutex(State())

  private let countedSteps = Atomic(0)

  private struct State {
    var isCancelled = false
    /// The argument of a running `unmatched` call.
    var unmatched: Location?
    /// The budget of nested opens, if this is an outermost one.
    var nestedBudget: NestedOpenBudget?
  }

  init(router: ObjectIdentifier, id: UInt64, nestedBudget: NestedOpenBudget?) {
    self.router = router
    self.id = id
    self.nestedBudget = nestedBudget
  }

  func budgetInside(_ time: () -> Duration) -> NestedOpenBudget {
    if let nestedBudget { return nestedBudget }
    return state.withLock { state in
      let nestedBudget = state.nestedBudget ?? NestedOpenBudget(at: time())
      state.nestedBudget = nestedBudget
      return nestedBudget
    }
  }

  /// Stays available after the end, so that leftover tasks cannot open anything.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  var unmatched: Location? {
    get { state.withLock { $0.unmatched } }
    set { state.withLock { $0.unmatched = newValue } }
  }

  /// The number of finished steps, if they are measured.
  var stepCount: Int {
    get { countedSteps.load(ordering: .relaxed) }
    set { countedSteps.store(newValue, ordering: .relaxed) }
  }

  func cancel() { state.withLock { $0.isCancelled = true } }
}

extension Router {
  /// The step is 0 in an open that does not measure its steps.
  package var currentPlace: OpenPlace? {
    currentOpen.map { OpenPlace(open: $0.id, step: $0.context.stepCount) }
  }
}
