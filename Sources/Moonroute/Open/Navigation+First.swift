import RoutePatterns

extension Navigation {
  /// Whether the screen becomes the root of an empty stage although its animator needs a screen
  /// below, after opening the initial location of the configuration.
  func isFirst(by animator: Animator, of matched: MatchedBranch) async -> Bool {
    let route = matched.state.route
    guard router.stage.tree.root == nil, !options.buildsStack,
      !(animator.staysInTab && route.tabPlace != nil)
    else { return false }
    if animator.mayHaveBelow { await openInitial(below: matched) }
    return router.stage.tree.root == nil && animator.needsBelow
  }

  private func openInitial(below matched: MatchedBranch) async {
    guard !options.isInitial, let text = rules.configuration.initial,
      let initial = try? rules.location(of: text),
      index.match(initial)?.route !== matched.state.route
    else { return }
    var below = OpenOptions()
    below.isInitial = true
    below.animated = false
    let outcome = await router.open(initial, options: below)
    note(.animator, "initial", answer: "\(initial): \(outcome.status.rawValue)")
  }
}

extension Navigation {
  /// The top page, if the open would present the same location over it.
  func pageToRenew(by animator: Animator, state: RouteState) -> Screen? {
    guard !options.buildsStack,
      router.stage.tree.presentsAgain(by: animator, from: state.source),
      let top = router.stage.top, let made = top.state,
      made.leaf === state.route, made.location == state.location
    else { return nil }
    return top
  }

  /// Builds a page again in place, because a page is not presented over itself; returns the shown
  /// page, or the redirect target of a guard.
  func renew(
    _ page: Screen,
    _ view: LinkRoute.View,
    _ matched: MatchedBranch
  ) async throws(OpenFailure) -> LegResult {
    let (state, behaviour) = (matched.state, matched.behaviour)
    if let target = try await decideAgain(about: matched) { return .redirected(target) }
    let fresh = try await build(view, at: behaviour.sites.view, state: state)
    if let target = try await decideAgain(about: matched) { return .redirected(target) }
    guard let now = router.stage.screen(page.id) else {
      throw failed(.show, state.route, .pageHasLeft)
    }
    let life = progress.lives[fresh.id]
    router.renew(now.id, with: fresh, life)
    let renewed = router.stage.screen(now.id) ?? now
    return .ended(refreshed(renewed, behaviour: behaviour, state: state))
  }
}

extension Navigation {
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
  fileprivate var needsBelow: Bool {
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
