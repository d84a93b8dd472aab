#if canImport(UIKit)
@_spi(Tooling) package import Moonroute
import UIKit

extension UIKitStage {
  /// The picture of the window or the branch, created from its controllers.
  package nonisolated var picture: StagePicture? {
    MainActor.assumeIsolated {
      switch container {
      case .window(let window): window.rootViewController.flatMap(picture)
      case .navigation(let navigation, _): picture(of: navigation)
      }
    }
  }

  /// Starts the stage if necessary, and waits until all changes are shown.
  @MainActor public func waitUntilIdle() async {
    start()
    await queue.waitUntilIdle()
  }

  private func picture(of controller: UIViewController) -> StagePicture? {
    guard let id = identity(of: controller) else { return nil }
    // Every controller in a presentation returns the presented one; it belongs to the outermost.
    let isBase = controller.parent == nil
    let presented = isBase ? controller.presentedViewController.flatMap(picture) : nil
    guard identities[ObjectIdentifier(controller)] != nil else {
      // A navigation controller that a split view controller has created.
      return (controller as? UINavigationController)?.viewControllers.first.flatMap(picture)
    }
    switch controller {
    case let stack as UINavigationController:
      let children = stack.viewControllers.compactMap(picture)
      return StagePicture(.stack, id, children: children, presented: presented)
    case let tabs as UITabBarController:
      let children = (tabs.viewControllers ?? []).compactMap(picture)
      let selected = tabs.selectedIndex
      return StagePicture(.tabs, id, children: children, selected: selected, presented: presented)
    case let split as UISplitViewController:
      let columns = [split.viewController(for: .primary), split.viewController(for: .secondary)]
      let children = columns.compactMap { $0.flatMap(picture) }
      return StagePicture(.split, id, children: children, presented: presented)
    default: return StagePicture(.screen, id, presented: presented)
    }
  }
}
#endif
