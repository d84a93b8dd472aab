// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals
// Declarations of the part of UIKit that UIKitStage uses, for tests on systems without it. Every
// transition ends immediately.

@_exported public import Foundation

@MainActor open class UIResponder: NSObject {
  open var next: UIResponder? { nil }
}

public final class UIColor: NSObject {
  @MainActor public static let red = UIColor()
  @MainActor public static let white = UIColor()
}

@MainActor open class UIView: UIResponder {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let flexibleWidth = Self(rawValue: 2)
    public static let flexibleHeight = Self(rawValue: 16)
  }

  override public convenience init() { self.init(frame: .zero) }
  public init(frame: CGRect) { self.frame = frame }

  public var frame = CGRect.zero
  public var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  public var autoresizingMask: AutoresizingMask = []
  public var backgroundColor: UIColor?
  public private(set) var subviews: [UIView] = []
  public private(set) weak var superview: UIView?

  override open var next: UIResponder? { superview }

  public func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    view.superview = self
    subviews.append(view)
  }

  public func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  public func bringSubviewToFront(_ view: UIView) {
    guard let index = subviews.firstIndex(of: view) else { return }
    subviews.append(subviews.remove(at: index))
  }
}

@MainActor open class UIScene: UIResponder {
  @MainActor public final class ConnectionOptions: NSObject {
    public var urlContexts: Set<UIOpenURLContext> = []
    public var userActivities: Set<NSUserActivity> = []
  }
}
@MainActor public final class UIWindowScene: UIScene {}
@MainActor public final class UISceneSession: NSObject {
  public var stateRestorationActivity: NSUserActivity?
}

@MainActor public final class UIOpenURLContext: NSObject {
  public let url: URL
  public init(url: URL) { self.url = url }
}

/// The activity that the system passes to a scene; on Apple's systems it is part of Foundation.
public final class NSUserActivity: NSObject {
  public let activityType: String
  public var webpageURL: URL?
  public var userInfo: [AnyHashable: Any]?
  public init(activityType: String) { self.activityType = activityType }
}
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

@MainActor public protocol UISceneDelegate: NSObjectProtocol {
  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options: UIScene.ConnectionOptions
  )
  func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>)
  func scene(_ scene: UIScene, continue activity: NSUserActivity)
  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?
}
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
  var window: UIWindow? { get set }
}

@MainActor open class UILabel: UIView {
  public var text: String?
  public var textColor: UIColor! = .white
  public var numberOfLines = 1
}

@MainActor open class UIWindow: UIView {
  override public init(frame: CGRect) { super.init(frame: frame) }
  public init(windowScene: UIWindowScene) { super.init(frame: .zero) }
  public var rootViewController: UIViewController? {
    didSet {
      oldValue?.window = nil
      rootViewController?.window = self
    }
  }
  public func makeKeyAndVisible() {}
}

public enum UIModalPresentationStyle: Int {
  case fullScreen, pageSheet, formSheet, automatic
}

@MainActor public final class UIImage: NSObject {}

@MainActor public final class UIAction: NSObject {
  public struct Identifier: Hashable, Sendable {}

  public let title: String
  private let handler: (UIAction) -> Void

  public init(
    title: String = "",
    image: UIImage? = nil,
    identifier: Identifier? = nil,
    handler: @escaping (UIAction) -> Void
  ) { (self.title, self.handler) = (title, handler) }
}

@MainActor open class UIButton: UIView {
  public enum ButtonType: Int { case custom, system }

  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) { self.init() }
}

@MainActor public final class UINavigationItem: NSObject {
  public var backAction: UIAction?
}

@MainActor public final class UITabBarItem: NSObject {
  public var title: String?
}

@MainActor public final class UIGestureRecognizer: NSObject {
  public var isEnabled = true
}

@MainActor public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
  func presentationControllerShouldDismiss(_ presentation: UIPresentationController) -> Bool
  func presentationControllerDidDismiss(_ presentation: UIPresentationController)
}

@MainActor public final class UIPresentationController: NSObject {
  public unowned let presentedViewController: UIViewController
  public weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

  init(_ presented: UIViewController) { presentedViewController = presented }
}

@MainActor public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {}

