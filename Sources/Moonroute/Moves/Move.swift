/// How a move on the stage ended that opens nothing: going back, dismissing, selecting a tab.
public enum Move: Sendable {
  /// It is as asked; with the transition, unless it was so already.
  case done(Transition?)
  /// Nothing has changed, and why: `animation_failed` when there is nothing to do it with,
  /// `intercepted` when a screen does not want to leave, or what went wrong on asking it.
  case refused(RouterError)

  /// Whether it is as asked.
  public var isDone: Bool {
    if case .done = self { true } else { false }
  }

  /// Why nothing has changed.
  public var error: RouterError? {
    guard case .refused(let error) = self else { return nil }
    return error
  }

  /// The transition, if there was one.
  public var transition: Transition? {
    guard case .done(let transition) = self else { return nil }
    return transition
  }
}
