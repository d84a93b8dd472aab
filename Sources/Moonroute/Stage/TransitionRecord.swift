/// The last transitions of a stage.
struct TransitionRecord {
  private var kept: [Transition] = []
  private var oldest = 0
  private var count: UInt64 = 0

  /// When the last transition is over.
  private(set) var settles = Duration.zero

  /// The transitions, oldest first.
  var all: [Transition] { Array(kept[oldest...] + kept[..<oldest]) }

  /// Keeps a transition, in place of the oldest when there are too many.
  ///
  /// - Returns: The transition with its number and its time.
  mutating func add(_ transition: Transition, now: Duration) -> Transition {
    var transition = transition
    count += 1
    transition.number = count
    transition.start = max(now, settles)
    settles = transition.end
    if kept.count < Stage.transitionLimit {
      kept.append(transition)
    } else {
      kept[oldest] = transition
      oldest = (oldest + 1) % Stage.transitionLimit
    }
    return transition
  }
}
