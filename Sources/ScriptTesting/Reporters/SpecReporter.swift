/// Writes the events of a run in one format.
///
/// Each method returns the text to write now, including its line ends.
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
  /// Returns an empty string.
  public mutating func begin(_ run: SpecRunInfo) -> String { "" }
  /// Returns an empty string.
  public mutating func begin(file: String) -> String { "" }
  /// Returns an empty string.
  public mutating func add(_ result: SpecResult) -> String { "" }
  /// Returns an empty string.
  public mutating func end(file: String, results: [SpecResult], duration: Duration) -> String { "" }
}

/// The properties of a run that are known before it begins.
public struct SpecRunInfo: Sendable {
  /// The number of the repetition, starting at 1.
  public var number = 1
  /// The number of runs.
  public var count = 1
  /// The seed of random orders, or `nil` if the order is not random.
  public var seed: Int64?

  /// Describes a single run.
  public init() {}
}
