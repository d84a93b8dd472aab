/// The result of rebuilding a screen after rules were replaced.
public struct ScreenRebuild: Sendable {
  /// The screen before the rebuild.
  public let screen: Screen

  /// The result.
  public let result: Result

  /// The identity of the new description before it adopted the screen's.
  package let builtID: Screen.ID

  /// The possible results of a rebuild.
  public enum Result: Sendable {
    /// The screen shows the new view.
    case rebuilt
    /// The route was removed, or no longer matches the location; the screen is unchanged.
    case routeIsGone
    /// The new view failed; the screen is unchanged and marked as stale.
    case failed(RouterError)
  }
}
