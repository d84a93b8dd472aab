/// The steps of one open so far.
struct OpenJournal {
  /// The steps, in order.
  private(set) var steps: [OutcomeStep] = []

  /// The time now; `nil` if steps are not measured.
  private let stopwatch: (() -> Duration)?

  /// Where the measured part of the time ends.
  private var measuredUpTo = Duration.zero

  /// Begins without a step.
  ///
  /// - Parameter stopwatch: The time now, if steps are measured.
  init(measuringBy stopwatch: (() -> Duration)?) {
    self.stopwatch = stopwatch
    if let stopwatch { measuredUpTo = stopwatch() }
    steps.reserveCapacity(Self.usualCount)
  }

  /// The time now, if steps are measured.
  var time: Duration? { stopwatch?() }

  /// The number of steps that few opens exceed.
  private static let usualCount = 8

  /// Records a step.
  mutating func note(_ step: consuming OutcomeStep) { steps.append(step) }

  /// Records a step that is measured.
  ///
  /// - Parameters:
  ///   - step: What happened.
  ///   - detail: More about it.
  ///   - time: When.
  mutating func note(
    _ step: consuming OutcomeStep,
    _ detail: consuming OutcomeStep.Detail,
    at time: Duration
  ) {
    step.duration = time - measuredUpTo
    step.detail = detail
    measuredUpTo = time
    steps.append(step)
  }
}
