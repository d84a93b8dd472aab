/// A host that can be asked what it really shows, and be used as a person would.
public protocol PicturedHost: StageHost {
  /// What it shows, made from its own views; `nil` when nothing.
  var picture: StagePicture? { get }

  /// Waits until every change has been shown.
  ///
  /// Default: they have.
  func settle() async

  /// Swipes back, or dismisses by hand, as a person does.
  ///
  /// Default: it cannot be done.
  ///
  /// - Returns: Whether it could be done.
  func swipeBack() async -> Bool
}

extension PicturedHost {
  /// Waits for nothing.
  public func settle() async {}

  /// Does nothing.
  public func swipeBack() async -> Bool { false }
}
