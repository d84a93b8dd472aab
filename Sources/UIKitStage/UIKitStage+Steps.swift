#if canImport(UIKit)
@_spi(Tooling) import Moonroute
import UIKit

extension UIKitStage {
  func perform(_ step: StageStep, isAnimated: Bool, _ done: @escaping () -> Void) {
    switch step {
    case .setRoot(let node):
      setRoot(node)
      present(inside: node.map { [$0] } ?? [], done)
    case .dismiss(let id):
      guard let base = controllers[id], base.presentedViewController != nil else { return done() }
      base.dismiss(animated: isAnimated, completion: done)
    case .present(let node, let style, let id):
      present(node, style, over: id, isAnimated: isAnimated) { [weak self] in
        self?.present(inside: [node], done)
      }
    case .push(let node, let id):
      guard let stack = controllers[id] as? UINavigationController else { return done() }
      let pushed = controller(of: node)
      pushed.hidesBottomBarWhenPushed = node.options["hides_bottom_bar"].bool ?? false
      stack.pushViewController(pushed, animated: isAnimated)
      settled(stack, isAnimated) { [weak self] in self?.present(inside: [node], done) }
    case .pop(let count, let id):
      guard let stack = controllers[id] as? UINavigationController,
        stack.viewControllers.count > count, count > 0
      else { return done() }
      _ = stack.popToViewController(stack.viewControllers[count - 1], animated: isAnimated)
      settled(stack, isAnimated, done)
    case .setChildren(let nodes, let id): setChildren(nodes, of: id, isAnimated, done)
    case .select(let index, let id):
      (controllers[id] as? UITabBarController)?.selectedIndex = index
      done()
    case .setPrimary(let node, let id): set(node, .primary, of: id, done)
    case .setDetail(let node, let id): set(node, .secondary, of: id, done)
    case .update(let screen):
      if let controller = controllers[screen.id] { refresh(controller, screen) }
      done()
    }
  }

  private func setRoot(_ node: StageNode?) {
    switch container {
    case .window(let window):
      window.rootViewController = node.map(controller)
      window.makeKeyAndVisible()
    case .navigation(let navigation, let branch):
      let isTabs = node?.kind == .tabs
      show(branch, in: navigation, among: isTabs ? node?.children ?? [] : [], of: node?.id)
    }
  }

  /// Shows the stack of a branch, or nothing if the tabs do not have that branch.
  private func show(
    _ branch: StageBranch,
    in navigation: UINavigationController,
    among branches: [StageNode],
    of tabs: Screen.ID?
  ) {
    let node = branches.first { $0.name == branch.name }
    if let tabs, let node {
      // The tabs themselves are not shown, so the navigation controller presents for them.
      for id in [tabs, node.id] { controllers[id] = navigation }
    }
    identities[ObjectIdentifier(navigation)] = node?.id
    navigation.setViewControllers(node?.children.map(controller) ?? [], animated: false)
  }

  private func setChildren(
    _ nodes: [StageNode],
    of id: Screen.ID,
    _ isAnimated: Bool,
    _ done: @escaping () -> Void
  ) {
    if case .navigation(let navigation, let branch) = container, controllers[id] === navigation,
      identities[ObjectIdentifier(navigation)] != id
    {
      show(branch, in: navigation, among: nodes, of: id)
      return present(inside: nodes, done)
    }
    let inner = nodes.map(controller)
    switch controllers[id] {
    case let stack as UINavigationController:
      stack.setViewControllers(inner, animated: isAnimated)
      settled(stack, isAnimated) { [weak self] in self?.present(inside: nodes, done) }
    case let tabs as UITabBarController:
      tabs.setViewControllers(inner, animated: isAnimated)
      present(inside: nodes, done)
    default: done()
    }
  }

  private func set(
    _ node: StageNode?,
    _ column: UISplitViewController.Column,
    of id: Screen.ID,
    _ done: @escaping () -> Void
  ) {
    let split = controllers[id] as? UISplitViewController
    split?.setViewController(node.map(controller), for: column)
    if node != nil { split?.show(column) }
    present(inside: node.map { [$0] } ?? [], done)
  }

  private func present(
    _ node: StageNode,
    _ style: PresentationStyle,
    over id: Screen.ID,
    isAnimated: Bool,
    _ done: @escaping () -> Void
  ) {
    guard let base = controllers[id] else { return done() }
    let presented = controller(of: node)
    presented.modalPresentationStyle = Self.presentationStyle(of: style)
    configure(presented, style)
    presented.presentationController?.delegate = self
    base.present(presented, animated: isAnimated, completion: done)
  }

  /// Shows the presentations inside nodes that were shown without them.
  private func present(
    inside nodes: [StageNode],
    _ done: @escaping () -> Void
  ) {
    var presentations: [(Screen.ID, Presentation)] = []
    for node in nodes { node.collectPresentations(into: &presentations) }
    present(presentations[...], done)
  }

  private func present(
    _ presentations: ArraySlice<(Screen.ID, Presentation)>,
    _ done: @escaping () -> Void
  ) {
    guard let (id, presentation) = presentations.first else { return done() }
    present(presentation.node, presentation.style, over: id, isAnimated: false) { [weak self] in
      self?.present(presentations.dropFirst(), done)
    }
  }

  /// Continues when a navigation controller has shown its change.
  private func settled(
    _ stack: UINavigationController,
    _ isAnimated: Bool,
    _ done: @escaping () -> Void
  ) {
    guard isAnimated, let coordinator = stack.transitionCoordinator else { return done() }
    // If it returns `false`, it does not call back.
    if !coordinator.animate(alongsideTransition: nil, completion: { _ in done() }) { done() }
  }

  private static func presentationStyle(of style: PresentationStyle) -> UIModalPresentationStyle {
    switch style.name {
    case "full_screen", "push_style_present": .fullScreen
    case "sheet": style.options["position"].text == "center" ? .formSheet : .pageSheet
    default: style.options["full_screen"].bool == true ? .fullScreen : .automatic
    }
  }
}

extension StageNode {
  /// Appends the presentations over this node and its children, the lowest first.
  fileprivate func collectPresentations(into presentations: inout [(Screen.ID, Presentation)]) {
    for child in children { child.collectPresentations(into: &presentations) }
    guard let presented else { return }
    presentations.append((id, presented))
    presented.node.collectPresentations(into: &presentations)
  }
}
#endif
