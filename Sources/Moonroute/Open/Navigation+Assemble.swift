import RoutePatterns

extension Navigation {
  func placement(by animator: Animator, of matched: MatchedBranch) -> Placement {
    var placement = Placement(animator: animator, source: matched.state.source)
    placement.replacesStack = options.buildsStack
    if options.buildsStack || animator.staysInTab { placement.tab = matched.state.route.tabPlace }
    if let tab = placement.tab,
      case .fixed(let animator)? = rules.behaviour(of: tab.shell)?.animator
    {
      placement.shellAnimator = animator
    }
    return placement
  }

  enum Assembly {
    case built([Screen])
    case led(Location)
  }

  /// Calls the guards of the screens below, then the leave guards, and builds the new screens, the
  /// lowest first, each once.
  ///
  /// The stage can change during a wait. In that case the leave guards of the screens that would
  /// leave now are called, and missing screens are built, such as the root of an abandoned branch.
  /// After a recheck, the guards are called again before another screen is built or shown.
  func assemble(
    _ matched: MatchedBranch,
    for placement: Placement
  ) async throws(OpenFailure) -> Assembly {
    while true {
      let waits = turns.waitCount
      await removeRefused(in: placement.tab, for: matched)
      let isAgain = !guardsHold
      if let target = try await decideAgain(about: matched) { return .led(target) }
      let parts = try parts(of: matched, for: placement)
      if let target = try await askGuards(of: parts, below: matched, isAgain: isAgain) {
        return .led(target)
      }
      try await askLeavers(of: placement, count: parts.count, state: matched.state)
      let screens = try await build(parts)
      if turns.waitCount == waits, guardsHold { return .built(screens) }
    }
  }

  /// Builds the missing screens, the lowest first, while the guards' decisions are valid.
  private func build(_ parts: [Part]) async throws(OpenFailure) -> [Screen] {
    var screens: [Screen] = []
    for part in parts where guardsHold {
      let route = part.state.route
      let screen: Screen
      if let known = progress[route] {
        screen = known
      } else {
        screen = try await build(part.view, at: part.site, state: part.state)
      }
      progress[route] = screen
      screens.append(screen)
    }
    return screens
  }

  /// Removes refused screens from a branch of tabs that will be selected.
  private func removeRefused(in tab: TabPlace?, for matched: MatchedBranch) async {
    guard let tab, tab.root === matched.state.route, !options.buildsStack,
      let shell = router.stage.tree.path(toShell: tab.plan.name),
      let branch = router.stage.tree.path(toTab: tab.name, of: shell),
      !router.stage.tree.isShown(branch), let node = router.stage.tree.node(at: branch)
    else { return }
    await router.removeRefused(among: node.screens)
  }

  private struct Part {
    let view: LinkRoute.View
    /// The source position of the view's function, if it has its own.
    let site: SourceSite?
    let state: RouteState
  }

  /// The screens to build for a match, the lowest first.
  ///
  /// A branch of tabs begins with its root, which is not built again if the branch already has
  /// screens. `go` builds every route of the branch that has a view.
  private func parts(
    of matched: MatchedBranch,
    for placement: Placement
  ) throws(OpenFailure) -> [Part] {
    let leaf = matched.state
    guard let view = matched.behaviour.view else { return [] }
    var above: [RouteInfo] = []
    if options.buildsStack {
      above = leaf.route.branch.dropLast()
      if let tab = placement.tab { above = Array(above.drop { $0 !== tab.root }) }
    } else if let tab = placement.tab {
      let isEntered = router.stage.tree.isEntered(tab)
      if tab.root === leaf.route, isEntered { return [] }
      if tab.root !== leaf.route, !isEntered { above = [tab.root] }
    }
    var parents: [Part] = []
    for route in above {
      guard let behaviour = rules.behaviour(of: route), let view = behaviour.view else { continue }
      let state = try state(of: route, below: leaf)
      parents.append(Part(view: view, site: behaviour.sites.view, state: state))
    }
    return parents + [Part(view: view, site: matched.behaviour.sites.view, state: leaf)]
  }

  /// The state of an ancestor route, as if its own location had been opened.
  private func state(
    of route: RouteInfo,
    below leaf: RouteState
  ) throws(OpenFailure) -> RouteState {
    var budget = MatchBudget()
    for location in ownLocations(of: route, below: leaf, within: &budget) {
      let isCaseSensitive = route.isCaseSensitive
      let match = route.pattern
        .match(location, isCaseSensitive: isCaseSensitive, within: &budget)
      if let match { return state(of: route, match: match, location: location) }
    }
    if budget.isSpent { throw failed(.match, route, .matchLimit(leaf.location)) }
    return leaf.seen(by: route, match: leaf.match)
  }

  /// The candidates for the location of an ancestor route: a location made from the leaf's
  /// parameters if they suffice, and the prefix of the leaf's location that matches the route.
  private func ownLocations(
    of route: RouteInfo,
    below leaf: RouteState,
    within budget: inout MatchBudget
  ) -> [Location] {
    let (location, pattern) = (leaf.location, route.pattern)
    var locations: [Location] = []
    if pattern.slots.allSatisfy({ !$0.name.isEmpty }) {
      let names = Set(pattern.parameterNames)
      let params = leaf.match.params.dictionary.filter { names.contains($0.key) }
      let host = location.host.map { host in host + (location.port.map { ":\($0)" } ?? "") }
      let made = try? index.location(
        of: route,
        params: params,
        scheme: location.scheme,
        host: host
      )
      locations += [made].compactMap(\.self)
    }
    let isCaseSensitive = leaf.route.isCaseSensitive
    let start = leaf.route.pattern
      .start(of: location, upTo: pattern, isCaseSensitive: isCaseSensitive, within: &budget)
    return locations + [start].compactMap(\.self)
  }

