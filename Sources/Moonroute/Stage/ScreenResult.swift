/// The end of a screen.
public struct ScreenResult: Hashable, Sendable {
  /// How a screen left the stage.
  public enum Reason: String, Sendable, CaseIterable {
    /// By `close`.
    case closed
    /// By `dismiss`, or by a person.
    case dismissed
    /// Because something else was done, such as going back or showing another root.
    case removed
  }

  /// The value that it was closed or dismissed with.
  public let value: Value

  /// How it left.
  public let reason: Reason

  /// The token that lives as long as the result does.
  package var lifetimeToken: (any LifetimeToken)?

  /// Describes what became of a screen.
  public init(_ value: Value = .none, _ reason: Reason) {
    self.value = value
    self.reason = reason
  }

  /// Compares value and reason.
  public static func == (left: ScreenResult, right: ScreenResult) -> Bool {
    left.value == right.value && left.reason == right.reason
  }

  /// Hashes value and reason.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(reason)
  }
}
