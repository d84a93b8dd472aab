import RoutePatterns

extension Navigation {
  /// Chooses the animator, asks the screens that would leave, builds the screens and shows them.
  ///
  /// - Returns: What is shown, or where a guard of a screen below leads.
  func show(_ matched: MatchedBranch) async throws(OpenFailure) -> LegResult {
    let (state, behaviour) = (matched.state, matched.behaviour)
    var animator = try await animator(for: behaviour, state: state)
    note(.animator, state.route.label, state.route.site, answer: animator.name)
    while case .refresh(let apply, let otherwise) = animator.effect {
      if !options.replacesStack, let page = refreshable(by: state) {
        return .ended(try await refresh(page, with: apply, behaviour: behaviour, state: state))
      }
      animator = otherwise
    }
    assembled = [:]
    var placement = placement(by: animator, of: matched)
    var assembly = try await assemble(matched, for: placement)
    if case .custom = animator.effect, !options.replacesStack, case .built(let screens) = assembly,
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
      assembled[ObjectIdentifier(state.route)] = concluded.screen
      assembly = try await assemble(matched, for: placement)
    }
    switch assembly {
    case .led(let target): return .redirected(target)
    case .built(let screens):
      return .ended(try place(screens, by: placement, behaviour: behaviour, state: state))
    }
  }

  /// What comes of assembling screens.
  private enum Assembly {
    case built([Screen])
    case led(Location)
  }

  /// Asks the guards of the screens below, then the screens that would leave, and builds the screens, the
  /// lowest first, each once.
  ///
  /// The stage may change during a wait: then the screens are asked that would leave now, and what
  /// is lacking now is built, such as the root of a branch that has been left meanwhile.
  private func assemble(
    _ matched: MatchedBranch,
    for placement: Placement
  ) async throws(OpenFailure) -> Assembly {
    while true {
      let waits = waitCount
      let parts = parts(of: matched, for: placement)
      if let target = try await askGuards(of: parts, below: matched) { return .led(target) }
      try await askLeavers(of: placement, count: parts.count, state: matched.state)
      var screens: [Screen] = []
      for part in parts {
        let key = ObjectIdentifier(part.state.route)
        let screen: Screen
        if let known = assembled[key] {
          screen = known
        } else {
          screen = try await build(part.view, state: part.state)
        }
        assembled[key] = screen
        screens.append(screen)
      }
      if waitCount == waits { return .built(screens) }
    }
  }

  /// Asks the guards whose patterns fit the own locations of what is built below the leaf.
  ///
  /// - Returns: Where to go instead, or `nil` to go on.
  private func askGuards(
    of parts: [Part],
    below matched: MatchedBranch
  ) async throws(OpenFailure) -> Location? {
    for part in parts {
      let (state, route) = (part.state, part.state.route)
      guard route !== matched.state.route, assembled[ObjectIdentifier(route)] == nil else {
        continue
      }
      let guards = rules.locationGuards.decisions(for: state.location, entering: route)
      if let next = try await ask(guards, state) { return next }
    }
    return nil
  }

  /// Makes the screen, once.
  ///
  /// From here on no newer open cancels this one.
  func build(_ view: Route.View, state: RouteState) async throws(OpenFailure) -> Screen {
    guard !request.isCancelled || request.isCommitted else { throw .cancelled }
    request.isCommitted = purpose == .show
    guard let screen = try await make(view, state: state) else {
      throw failed(.build, state.route, .emptyView(of: state.route))
    }
    note(.build, state.route.label, state.route.site, answer: screen.view)
    let made = named(screen, state: state)
    if let life = request.takeLife() { lives[made.id] = life }
    return made
  }

  /// Calls the view.
  ///
  /// An unregistered name is a view of the user interface.
  private func make(_ view: Route.View, state: RouteState) async throws(OpenFailure) -> Screen? {
    let handler: Handler<RouteState, Screen?>
    switch view {
    case .made(let made): handler = made
    case .named(let name):
      guard let registered = router.view(named: name) else { return Screen(name) }
      handler = registered
    }
    request.isBuilding = true
    defer { request.isBuilding = false }
    return try await perform(handler, state, .build, of: state.route.label, at: state.route.site)
  }

  /// A screen with its identity and its state.
  func named(_ screen: Screen, state: RouteState) -> Screen {
    var screen = screen
    if screen.id == .unplaced { screen.id = router.stage.makeID() }
    screen.state = state
    return screen
  }

  /// Puts built screens on the stage, the lowest first.
  ///
  /// None: what is there already is shown.
  func place(
    _ screens: [Screen],
    by placement: Placement,
    behaviour: RouteBehaviour?,
    state: RouteState
  ) throws(OpenFailure) -> Outcome {
    for screen in screens { router.prepare(screen, lives[screen.id], options, from: state.source) }
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

  /// The outcome of an open whose screen is on the stage.
  private func shown(_ screen: Screen?, by transition: Transition, state: RouteState) -> Outcome {
    if let screen { request.noteShown(screen.id) }
    note(.show, state.route.label, state.route.site, answer: transition.effect)
    var outcome = outcome(.opened, animator: transition.effect, screen: screen)
    outcome.handle = screen.flatMap { router.link(of: $0.id)?.handle }
    return outcome
  }

  /// The call's animator, else the route's, else the router's.
  private func animator(
    for behaviour: RouteBehaviour,
    state: RouteState
  ) async throws(OpenFailure) -> Animator {
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
  ) async throws(OpenFailure) -> Outcome {
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
    router.prepare(changed, nil, options, from: state.source)
    let animated = isAnimated(behaviour, location: state.location)
    let transition = router.stage.refresh(changed, isAnimated: animated)
    return shown(changed, by: transition, state: state)
  }
}
