/// The steps of one open so far.
struct OpenJournal {
  /// The steps, in order.
  private(set) var steps: [OutcomeStep] = []

  /// Where the measured part of the time ends, if steps are measured.
  private var measuredUpTo: Duration?

  /// Begins without a step.
  ///
  /// - Parameter start: The time now, if steps are measured.
  init(measuringFrom start: Duration?) {
    measuredUpTo = start
    steps.reserveCapacity(Self.usualCount)
  }

  /// The number of steps that few opens exceed.
  private static let usualCount = 8

  /// Records a step.
  ///
  /// - Parameters:
  ///   - step: What happened.
  ///   - now: The time now; asked only if steps are measured.
  mutating func note(_ step: OutcomeStep, at now: @autoclosure () -> Duration) {
    guard let before = measuredUpTo else {
      steps.append(step)
      return
    }
    var step = step
    let now = now()
    step.duration = now - before
    measuredUpTo = now
    steps.append(step)
  }
}
