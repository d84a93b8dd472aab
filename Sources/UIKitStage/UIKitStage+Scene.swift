#if canImport(UIKit)
import Moonroute
public import UIKit

/// What a scene delegate hands on.
///
/// ```swift
/// func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
///   guard let scene = scene as? UIWindowScene else { return }
///   let stage = UIKitStage(application, in: UIWindow(windowScene: scene)) { … }
///   stage.begin()
///   stage.connect(options, initial: "/")
/// }
/// func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) { stage?.open(contexts) }
/// func scene(_ scene: UIScene, continue activity: NSUserActivity) { stage?.open(activity) }
/// ```
extension UIKitStage {
  /// Opens what a scene begins with: first the initial location when the stage is empty, then the
  /// links that it was started with.
  ///
  /// - Parameters:
  ///   - options: What the system hands to the scene.
  ///   - initial: The location that lies below. Default: none.
  public func connect(_ options: UIScene.ConnectionOptions, initial: String? = nil) {
    let first = router.stage.top == nil ? initial : nil
    let links = options.urlContexts.map(\.url) + options.userActivities.compactMap(Self.link)
    open([first].compactMap { $0 } + links.map(\.absoluteString))
  }

  /// Opens the URLs of the application's own schemes that the system hands to a scene.
  public func open(_ contexts: Set<UIOpenURLContext>) {
    open(contexts.map(\.url.absoluteString))
  }

  /// Opens the web page of the application's domains that the system hands to a scene.
  ///
  /// - Parameter activity: The activity; any other kind is left alone.
  /// - Returns: Whether it has a page.
  @discardableResult
  public func open(_ activity: NSUserActivity) -> Bool {
    guard let link = Self.link(of: activity) else { return false }
    open([link.absoluteString])
    return true
  }

  private static func link(of activity: NSUserActivity) -> URL? {
    activity.activityType == NSUserActivityTypeBrowsingWeb ? activity.webpageURL : nil
  }

  /// Opens locations, one after the other.
  private func open(_ locations: [String]) {
    Task {
      for location in locations { _ = await router.open(location) }
    }
  }
}
#endif
