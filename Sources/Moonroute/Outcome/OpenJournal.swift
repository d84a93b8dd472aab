struct OpenJournal {
  private(set) var steps: [OutcomeStep] = []

  /// Returns the current time; `nil` if steps are not measured.
  private let stopwatch: (() -> Duration)?

  private var measuredUpTo = Duration.zero

  init(measuringBy stopwatch: (() -> Duration)?) {
    self.stopwatch = stopwatch
    if let stopwatch { measuredUpTo = stopwatch() }
    steps.reserveCapacity(Self.usualCount)
  }

  var time: Duration? { stopwatch?() }

  /// A capacity that is sufficient for most opens.
  private static let usualCount = 8

  mutating func note(_ step: consuming OutcomeStep) { steps.append(step) }

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
