import RoutePatterns

extension Open {
  /// Whether the screen may become the root of an empty stage.
  func mayBeFirst(by animator: Animator, _ state: RouteState) -> Bool {
    router.stage.tree.root == nil && !options.buildsStack
      && !(animator.staysInTab && state.route.tabPlace != nil)
  }

  /// The initial location of the configuration, if it can be opened below the screen.
  func initialBelow(_ animator: Animator, _ state: RouteState) -> Location? {
    guard animator.mayHaveBelow, !options.isInitial, let text = rules.configuration.initial,
      let initial = try? rules.location(of: text),
      index.match(initial)?.route !== state.route
    else { return nil }
    return initial
  }

  func noteLeavingTabs(by animator: Animator, _ state: RouteState) {
    guard let tab = state.route.tabPlace, !animator.staysInTab else { return }
    note(
      .animator,
      state.route.label,
      state.route.site,
      answer: "custom: \(animator.name), which replaces the tabs '\(tab.plan.name)'"
    )
  }
}

extension Animator {
  /// Whether the animator does not work on an empty stage.
  var needsBelow: Bool {
    switch effect {
    case .push, .present, .show, .showDetail, .replace: true
    case .refresh(_, let otherwise): otherwise.needsBelow
    case .root, .automatic, .custom: false
    }
  }

  /// Whether the animator behaves differently with a screen below.
  fileprivate var mayHaveBelow: Bool {
    switch effect {
    case .root, .replace: false
    case .refresh(_, let otherwise): otherwise.mayHaveBelow
    case .push, .present, .show, .showDetail, .automatic, .custom: true
    }
  }
}
