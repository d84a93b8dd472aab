/// A step back that follows a person's finger.
public final class SwipeBack {
  private let finishing: () -> Transition?
  private let cancelling: () -> Transition?

  /// Whether it is neither finished nor taken back.
  public private(set) var isActive = true

  init(finishing: @escaping () -> Transition?, cancelling: @escaping () -> Transition?) {
    (self.finishing, self.cancelling) = (finishing, cancelling)
  }

  /// Finishes: the screens leave as dismissed.
  ///
  /// - Returns: The transition, or `nil` when it is over already.
  @discardableResult
  public func finish() -> Transition? {
    guard isActive else { return nil }
    isActive = false
    return finishing()
  }

  /// Takes it back: everything stays, and the record says so.
  ///
  /// - Returns: The transition, or `nil` when it is over already.
  @discardableResult
  public func cancel() -> Transition? {
    guard isActive else { return nil }
    isActive = false
    return cancelling()
  }
}
