/// The steps of one open so far.
struct OpenJournal {
  /// What happened, in order.
  private(set) var steps: [OutcomeStep] = []

  /// Where the measured part of the time ends, if steps are measured.
  private var measuredUpTo: Duration?

  /// Begins without a step.
  ///
  /// - Parameter start: The time now, if steps are measured.
  init(measuringFrom start: Duration?) { measuredUpTo = start }

  /// Records a step.
  ///
  /// - Parameters:
  ///   - step: What happened.
  ///   - clock: Measures how long it took, if steps are measured.
  mutating func note(_ step: OutcomeStep, _ clock: RouterClock) {
    guard let before = measuredUpTo else {
      steps.append(step)
      return
    }
    var step = step
    let now = clock.elapsed()
    step.duration = now - before
    measuredUpTo = now
    steps.append(step)
  }
}
