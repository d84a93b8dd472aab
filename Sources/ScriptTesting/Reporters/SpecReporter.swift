/// Writes what happens in a run, in one format.
///
/// Each call answers the text to write now; texts end with their own line ends.
public protocol SpecReporter: Sendable {
  /// A run begins.
  mutating func begin(_ run: SpecRunInfo) -> String
  /// A file begins.
  mutating func begin(file: String) -> String
  /// A test has ended.
  mutating func add(_ result: SpecResult) -> String
  /// A file has ended.
  mutating func end(file: String, results: [SpecResult], duration: Duration) -> String
  /// The run has ended.
  mutating func end(_ summary: SpecSummary) -> String
}

extension SpecReporter {
  /// Says nothing.
  public mutating func begin(_ run: SpecRunInfo) -> String { "" }
  /// Says nothing.
  public mutating func begin(file: String) -> String { "" }
  /// Says nothing.
  public mutating func add(_ result: SpecResult) -> String { "" }
  /// Says nothing.
  public mutating func end(file: String, results: [SpecResult], duration: Duration) -> String { "" }
}

/// The facts of a run that are known before it begins.
public struct SpecRunInfo: Sendable {
  /// The number of the repetition, counted from 1.
  public var number = 1
  /// The number of runs.
  public var count = 1
  /// The seed of random orders, or `nil` when nothing is random.
  public var seed: Int64?

  /// Describes the only run.
  public init() {}
}
