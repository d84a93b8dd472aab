/// The totals of a run.
public struct SpecSummary: Sendable, Equatable {
  /// The number of successful tests.
  public var successes = 0
  /// The number of tests with failed assertions.
  public var failures = 0
  /// The number of errors outside of tests.
  public var errors = 0
  /// The number of tests that did not run.
  public var pending = 0
  /// The number of files that ran.
  public var files = 0
  /// The number of tests that succeeded only in a retry.
  public var flaky = 0
  /// The number of assertions that ran.
  public var assertions = 0
  /// The duration of the run.
  public var duration = Duration.zero
  /// The seed of the run.
  public var seed: Int64 = 0

  /// Creates an empty summary.
  public init() {}

  /// Whether the run had no failures and no errors.
  public var hasPassed: Bool { failures == 0 && errors == 0 }

  /// The number of selected tests.
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
    case .passed: successes += 1
    case .failed: failures += 1
    case .errored: errors += 1
    case .skipped: pending += 1
    }
  }
}

extension Duration {
  package var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
