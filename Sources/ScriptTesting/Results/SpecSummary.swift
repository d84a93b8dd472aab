/// The numbers of a run.
public struct SpecSummary: Sendable, Equatable {
  /// The tests that held.
  public var successes = 0
  /// The tests whose assertions did not hold.
  public var failures = 0
  /// The number of errors outside of tests.
  public var errors = 0
  /// The tests that did not run.
  public var pending = 0
  /// The files that ran.
  public var files = 0
  /// The tests that held only when they were run again.
  public var flaky = 0
  /// The assertions that were made.
  public var assertions = 0
  /// The duration of the run.
  public var duration = Duration.zero
  /// The seed of the run.
  public var seed: Int64 = 0

  /// Counts nothing yet.
  public init() {}

  /// Whether nothing went wrong.
  public var isGreen: Bool { failures == 0 && errors == 0 }

  /// The tests that were selected.
  public var testCount: Int { successes + failures + errors + pending }

  /// Counts the results of a file.
  public mutating func count(_ results: [SpecResult]) {
    files += 1
    for result in results { count(result) }
  }

  /// Counts a result.
  public mutating func count(_ result: SpecResult) {
    assertions += result.assertionCount
    if result.isFlaky { flaky += 1 }
    switch result.status {
    case .success: successes += 1
    case .failure: failures += 1
    case .error: errors += 1
    case .pending: pending += 1
    }
  }
}

extension Duration {
  /// The time in seconds.
  package var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
