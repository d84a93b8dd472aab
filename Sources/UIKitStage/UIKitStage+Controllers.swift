#if canImport(UIKit)
import Moonroute
import UIKit

extension UIKitStage {
  func controller(of node: StageNode) -> UIViewController {
    if let known = controllers[node.id] { return known }
    let made: UIViewController
    switch node.content {
    case .screen(let screen):
      made = makeController(of: screen)
      refresh(made, screen)
      made.navigationItem.backAction = UIAction { [weak self] _ in self?.goBack() }
    case .stack(let nodes):
      let stack = UINavigationController()
      stack.setViewControllers(nodes.map(controller), animated: false)
      stack.delegate = self
      made = stack
    case .tabs(let branches, let selected):
      let tabs = UITabBarController()
      tabs.setViewControllers(branches.map(controller), animated: false)
      tabs.selectedIndex = selected
      tabs.delegate = self
      made = tabs
    case .split(let primary, let detail):
      let split = UISplitViewController(style: .doubleColumn)
      split.setViewController(primary.map(controller), for: .primary)
      split.setViewController(detail.map(controller), for: .secondary)
      made = split
    }
    if let name = node.name, node.kind == .stack { made.tabBarItem.title = name }
    controllers[node.id] = made
    identities[ObjectIdentifier(made)] = node.id
    return made
  }

  /// A split view controller may wrap one of our controllers in its own navigation controller.
  func identity(of controller: UIViewController) -> Screen.ID? {
    if let known = identities[ObjectIdentifier(controller)] { return known }
    return (controller as? UINavigationController)?.viewControllers.first.flatMap(identity)
  }

  /// Navigates back for the back button: the leave guards of the removed screens run.
  private func goBack() {
    Task { await router.swipeBack() }
  }
}

extension StageTree {
  var places: Set<Screen.ID> {
    var places: Set<Screen.ID> = []
    root?.collectPlaces(into: &places)
    return places
  }
}

extension StageNode {
  fileprivate func collectPlaces(into places: inout Set<Screen.ID>) {
    places.insert(id)
    for child in children { child.collectPlaces(into: &places) }
    presented?.node.collectPlaces(into: &places)
  }
}
#endif
