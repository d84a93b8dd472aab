/// The result of a screen.
public struct ScreenResult: Hashable, Sendable {
  /// The reason why a screen left the stage.
  public enum Reason: String, Sendable, CaseIterable {
    /// It was closed with `close`.
    case closed
    /// It was dismissed with `dismiss` or by a person.
    case dismissed
    /// Another operation removed it, such as going back or showing another root.
    case removed
  }

  /// The value passed to `close` or `dismiss`.
  public let value: Value

  /// The reason why it left.
  public let reason: Reason

  package var lifetimeToken: (any LifetimeToken)?

  /// Makes a result.
  package init(_ value: Value = .null, _ reason: Reason) {
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
