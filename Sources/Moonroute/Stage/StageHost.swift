/// A user interface that mirrors the stage.
public protocol StageHost: AnyObject {
  /// Shows a change.
  ///
  /// Called on the router's executor, in the order of the changes.
  ///
  /// - Parameter change: The stage before and after, and how it came about.
  func apply(_ change: StageChange)

  /// Shows a screen's new description in place.
  ///
  /// - Parameter screen: The screen.
  func update(_ screen: Screen)
}
