/// The result of building a screen again when rules were replaced.
public struct ScreenRebuild: Sendable {
  /// The screen, as it was.
  public let screen: Screen

  /// The result.
  public let result: Result

  /// The identity that the view gave the new description, before it took over the screen's.
  package let builtID: Screen.ID

  /// The possible results of building a screen again.
  public enum Result: Sendable {
    /// The screen shows what the new view made.
    case rebuilt
    /// The route is gone, or does not fit the location any more: the old picture stays.
    case routeIsGone
    /// The new view failed: the old picture stays, marked stale.
    case failed(RouterError)
  }
}
