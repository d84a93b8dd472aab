/// The result of a screen that was opened to ask a question.
public struct ScreenAnswer: Sendable {
  /// How the question ended.
  public enum Ending: Hashable, Sendable {
    /// The screen was shown, and left.
    case left(ScreenResult.Reason)
    /// No screen could answer: the status of the open.
    case ended(Outcome.Status)
  }

  /// The result of the screen; for a location with an action, the action's value.
  public let value: Value

  /// How the question ended.
  public let ending: Ending

  /// The outcome of the open.
  public let outcome: Outcome

  /// The ending as scripts see it.
  public var how: String {
    switch ending {
    case .left(let reason): reason.rawValue
    case .ended(let status): status.rawValue
    }
  }
}
