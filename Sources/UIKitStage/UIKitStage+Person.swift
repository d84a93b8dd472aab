#if canImport(UIKit)
import Moonroute
public import UIKit

extension UIKitStage: UINavigationControllerDelegate {
  /// Records that the user has swiped back, and disables the swipe if the next screen has a leave
  /// guard.
  public func navigationController(
    _ stack: UINavigationController,
    didShow controller: UIViewController,
    animated: Bool
  ) {
    guard !queue.isShowing, let id = identities[ObjectIdentifier(stack)] else { return }
    let shown = stack.viewControllers.count
    if let node = router.stage.tree.place(id), node.children.count > shown, shown > 0 {
      router.userDidPop(node.children[shown].id)
    }
    let top = router.stage.top?.id
    stack.interactivePopGestureRecognizer?.isEnabled = top.map(router.userMayLeave) ?? true
  }
}

extension UIKitStage: UITabBarControllerDelegate {
  /// Asks the router to select a tab; the tab bar follows.
  public func tabBarController(
    _ tabs: UITabBarController,
    shouldSelect controller: UIViewController
  ) -> Bool {
    guard let index = tabs.viewControllers?.firstIndex(where: { $0 === controller }) else {
      return false
    }
    Task { await router.userDidSelect(.position(index + 1)) }
    return false
  }
}

extension UIKitStage: UIAdaptivePresentationControllerDelegate {
  /// Whether the user may dismiss a modal without leave guards.
  public func presentationControllerShouldDismiss(_ presentation: UIPresentationController) -> Bool
  {
    guard let id = identity(of: presentation.presentedViewController) else { return true }
    return router.userMayLeave(id)
  }

  /// Records that the user has dismissed a modal.
  public func presentationControllerDidDismiss(_ presentation: UIPresentationController) {
    guard let id = identity(of: presentation.presentedViewController) else { return }
    router.userDidPop(id)
  }
}

extension StageTree {
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
