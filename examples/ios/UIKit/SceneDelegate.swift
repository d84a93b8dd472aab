import Moonroute
import UIKit
import UIKitStage

/// The scene of a program with a stage that UIKit shows; it passes everything on.
@MainActor final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private let router = Shop.router()
  private var stage: UIKitStage?

  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    do {
      let stage = try UIKitStage(router, in: window)
      stage.screen("Home") { screen in HomeController(screen) }
      stage.screen("Product") { screen in ProductController(screen) }
      stage.screen("Basket") { screen in CaptionController(screen) }
      stage.connect(session, options, initial: "/")
      (self.window, self.stage) = (window, stage)
    } catch {
      // The router lives on the main actor.
      fatalError("\(error)")
    }
  }

  func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
    stage?.open(contexts)
  }

  func scene(_ scene: UIScene, continue activity: NSUserActivity) {
    stage?.open(activity)
  }

  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    stage?.restorationActivity
  }
}

/// Shows the caption of a screen.
class CaptionController: UIViewController {
  let label = UILabel()

  init(_ screen: Screen) {
    super.init(nibName: nil, bundle: nil)
    label.text = screen.caption
  }

  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(label)
  }
}

/// Shows the products, each a link.
final class HomeController: CaptionController {
  override func viewDidLoad() {
    super.viewDidLoad()
    for product in Product.all {
      let open = UIAction(title: product.name) { [weak self] _ in
        Task { await self?.moonroute?.open("/product/\(product.id)") }
      }
      view.addSubview(UIButton(primaryAction: open))
    }
  }
}

/// Shows one product.
final class ProductController: CaptionController {
  override init(_ screen: Screen) {
    super.init(screen)
    guard let product = screen.payload(Product.self) else { return }
    label.text = "\(product.name): \(product.price)"
  }
}
