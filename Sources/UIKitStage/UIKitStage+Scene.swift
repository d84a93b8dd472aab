#if canImport(UIKit)
import Moonroute
public import UIKit

/// The links and activities that a scene delegate forwards.
///
/// ```swift
/// func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
///   guard let scene = scene as? UIWindowScene else { return }
///   let stage = try UIKitStage(router, in: UIWindow(windowScene: scene))
///   stage.screen("Home") { screen in HomeController(screen) }
///   stage.connect(session, options, initial: "/")
/// }
/// func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { stage?.open(contexts) }
/// func scene(_ scene: UIScene, continue activity: NSUserActivity) { stage?.open(activity) }
/// func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { stage?.restorationActivity }
/// ```
extension UIKitStage {
  /// Opens the initial content of a scene: the restored stage, or the initial location without one,
  /// then the launch links.
  ///
  /// - Parameters:
  ///   - session: The scene's session.
  ///   - options: The connection options from the system.
  ///   - initial: The location to open without a stage to restore. Default: none.
  public func connect(
    _ session: UISceneSession,
    _ options: UIScene.ConnectionOptions,
    initial: String? = nil
  ) {
    let links = options.urlContexts.map(\.url) + options.userActivities.compactMap(Self.link)
    let saved = session.stateRestorationActivity?.userInfo?[Self.savedKey] as? Data
    Task {
      if let saved, let value = try? JSONDecoder().decode(Value.self, from: saved) {
        _ = try? await router.restore(from: value)
      }
      if let initial, router.stage.top == nil { _ = await router.open(initial) }
      for link in links { _ = await router.open(link.absoluteString) }
    }
  }

  /// The stage of the scene, for state restoration; `nil` for an empty stage.
  ///
  /// ``connect(_:_:initial:)`` restores it.
  public var restorationActivity: NSUserActivity? {
    guard router.stage.top != nil,
      let saved = try? JSONEncoder().encode(router.stage.restorationState)
    else {
      return nil
    }
    let activity = NSUserActivity(activityType: Self.savedKey)
    activity.userInfo = [Self.savedKey: saved]
    return activity
  }

  private static var savedKey: String { "moonroute.stage" }

  /// Opens URLs of the router's own schemes that the system passes to a scene.
  public func open(_ contexts: Set<UIOpenURLContext>) {
    open(contexts.map(\.url.absoluteString))
  }

  /// Opens a web page of the router's domains that the system passes to a scene.
  ///
  /// - Parameter activity: The activity; other kinds are ignored.
  /// - Returns: Whether it contains a web page.
  @discardableResult
  public func open(_ activity: NSUserActivity) -> Bool {
    guard let link = Self.link(of: activity) else { return false }
    open([link.absoluteString])
    return true
  }

  /// Opens a URL from the program's own views, if the router recognizes it.
  ///
  /// Reserved query keys are ignored.
  ///
  /// - Parameter url: The URL.
  /// - Returns: Whether the router recognizes it.
  @discardableResult
  public func openURL(_ url: URL) -> Bool {
    guard let location = router.recognize(url.absoluteString) else { return false }
    Task { await router.open(location) }
    return true
  }

  private static func link(of activity: NSUserActivity) -> URL? {
    activity.activityType == NSUserActivityTypeBrowsingWeb ? activity.webpageURL : nil
  }

  private func open(_ locations: [String]) {
    Task {
      for location in locations { _ = await router.open(location) }
    }
  }
}
#endif
