import RoutePatterns

extension Open {
  /// Runs the action of the route or shows its view.
  func arrive(at state: RouteState) throws(OpenFailure) -> OpenNext {
    if let tab = try initialTab(of: state) { return try follow(tab) }
    let (route, location) = (state.route, state.location)
    switch (purpose, behaviour?.action, behaviour?.view) {
    case (.resolve, _?, _) where options.passesActions: return end(.handled)
    case (.resolve, nil, _?): return end(.opened)
    case (.show, let action?, _), (.fetch, let action?, _), (.resolve, let action?, _):
      return try run(action, state)
    case (.show, nil, _?): return try chooseAnimator(state)
    case (.fetch, nil, _?): throw failed(.action, route, .noAction(of: route, for: location))
    case (_, _, let view?): return try build(view, state, then: .hand(state))
    case (_, _?, nil) where options.passesActions:
      note(.action, route.label, behaviour?.sites.action, answer: "skipped")
      return decline()
    case (_, _?, nil): throw failed(.build, route, .noScreen(of: route, for: location))
    case (_, nil, nil): throw failed(.build, route, .noView(of: route, for: location))
    }
  }

  private func decline() -> OpenNext {
    declinedCount += 1
    return .go(.match)
  }

  private func run(
    _ action: Handler<RouteState, ActionAnswer>,
    _ state: RouteState
  ) throws(OpenFailure) -> OpenNext {
    let (route, site) = (state.route, behaviour?.sites.action)
    let asked = AskedHandler(.action, route.label, site ?? route.site)
    return try ask(action, state, as: asked) { open, answer, _, asked throws(OpenFailure) in
      let values: [Value]
      switch answer {
      case .values(let answered): values = answered
      case .refused(let answered) where open.purpose == .fetch: values = answered
      case .refused, .declined:
        open.note(asked, answer: "declined")
        return open.decline()
      }
      open.note(asked, answer: "handled")
      return open.end(.handled) { $0.values = values }
    }
  }

  /// Uses the animator of the call, the route, or the configuration, in this order.
  private func chooseAnimator(_ state: RouteState) throws(OpenFailure) -> OpenNext {
    let usual = options.animator
    switch behaviour?.animator {
    case .fixed(let animator)?: return try show(by: usual ?? animator, state)
    case .chosen(let choose)? where usual == nil:
      let (route, site) = (state.route, behaviour?.sites.animator)
      let asked = AskedHandler(.animator, route.label, site ?? route.site)
      return try ask(choose, state, as: asked) { open, answer, state, _ throws(OpenFailure) in
        try open.show(by: answer ?? open.rules.configuration.animator, state)
      }
    case .chosen?, nil: return try show(by: usual ?? rules.configuration.animator, state)
    }
  }

  private func show(by animator: Animator, _ state: RouteState) throws(OpenFailure) -> OpenNext {
    guard mayBeFirst(by: animator, state) else {
      return try show(by: animator, state, isFirst: false)
    }
    guard let initial = initialBelow(animator, state) else {
      return try show(by: animator, state, isFirst: animator.needsBelow)
    }
    var below = OpenOptions()
    below.isInitial = true
    below.animated = false
    let options = below
    return .wait {
      let outcome = await self.router.open(initial, options: options)
      self.note(.animator, "initial", answer: "\(initial): \(outcome.status.rawValue)")
      self.resume = { () throws(OpenFailure) in
        let isFirst = self.router.stage.tree.root == nil && animator.needsBelow
        return try self.show(by: animator, state, isFirst: isFirst)
      }
    }
  }

  /// Shows the view with an animator.
  ///
  /// On an empty stage, the screen becomes the root even if the animator needs a screen below.
  private func show(
    by animator: Animator,
    _ state: RouteState,
    isFirst: Bool
  ) throws(OpenFailure) -> OpenNext {
    var animator = animator
    let words = isFirst ? "\(animator.name), as root: the stage is empty" : animator.name
    note(.animator, state.route.label, behaviour?.sites.animator ?? state.route.site, answer: words)
    while case .refresh(let apply, let otherwise) = animator.effect {
      if !options.buildsStack, let page = refreshable(by: state) {
        return try refresh(page, with: apply, state)
      }
      animator = otherwise
    }
    if let page = try pageToRenew(by: animator, state: state) {
      progress.page = page
      return try settle(state, then: .renew(state))
    }
    (progress.built, progress.customDepth) = ([], 0)
    progress.placement = placement(by: animator, of: state)
    return .go(.below(state))
  }

