#if canImport(UIKit)
import Moonroute
public import UIKit

extension UIKitStage: UINavigationControllerDelegate {
  /// Notes that a person has swiped back, and forbids the next swipe to a screen that is to be asked.
  public func navigationController(
    _ stack: UINavigationController,
    didShow controller: UIViewController,
    animated: Bool
  ) {
    guard !isShowing, let id = identities[ObjectIdentifier(stack)] else { return }
    let shown = stack.viewControllers.count
    if let node = router.stage.tree.place(id), node.children.count > shown, shown > 0 {
      router.personRemoved(node.children[shown].id)
    }
    let top = router.stage.top?.id
    stack.interactivePopGestureRecognizer?.isEnabled = top.map(router.mayLeave) ?? true
  }
}

extension UIKitStage: UITabBarControllerDelegate {
  /// Has the router select a branch; the tab bar follows.
  public func tabBarController(
    _ tabs: UITabBarController,
    shouldSelect controller: UIViewController
  ) -> Bool {
    guard let index = tabs.viewControllers?.firstIndex(where: { $0 === controller }) else {
      return false
    }
    Task { await router.personSelected(.position(index + 1)) }
    return false
  }
}

extension UIKitStage: UIAdaptivePresentationControllerDelegate {
  /// Whether a person may take a modal away without its screens being asked.
  public func presentationControllerShouldDismiss(_ presentation: UIPresentationController) -> Bool
  {
    guard let id = identity(of: presentation.presentedViewController) else { return true }
    return router.mayLeave(id)
  }

  /// Notes that a person has taken a modal away.
  public func presentationControllerDidDismiss(_ presentation: UIPresentationController) {
    guard let id = identity(of: presentation.presentedViewController) else { return }
    router.personRemoved(id)
  }
}

extension StageTree {
  /// The node of an identity.
  fileprivate func place(_ id: Screen.ID) -> StageNode? { root?.place(id) }
}

extension StageNode {
  fileprivate func place(_ id: Screen.ID) -> StageNode? {
    if self.id == id { return self }
    for child in children { if let found = child.place(id) { return found } }
    return presented?.node.place(id)
  }
}
#endif
