/// The result of rebuilding a screen after rules were replaced.
package struct ScreenRebuild: Sendable {
  /// The screen before the rebuild.
  package let screen: Screen

  /// The result.
  package let result: Result

  /// The identity of the new description before it adopted the screen's.
  package let builtID: Screen.ID

  /// The possible results of a rebuild.
  package enum Result: Sendable {
    /// The screen shows the new view.
    case rebuilt
    /// The route was removed, or no longer matches the location; the screen is unchanged.
    case routeIsGone
    /// The new view failed; the screen is unchanged and marked as stale.
    case failed(RouterError)
  }
}