  /// The top page, if the same route made it.
  private func refreshable(by state: RouteState) -> Screen? {
    guard let top = router.stage.top, let made = top.state?.route else { return nil }
    let same = made.pattern.text == state.route.pattern.text && made.name == state.route.name
    return same ? top : nil
  }

  private func refresh(
    _ page: Screen,
    with apply: Handler<Refreshing, Screen>?,
    _ state: RouteState
  ) throws(OpenFailure) -> OpenNext {
    progress.page = page
    guard let apply else { return try settle(state, then: .refreshed(state)) }
    let input = Refreshing(screen: page, state: try shownState(state))
    let asked = AskedHandler(.show, state.route.label, state.route.site)
    return try ask(apply, input, as: asked) { open, answer, input, _ throws(OpenFailure) in
      var changed = answer
      changed.noteMade(since: input.screen.props)
      changed.id = input.screen.id
      open.progress.page = changed
      return try open.settle(state, then: .refreshed(state))
    }
  }

  func refreshed(_ state: RouteState) throws(OpenFailure) -> OpenNext {
    guard let page = progress.page, router.stage.screen(page.id) != nil else {
      throw failed(.show, state.route, .pageHasLeft)
    }
    return try endRefreshed(page, state)
  }

  private func endRefreshed(_ page: Screen, _ state: RouteState) throws(OpenFailure) -> OpenNext {
    var changed = page
    changed.state = try shownState(state)
    router.prepare(changed.id, nil, options, from: state.source)
    let transition = router.stage.refresh(changed, isAnimated: isAnimated(state.location))
    return shown(changed, by: transition, state)
  }

  /// The top page, if the open would present the same location over it.
  private func pageToRenew(
    by animator: Animator,
    state: RouteState
  ) throws(OpenFailure) -> Screen? {
    guard !options.buildsStack,
      router.stage.tree.presentsAgain(by: animator, from: state.source),
      let top = router.stage.top, let made = top.state,
      made.leaf === state.route, try made.location == shownState(state).location
    else { return nil }
    return top
  }

  /// Builds a page again in place, because a page is not presented over itself.
  func renew(_ state: RouteState) throws(OpenFailure) -> OpenNext {
    guard let view = behaviour?.view else { return .ended }
    return try build(view, state, then: .renewing(state))
  }

  func renewed(_ state: RouteState) throws(OpenFailure) -> OpenNext {
    guard let page = progress.page, let fresh = built(for: state.route),
      let now = router.stage.screen(page.id)
    else { throw failed(.show, state.route, .pageHasLeft) }
    let lives = progress.lives
    router.renew(now.id, with: fresh, lives[fresh.id])
    return try endRefreshed(router.stage.screen(now.id) ?? now, state)
  }

  /// Puts built screens on the stage, the lowest first; without any, shows the existing ones.
  func place(_ state: RouteState) throws(OpenFailure) -> OpenNext {
    guard let placement = progress.placement else { return .ended }
    let screens = arriving
    if case .custom = placement.animator.effect, !placement.replacesStack, !screens.isEmpty {
      return .go(.custom(state))
    }
    guard !isCancelled else { throw .cancelled }
    let lives = progress.lives
    for screen in screens {
      router.prepare(screen.id, lives[screen.id], options, from: state.source)
    }
    do {
      let transition = try router.stage.place(
        screens,
        by: placement,
        isAnimated: isAnimated(state.location)
      )
      return shown(screens.last ?? router.stage.top, by: transition, state)
    } catch {
      for screen in screens { router.forget(screen.id) }
      throw failed(.show, state.route, error)
    }
  }

  /// Whether the change is animated: the call takes precedence over the route, and the route over
  /// the query.
  ///
  /// The query of the first location also applies after redirects.
  private func isAnimated(_ location: Location) -> Bool {
    if let told = options.animated ?? behaviour?.isAnimated { return told }
    return !refusesAnimation(location) && !(trail.first.map(refusesAnimation) ?? false)
  }

  private func refusesAnimation(_ location: Location) -> Bool {
    linkOption(ReservedQuery.noAnimation, of: location).map(ReservedQuery.refusesAnimation) ?? false
  }

  private func shown(
    _ screen: Screen?,
    by transition: StageTransition,
    _ state: RouteState
  ) -> OpenNext {
    let id = screen?.id
    if let id { noteShown(id) }
    if let shown = try? shownState(state), !shown.isSame(as: state) {
      trail.location = shown.location
    }
    note(.show, state.route.label, state.route.site, answer: transition.effect)
    return end(.opened) { fields in
      (fields.animator, fields.screen) = (transition.effect, screen)
      fields.handle = id.flatMap { router.link(of: $0)?.handle }
    }
  }
}
