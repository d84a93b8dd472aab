/// The result of a move that opens nothing: going back, dismissing, selecting a tab.
public enum MoveResult: Sendable {
  /// The move succeeded. The transition is `nil` if nothing had to change.
  case done(StageTransition?)
  /// Nothing changed. The error is `animation_failed` if the stage does not allow the move,
  /// `intercepted` if a screen refused to leave, or the error of its leave guard.
  case refused(RouterError)

  /// Whether the move succeeded.
  package var isDone: Bool {
    if case .done = self { true } else { false }
  }

  /// The reason why nothing changed.
  public var error: RouterError? {
    guard case .refused(let error) = self else { return nil }
    return error
  }

  /// The transition of a successful move, if any.
  package var transition: StageTransition? {
    guard case .done(let transition) = self else { return nil }
    return transition
  }
}
