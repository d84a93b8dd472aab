import RoutePatterns

extension OpenRun {
  /// Chooses the animator, asks those who would leave, builds the screen and shows it.
  func show(_ view: Route.View, arrival: Arrival) async throws(OpenEnd) -> Outcome {
    let (state, behaviour) = (arrival.state, arrival.behaviour)
    let animator = try await animator(for: behaviour, state: state)
    note(.animator, state.route.label, state.route.site, answer: animator.name)
    if case .refresh(let apply, _) = animator.effect, let page = refreshable(by: state) {
      return try await refresh(page, with: apply, behaviour: behaviour, state: state)
    }
    try await askLeavers(of: animator, state: state)
    let waits = waitCount
    let screen = try await build(view, state: state)
    // The stage may have changed while the view was waited for.
    if waitCount != waits { try await askLeavers(of: animator, state: state) }
    return try place(screen, by: animator, behaviour: behaviour, state: state)
  }

  /// Makes the screen, once.
  ///
  /// From here on no newer open cancels this one.
  func build(_ view: Route.View, state: RouteState) async throws(OpenEnd) -> Screen {
    guard !ticket.isCancelled else { throw .cancelled }
    ticket.isCommitted = purpose == .show
    guard let screen = try await make(view, state: state) else {
      throw failed(.build, state.route, .emptyView(of: state.route))
    }
    note(.build, state.route.label, state.route.site, answer: screen.view)
    return named(screen, state: state)
  }

  /// Calls the view.
  ///
  /// A name that nobody registered is a view of the user interface.
  private func make(_ view: Route.View, state: RouteState) async throws(OpenEnd) -> Screen? {
    let handler: Handler<RouteState, Screen?>
    switch view {
    case .made(let made): handler = made
    case .named(let name):
      guard let registered = router.view(named: name) else { return Screen(name) }
      handler = registered
    }
    ticket.isBuilding = true
    defer { ticket.isBuilding = false }
    return try await perform(handler, state, .build, of: state.route.label, at: state.route.site)
  }

  /// A screen with its identity and its state.
  func named(_ screen: Screen, state: RouteState) -> Screen {
    var screen = screen
    if screen.id == .unplaced { screen.id = router.stage.makeID() }
    screen.state = state
    return screen
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
      return shown(screen, by: transition, state: state)
    } catch {
      throw failed(.show, state.route, error)
    }
  }

  /// The outcome of an open whose screen is on the stage.
  private func shown(_ screen: Screen, by transition: Transition, state: RouteState) -> Outcome {
    ticket.noteShown(screen.id)
    if let life = ticket.life { router.lives[screen.id] = life }
    note(.show, state.route.label, state.route.site, answer: transition.effect)
    return outcome(.opened, animator: transition.effect, screen: screen)
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
      let route = state.route
      return try await perform(choose, state, .animator, of: route.label, at: route.site)
        ?? rules.configuration.animator
    case nil: return rules.configuration.animator
    }
  }

  /// The query says no < the route < the call.
  ///
  /// What the first location's query says holds for wherever it leads.
  private func isAnimated(_ behaviour: RouteBehaviour?, location: Location) -> Bool {
    let first = (chainBefore + chain).first ?? location
    let isRefused =
      ReservedQuery.refusesAnimation(location) || ReservedQuery.refusesAnimation(first)
    return options.isAnimated ?? behaviour?.isAnimated ?? !isRefused
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
    var changed = page
    let route = state.route
    if let apply {
      let input = Refreshing(screen: page, state: state)
      changed = try await perform(apply, input, .show, of: route.label, at: route.site)
    }
    guard router.stage.screen(page.id) != nil else {
      throw failed(.show, route, .pageHasLeft)
    }
    changed.id = page.id
    changed.state = state
    let animated = isAnimated(behaviour, location: state.location)
    let transition = router.stage.refresh(changed, isAnimated: animated)
    return shown(changed, by: transition, state: state)
  }

  /// Asks the screens that the animator would remove, top first, each once.
  ///
  /// What opens inside this one have shown, such as a dialog that asks, does not count.
  func askLeavers(of animator: Animator, state: RouteState) async throws(OpenEnd) {
    var leavers = try leavers(of: animator, state: state)
    while !leavers.isEmpty {
      let (screen, waits) = (leavers.removeFirst(), waitCount)
      askedToLeave.insert(screen.id)
      guard let route = screen.state?.route, let onExit = rules.onExit(of: route) else { continue }
      let leaving = Leaving(screen: screen, target: state)
      let goes = try await perform(onExit, leaving, .leave, of: route.label, at: route.site)
      note(.leave, route.label, route.site, answer: goes ? "go on" : "stop")
      if !goes { throw .intercepted(reason: "'\(route.label)' does not want to leave") }
      // The stage may have changed meanwhile.
      if waitCount != waits { leavers = try self.leavers(of: animator, state: state) }
    }
  }

  /// The screens that would leave and were not asked yet, top first.
  private func leavers(of animator: Animator, state: RouteState) throws(OpenEnd) -> [Screen] {
    do {
      return try router.stage.removals(by: animator, from: state.source)
        .filter { !askedToLeave.contains($0.id) && !ticket.shownInside.contains($0.id) }
    } catch {
      throw failed(.show, state.route, error)
    }
  }
}
