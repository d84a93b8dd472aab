/// The recorded steps of one open.
struct OpenJournal {
  private(set) var steps: [OutcomeStep] = []

  /// Returns the current time; `nil` if steps are not measured.
  private let stopwatch: (() -> Duration)?

  /// The end of the last measured step.
  private var measuredUpTo = Duration.zero

  /// Makes an empty journal.
  ///
  /// - Parameter stopwatch: Returns the current time, if steps are measured.
  init(measuringBy stopwatch: (() -> Duration)?) {
    self.stopwatch = stopwatch
    if let stopwatch { measuredUpTo = stopwatch() }
    steps.reserveCapacity(Self.usualCount)
  }

  /// The current time, if steps are measured.
  var time: Duration? { stopwatch?() }

  /// A capacity that is sufficient for most opens.
  private static let usualCount = 8

  mutating func note(_ step: consuming OutcomeStep) { steps.append(step) }

  /// Records a measured step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - detail: Further information.
  ///   - time: The time of its end.
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
