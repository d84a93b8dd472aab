import RoutePatterns

extension Navigation {
  /// Runs the action of the route or shows its view; returns `nil` if the route declines.
  func finish(at matched: MatchedBranch) async throws(OpenFailure) -> LegResult? {
    let (state, location) = (matched.state, matched.state.location)
    switch (purpose, matched.behaviour.action, matched.behaviour.view) {
    case (.show, let action?, _), (.fetch, let action?, _):
      let site = matched.behaviour.sites.action
      guard let outcome = try await run(action, at: site, state: state) else { return nil }
      return .ended(outcome)
    case (.show, nil, _?): return try await show(matched)
    case (.fetch, nil, _?):
      throw failed(.action, state.route, .noAction(of: state.route, for: location))
    case (_, _, let view?):
      let screen = try await build(view, at: matched.behaviour.sites.view, state: state)
      if let target = try await decideAgain(about: matched) { return .redirected(target) }
      return .ended(outcome(.opened, screen: screen))
    case (_, _?, nil) where options.passesActions:
      note(.action, state.route.label, matched.behaviour.sites.action, answer: "skipped")
      return nil
    case (_, _?, nil):
      throw failed(.build, state.route, .noScreen(of: state.route, for: location))
    case (_, nil, nil):
      throw failed(.build, state.route, .noView(of: state.route, for: location))
    }
  }

  private func run(
    _ action: Handler<RouteState, ActionAnswer>,
    at site: SourceSite?,
    state: RouteState
  ) async throws(OpenFailure) -> Outcome? {
    let route = state.route
    let site = site ?? route.site
    let values: [Value]
    switch try await perform(action, state, .action, of: route.label, at: site) {
    case .values(let answered): values = answered
    case .refused where purpose == .fetch: values = [false]
    case .refused, .declined:
      note(.action, route.label, site, answer: "declined")
      return nil
    }
    note(.action, route.label, site, answer: "handled")
    return outcome(.handled, values: values)
  }

  /// Returns the shown screen, or the redirect target of a guard.
  private func show(_ matched: MatchedBranch) async throws(OpenFailure) -> LegResult {
    let (state, behaviour) = (matched.state, matched.behaviour)
    var animator = try await animator(for: behaviour, state: state)
    let chosenAt = behaviour.sites.animator ?? state.route.site
    let isFirst = await isFirst(by: animator, of: matched)
    let words = isFirst ? "\(animator.name), as root: the stage is empty" : animator.name
    note(.animator, state.route.label, chosenAt, answer: words)
    while case .refresh(let apply, let otherwise) = animator.effect {
      if !options.buildsStack, let page = refreshable(by: state) {
        return try await refresh(page, with: apply, matched)
      }
      animator = otherwise
    }
    if let page = pageToRenew(by: animator, state: state), let view = behaviour.view {
      return try await renew(page, view, matched)
    }
    progress.forgetBuilt()
    var placement = placement(by: animator, of: matched)
    var assembly = try await assemble(matched, for: placement)
    if case .custom = animator.effect, !options.buildsStack, case .built(let screens) = assembly,
      let screen = screens.last
    {
      let count = screens.count
      let concluded = try await concludeCustom(
        placement,
        screen: screen,
        count: count,
        state: state
      ) {
        self.placement(by: $0, of: matched)
      }
      placement = self.placement(by: concluded.animator, of: matched)
      noteLeavingTabs(by: concluded.animator, state)
      progress[state.route] = concluded.screen
      assembly = try await assemble(matched, for: placement)
    }
    switch assembly {
    case .led(let target): return .redirected(target)
    case .built(let screens):
      return .ended(try place(screens, by: placement, behaviour: behaviour, state: state))
    }
  }

  /// The animator of the call, the route, or the configuration, in this order.
  private func animator(
    for behaviour: RouteBehaviour,
    state: RouteState
  ) async throws(OpenFailure) -> Animator {
    if let animator = options.animator { return animator }
    switch behaviour.animator {
    case .fixed(let animator): return animator
    case .chosen(let choose):
      let (route, site) = (state.route, behaviour.sites.animator ?? state.route.site)
      return try await perform(choose, state, .animator, of: route.label, at: site)
        ?? rules.configuration.animator
    case nil: return rules.configuration.animator
    }
  }

  /// The top page, if the same route made it.
  private func refreshable(by state: RouteState) -> Screen? {
    guard let top = router.stage.top, let made = top.state?.route else { return nil }
    let same = made.pattern.text == state.route.pattern.text && made.name == state.route.name
    return same ? top : nil
  }

