import RoutePatterns

extension OpenRun {
  /// Chooses the animator, asks those who would leave, builds the screen and shows it.
  func show(
    _ view: Route.View,
    behaviour: RouteBehaviour,
    state: RouteState
  ) async throws(OpenEnd) -> Outcome {
    if purpose == .build {
      return outcome(.opened, screen: try await build(view, state: state))
    }
    let animator = try await animator(for: behaviour, state: state)
    note(.animator, state.route.label, state.route.site, answer: animator.name)
    if case .refresh(let apply, _) = animator.effect, let page = refreshable(by: state) {
      return try await refresh(page, with: apply, behaviour: behaviour, state: state)
    }
    try await askLeavers(of: animator, state: state)
    let screen = try await build(view, state: state)
    return try place(screen, by: animator, behaviour: behaviour, state: state)
  }

  /// Puts a built screen on the stage.
  func place(
    _ screen: Screen,
    by animator: Animator,
    behaviour: RouteBehaviour?,
    state: RouteState
  ) throws(OpenEnd) -> Outcome {
    do {
      let transition = try router.stage.place(
        screen,
        by: animator,
        from: state.source,
        isAnimated: isAnimated(behaviour, location: state.location)
      )
      note(.show, state.route.label, state.route.site, answer: transition.effect)
      return outcome(.opened, animator: transition.effect, screen: screen)
    } catch {
      throw .failed(error.located(at: state.route.site))
    }
  }

  /// The call's animator, else the route's, else the router's.
  private func animator(
    for behaviour: RouteBehaviour,
    state: RouteState
  ) async throws(OpenEnd) -> Animator {
    if let animator = options.animator { return animator }
    switch behaviour.animator {
    case .fixed(let animator): return animator
    case .chosen(let choose):
      return try await perform(choose, state, at: state.route.site)
        ?? rules.configuration.animator
    case nil: return rules.configuration.animator
    }
  }

  /// The query says no < the route < the call.
  private func isAnimated(_ behaviour: RouteBehaviour?, location: Location) -> Bool {
    options.isAnimated ?? behaviour?.isAnimated ?? !ReservedQuery.refusesAnimation(location)
  }

  /// The page on top, when the same route made it.
  private func refreshable(by state: RouteState) -> Screen? {
    guard let top = router.stage.top, let made = top.state?.route else { return nil }
    let same = made.pattern.text == state.route.pattern.text && made.name == state.route.name
    return same ? top : nil
  }

  /// Changes the page that is already there.
  private func refresh(
    _ page: Screen,
    with apply: Handler<Refreshing, Screen>?,
    behaviour: RouteBehaviour,
    state: RouteState
  ) async throws(OpenEnd) -> Outcome {
    var page = page
    if let apply {
      page = try await perform(apply, Refreshing(screen: page, state: state), at: state.route.site)
    }
    page.state = state
    let animated = isAnimated(behaviour, location: state.location)
    let transition = router.stage.refresh(page, isAnimated: animated)
    note(.show, state.route.label, state.route.site, answer: transition.effect)
    return outcome(.opened, animator: transition.effect, screen: page)
  }

  /// Asks the screens that the animator would remove, top first.
  private func askLeavers(of animator: Animator, state: RouteState) async throws(OpenEnd) {
    let leavers: [Screen]
    do {
      leavers = try router.stage.removals(by: animator, from: state.source)
    } catch {
      throw .failed(error.located(at: state.route.site))
    }
    for screen in leavers {
      guard let route = screen.state?.route, let onExit = rules.onExit(of: route) else { continue }
      let goes = try await perform(onExit, Leaving(screen: screen, target: state), at: route.site)
      note(.leave, route.label, route.site, answer: goes ? "go on" : "stop")
      if !goes { throw .intercepted(reason: "'\(route.label)' does not want to leave") }
    }
  }

  /// Makes the screen, once.
  private func build(_ view: Route.View, state: RouteState) async throws(OpenEnd) -> Screen {
    guard !ticket.isCancelled else { throw .cancelled }
    ticket.isCommitted = purpose == .show
    let made: Screen?
    switch view {
    case .made(let handler): made = try await perform(handler, state, at: state.route.site)
    case .named(let name):
      if let handler = router.view(named: name) {
        made = try await perform(handler, state, at: state.route.site)
      } else {
        made = Screen(name)
      }
    }
    guard var screen = made else {
      throw .failed(
        RouterError(
          .noView,
          "The view of route '\(state.route.pattern.text)' answered no screen.",
          at: state.route.site
        )
      )
    }
    if screen.id == .unplaced { screen.id = router.stage.makeID() }
    screen.state = state
    note(.build, state.route.label, state.route.site, answer: screen.view)
    return screen
  }
}
