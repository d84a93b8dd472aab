/// The order of the tests of a file, and of files that run side by side.
public struct SpecOrder: Sendable {
  /// Whether tests run in random order.
  public var shuffles = false
  /// Whether tests run in the order of their names.
  public var sorts = false
  /// The seconds that files took when they last ran: side by side, long ones begin first.
  public var seconds: [String: Double] = [:]
  /// The seed of random orders.
  public var seed: Int64 = 1

  /// Keeps the order in which the tests are written.
  public init() {}
}