  /// Returns the shown page, or the redirect target of a guard.
  private func refresh(
    _ page: Screen,
    with apply: Handler<Refreshing, Screen>?,
    _ matched: MatchedBranch
  ) async throws(OpenFailure) -> LegResult {
    var changed = page
    let (state, route) = (matched.state, matched.state.route)
    if let apply {
      let input = Refreshing(screen: page, state: state)
      changed = try await perform(apply, input, .show, of: route.label, at: route.site)
      changed.noteMade(since: page.props)
    }
    if let target = try await decideAgain(about: matched) { return .redirected(target) }
    guard router.stage.screen(page.id) != nil else {
      throw failed(.show, route, .pageHasLeft)
    }
    changed.id = page.id
    return .ended(refreshed(changed, behaviour: matched.behaviour, state: state))
  }

  func refreshed(_ page: Screen, behaviour: RouteBehaviour, state: RouteState) -> Outcome {
    var changed = page
    changed.state = state
    router.prepare(changed.id, nil, options, from: state.source)
    let animated = isAnimated(behaviour, location: state.location)
    let transition = router.stage.refresh(changed, isAnimated: animated)
    return shown(changed, by: transition, state: state)
  }
}

extension Navigation {
  /// Resolves a custom animator, and returns the screen after its changes.
  ///
  /// The leave guards of further leaving screens have not been called yet. Fails the open if the
  /// screen is not placed exactly once. `replan` returns the placement with the new animator.
  func concludeCustom(
    _ placement: Placement,
    screen: Screen,
    count: Int,
    state: RouteState,
    replan: (Animator) -> Placement
  ) async throws(OpenFailure) -> (animator: Animator, screen: Screen) {
    var (placement, screen) = (placement, screen)
    let route = state.route
    var depth = 0
    while case .custom(let place) = placement.animator.effect {
      depth += 1
      let placing = CustomPlacing(
        tree: router.stage.tree,
        source: state.source.flatMap(router.stage.screen),
        screen: screen
      )
      defer { placing.end() }
      let answer = try await perform(place, placing, .show, of: route.label, at: route.site)
      screen.take(placing.screen)
      do throws(RouterError) {
        guard depth <= 8 else {
          throw .animationFailed("custom returned custom animators too often.")
        }
        let (animator, mayRemove) = try placing.result(answer)
        let before = try router.stage.removals(by: placement, count: count)
        placement = replan(animator)
        let after = try router.stage.removals(by: placement, count: count)
        if !mayRemove, let gone = after.first(where: { id in !before.contains { $0.id == id.id } })
        {
          throw .customRemoves(gone, by: animator)
        }
      } catch {
        throw failed(.show, route, error)
      }
    }
    return (placement.animator, screen)
  }

  /// Puts built screens on the stage, the lowest first; without any, shows the existing ones.
  func place(
    _ screens: [Screen],
    by placement: Placement,
    behaviour: RouteBehaviour?,
    state: RouteState
  ) throws(OpenFailure) -> Outcome {
    guard !request.isCancelled else { throw .cancelled }
    for screen in screens {
      router.prepare(screen.id, progress.lives[screen.id], options, from: state.source)
    }
    do {
      let transition = try router.stage.place(
        screens,
        by: placement,
        isAnimated: isAnimated(behaviour, location: state.location)
      )
      return shown(screens.last ?? router.stage.top, by: transition, state: state)
    } catch {
      for screen in screens { router.forget(screen.id) }
      throw failed(.show, state.route, error)
    }
  }

  /// Whether the change is animated: the call takes precedence over the route, and the route over
  /// the query.
  ///
  /// The query of the first location also applies after redirects.
  private func isAnimated(_ behaviour: RouteBehaviour?, location: Location) -> Bool {
    if let told = options.animated ?? behaviour?.isAnimated { return told }
    return !refusesAnimation(location) && !(trail.first.map(refusesAnimation) ?? false)
  }

  private func refusesAnimation(_ location: Location) -> Bool {
    linkOption(ReservedQuery.noAnimation, of: location).map(ReservedQuery.refusesAnimation) ?? false
  }

  private func shown(
    _ screen: Screen?,
    by transition: StageTransition,
    state: RouteState
  ) -> Outcome {
    let id = screen?.id
    if let id { request.noteShown(id) }
    note(.show, state.route.label, state.route.site, answer: transition.effect)
    var outcome = outcome(.opened, animator: transition.effect, screen: screen)
    outcome.handle = id.flatMap { router.link(of: $0)?.handle }
    return outcome
  }
}

extension Screen {
  /// Copies the properties that custom animators may change, without the identity and origin.
  fileprivate mutating func take(_ other: Screen) {
    (view, props, payload, fields, lifetimeToken) = (
      other.view, other.props, other.payload, other.fields, other.lifetimeToken
    )
  }
}

extension RouterError {
  /// A custom animator that would remove a screen without calling its leave guard.
  fileprivate static func customRemoves(_ screen: Screen, by animator: Animator) -> RouterError {
    .animationFailed(
      "custom cannot remove '\(screen.caption)' by \(animator.name). Return the animator instead,"
        + " so that the leave guard of the screen is called."
    )
  }
}