@MainActor
public protocol UIViewControllerTransitionCoordinator:
  UIViewControllerTransitionCoordinatorContext
{
  func animate(
    alongsideTransition: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

@MainActor open class UIViewController: UIResponder {
  public static var losesPresentations = false
  public var view: UIView! = UIView()
  override public init() {}
  public init(nibName: String?, bundle: Bundle?) {}
  public required init?(coder: NSCoder) { nil }
  open func viewDidLoad() {}
  public var title: String?
  public var hidesBottomBarWhenPushed = false
  public var modalPresentationStyle = UIModalPresentationStyle.automatic
  public let navigationItem = UINavigationItem()
  public let tabBarItem = UITabBarItem()
  public weak var parent: UIViewController?
  public private(set) weak var presentingViewController: UIViewController?
  private var presented: UIViewController?
  fileprivate weak var window: UIWindow?
  override open var next: UIResponder? { presentingViewController ?? parent ?? window }
  private lazy var presentation = UIPresentationController(self)

  public var presentationController: UIPresentationController? { presentation }
  public var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { nil }

  public var presentedViewController: UIViewController? {
    presented ?? parent?.presentedViewController
  }

  public func present(
    _ controller: UIViewController,
    animated: Bool,
    completion: (() -> Void)? = nil
  ) {
    // Like UIKit over a controller without a window: nothing happens, without an error.
    guard !Self.losesPresentations else { return }
    precondition(presentedViewController == nil, "it presents already")
    precondition(controller.presentingViewController == nil, "it is presented already")
    precondition(controller.parent == nil, "it is a child")
    presented = controller
    controller.presentingViewController = self
    completion?()
  }

  public func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    presented?.dismiss(animated: false)
    presented?.presentingViewController = nil
    presented = nil
    completion?()
  }
}

@MainActor public protocol UINavigationControllerDelegate: NSObjectProtocol {
  func navigationController(
    _ stack: UINavigationController,
    didShow controller: UIViewController,
    animated: Bool
  )
}

@MainActor open class UINavigationController: UIViewController {
  public private(set) var viewControllers: [UIViewController] = []
  public weak var delegate: (any UINavigationControllerDelegate)?
  public let interactivePopGestureRecognizer: UIGestureRecognizer? = UIGestureRecognizer()

  public func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
    for controller in controllers {
      precondition(!(controller is UINavigationController), "a stack in a stack")
    }
    for controller in viewControllers { controller.parent = nil }
    viewControllers = controllers
    for controller in controllers { controller.parent = self }
    if let top = controllers.last {
      delegate?.navigationController(self, didShow: top, animated: animated)
    }
  }

  public func pushViewController(_ controller: UIViewController, animated: Bool) {
    setViewControllers(viewControllers + [controller], animated: animated)
  }

  public func popToViewController(
    _ controller: UIViewController,
    animated: Bool
  ) -> [UIViewController]? {
    guard let index = viewControllers.firstIndex(where: { $0 === controller }) else { return nil }
    let gone = Array(viewControllers[(index + 1)...])
    setViewControllers(Array(viewControllers[...index]), animated: animated)
    return gone
  }
}

@MainActor public protocol UITabBarControllerDelegate: NSObjectProtocol {
  func tabBarController(
    _ tabs: UITabBarController,
    shouldSelect controller: UIViewController
  ) -> Bool
}

@MainActor open class UITabBarController: UIViewController {
  public private(set) var viewControllers: [UIViewController]?
  public var selectedIndex = 0
  public weak var delegate: (any UITabBarControllerDelegate)?

  public func setViewControllers(_ controllers: [UIViewController]?, animated: Bool) {
    viewControllers = controllers
    for controller in controllers ?? [] { controller.parent = self }
  }
}

@MainActor open class UISplitViewController: UIViewController {
  public enum Style: Int { case unspecified, doubleColumn, tripleColumn }
  public enum Column: Int { case primary, supplementary, secondary }

  private var columns: [Column: UIViewController] = [:]

  public init(style: Style) { super.init(nibName: nil, bundle: nil) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Like UIKit, it wraps other controllers in a navigation controller.
  public func setViewController(_ controller: UIViewController?, for column: Column) {
    guard let controller, !(controller is UINavigationController) else {
      columns[column] = controller
      controller?.parent = self
      return
    }
    let stack = UINavigationController()
    stack.setViewControllers([controller], animated: false)
    stack.parent = self
    columns[column] = stack
  }

  public func viewController(for column: Column) -> UIViewController? { columns[column] }
  public func show(_ column: Column) {}
}
