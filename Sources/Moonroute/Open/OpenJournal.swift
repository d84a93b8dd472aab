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

  /// Whether steps are measured.
  var isMeasured: Bool { stopwatch != nil }

  /// The number of steps that few opens exceed.
  private static let usualCount = 8

  /// Records a step.
  ///
  /// - Parameters:
  ///   - step: What happened.
  ///   - detail: More about it; asked only if steps are measured.
  mutating func note(_ step: OutcomeStep, _ detail: @autoclosure () -> OutcomeStep.Detail) {
    guard let stopwatch else {
      steps.append(step)
      return
    }
    var step = step
    let now = stopwatch()
    step.duration = now - measuredUpTo
    step.detail = detail()
    measuredUpTo = now
    steps.append(step)
  }
}