  /// Calls the guards with patterns that match the locations of the new screens below the leaf.
  ///
  /// It skips built screens, except after a recheck. It returns a redirect target, or `nil`.
  private func askGuards(
    of parts: [Part],
    below matched: MatchedBranch,
    isAgain: Bool
  ) async throws(OpenFailure) -> Location? {
    for part in parts {
      let (state, route) = (part.state, part.state.route)
      guard route !== matched.state.route, isAgain || progress[route] == nil else { continue }
      let guards = try guards(for: state.location, entering: route)
      if let next = try await ask(guards, state) { return next }
    }
    return nil
  }
}

extension StageTree {
  fileprivate func isEntered(_ tab: TabPlace) -> Bool {
    guard let shell = path(toShell: tab.plan.name), let branch = path(toTab: tab.name, of: shell)
    else { return false }
    return !entered(branch).isEmpty
  }
}

extension Navigation {
  func askLeavers(
    of placement: Placement,
    count: Int,
    state: RouteState
  ) async throws(OpenFailure) {
    try await askLeavers(target: state) { [router] () throws(RouterError) -> [Screen] in
      try router.checkTransition(of: placement.animator)
      return try router.stage.removals(by: placement, count: count)
    }
  }

  /// Calls the leave guards of the screens that would leave, top first, each once.
  ///
  /// Screens that were shown by opens inside this one, such as a confirmation dialog, do not count.
  /// `target` is the state of the replacement; `nil` when going back.
  func askLeavers(
    target: RouteState?,
    _ planned: () throws(RouterError) -> [Screen]
  ) async throws(OpenFailure) {
    var leavers = try leavers(target, planned)
    while !leavers.isEmpty {
      let (screen, waits) = (leavers.removeFirst(), turns.waitCount)
      progress.askedToLeave.insert(screen.id)
      guard let route = screen.state?.route, let behaviour = rules.behaviour(nowOf: route),
        let onExit = behaviour.onExit
      else { continue }
      let site = behaviour.sites.onExit ?? route.site
      let exit = ScreenExit(screen: screen, target: target)
      switch try await decide(onExit, exit, of: route, at: site) {
      case .proceed:
        note(.leave, route.label, site, answer: "go on", decision: .goOn, at: screen.location)
      case .stop(let reason):
        note(
          .leave,
          route.label,
          site,
          answer: reason.map { "stop: \($0)" } ?? "stop",
          decision: .stop(reason: reason),
          at: screen.location
        )
        throw .intercepted(reason: reason ?? "'\(route.label)' refused to leave")
      }
      // The stage may have changed during the wait.
      if turns.waitCount != waits { leavers = try self.leavers(target, planned) }
    }
  }

  private func decide(
    _ onExit: Handler<ScreenExit, ExitDecision>,
    _ exit: ScreenExit,
    of route: RouteInfo,
    at site: SourceSite?
  ) async throws(OpenFailure) -> ExitDecision {
    do throws(OpenFailure) {
      return try await perform(onExit, exit, .leave, of: route.label, at: site)
    } catch {
      if case .failed(let problem) = error { router.hooks.report?(problem, .leave) }
      throw error
    }
  }

  /// The screens that would leave and were not checked yet, top first.
  private func leavers(
    _ target: RouteState?,
    _ planned: () throws(RouterError) -> [Screen]
  ) throws(OpenFailure) -> [Screen] {
    do throws(RouterError) {
      return try planned()
        .filter { !progress.askedToLeave.contains($0.id) && !request.shownInside.contains($0.id) }
    } catch {
      throw failed(.show, target?.route, error)
    }
  }

  /// If the open is cancelled in the meantime, the work of the view is cancelled as well.
  func build(
    _ view: LinkRoute.View,
    at site: SourceSite?,
    state: RouteState
  ) async throws(OpenFailure) -> Screen {
    let site = site ?? state.route.site
    guard !request.isCancelled else { throw .cancelled }
    guard let screen = try await make(view, at: site, state: state) else {
      throw failed(.build, state.route, .emptyView(of: state.route))
    }
    if purpose == .show {
      do throws(RouterError) {
        try router.checkView(of: screen)
      } catch {
        throw failed(.build, state.route, error)
      }
    }
    note(.build, state.route.label, site, answer: screen.view)
    guard !request.isCancelled else { throw .cancelled }
    let made = named(screen, state: state)
    if let life = request.takeLife(of: made.id) { progress.lives[made.id] = life }
    return made
  }

  /// An unregistered name refers to a view of the user interface.
  private func make(
    _ view: LinkRoute.View,
    at site: SourceSite?,
    state: RouteState
  ) async throws(OpenFailure) -> Screen? {
    let handler: Handler<RouteState, Screen?>
    switch view {
    case .made(let made, _): handler = made
    case .named(let name):
      guard let registered = router.view(named: name) else { return Screen(name) }
      handler = registered
    }
    request.isBuilding = true
    defer { request.isBuilding = false }
    return try await perform(handler, state, .build, of: state.route.label, at: site)
  }

  func named(_ screen: Screen, state: RouteState) -> Screen {
    var screen = screen
    if screen.id == .unplaced { screen.id = router.stage.makeID() }
    screen.state = state
    screen.noteMade()
    return screen
  }
}
