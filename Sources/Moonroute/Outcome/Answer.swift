/// The answer to a question that was asked by opening a screen.
public struct Answer: Sendable {
  /// How it ended.
  public enum Ending: Hashable, Sendable {
    /// The screen was shown, and left.
    case left(ScreenResult.Reason)
    /// No screen was shown that could answer: how the open ended.
    case ended(Outcome.Status)
  }

  /// The result; for a location that runs an action, what the action answered.
  public let value: Value

  /// How it ended.
  public let ending: Ending

  /// The outcome of the open.
  public let outcome: Outcome

  /// The ending in a word, as scripts see it.
  public var how: String {
    switch ending {
    case .left(let reason): reason.rawValue
    case .ended(let status): status.rawValue
    }
  }
}
