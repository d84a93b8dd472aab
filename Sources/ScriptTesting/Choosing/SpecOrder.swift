/// The order of the tests in a file, and of files that run in parallel.
public struct SpecOrder: Sendable {
  /// Whether tests run in random order.
  public var shuffles = false
  /// Whether tests run sorted by name.
  public var sorts = false
  /// The seconds that each file took in its last run.
  ///
  /// In parallel runs, long files start first.
  public var seconds: [String: Double] = [:]
  /// The full names of the tests to run first, by file.
  public var firstTests: [String: [String]] = [:]
  /// The seed of random orders.
  public var seed: Int64 = 1
  /// Whether tests run in the opposite order.
  package var reverses = false

  /// Creates an order that keeps tests as written.
  public init() {}
}
