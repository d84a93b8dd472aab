import LuaRuntime
import Moonroute

/// The work that one call of a script may cause: the handlers of the events that it emits, and the
/// locations that it opens.
///
/// A script gets the first refusal as an error, so that it can finish; the next refusal stops it.
struct CascadeBudget {
  private var computed: UInt64 = 0
  private var computedAtRest: UInt64 = 0
  private var refusalCount = 0

  /// Whether this is the script's first refusal.
  var isFresh: Bool { refusalCount == 1 }

  /// The error that the script gets instead of the answer, if any.
  ///
  /// Yields the executor after handlers have computed for long.
  mutating func refusal(
    of operation: PendingOperation,
    _ answer: Result<[LuaValue], any Error>,
    in router: Router
  ) async -> RouterError? {
    var refusal: RouterError?
    if case .failure(let refused as RefusedOpenError) = answer { refusal = refused.error }
    if let computed = operation.computed?() { refusal = await add(computed, in: router) }
    if refusal != nil { refusalCount += 1 }
    return refusal
  }

  private mutating func add(_ nanoseconds: UInt64, in router: Router) async -> RouterError? {
    guard let computing = router.events.computing else { return nil }
    // The excess is only known now, so the next event is refused.
    let isSpent = computed >= computing.chainLimit
    computed += nanoseconds
    if computed - computedAtRest >= computing.turnLimit {
      computedAtRest = computed
      await router.clock.yield()
    }
    return isSpent ? .tooMuchEmitted(computing) : nil
  }
}

/// Thrown for an open that must not begin, since its script has opened too much already.
struct RefusedOpenError: Error {
  let error: RouterError
}
