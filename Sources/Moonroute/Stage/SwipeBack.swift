/// An interactive step back.
package final class SwipeBack {
  private let finishing: () -> StageTransition?
  private let cancelling: () -> StageTransition?

  /// Whether the step can still be finished or cancelled.
  public private(set) var isActive = true

  init(finishing: @escaping () -> StageTransition?, cancelling: @escaping () -> StageTransition?) {
    (self.finishing, self.cancelling) = (finishing, cancelling)
  }

  /// Finishes the step: the screens leave with the reason `dismissed`.
  ///
  /// - Returns: The transition, or `nil` if the step is already over.
  @discardableResult
  package func finish() -> StageTransition? {
    guard isActive else { return nil }
    isActive = false
    return finishing()
  }

  /// Cancels the step: the stage stays unchanged, and the record contains the cancelled transition.
  ///
  /// - Returns: The transition, or `nil` if the step is already over.
  @discardableResult
  package func cancel() -> StageTransition? {
    guard isActive else { return nil }
    isActive = false
    return cancelling()
  }
}
