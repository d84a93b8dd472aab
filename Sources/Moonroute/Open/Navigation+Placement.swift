import RoutePatterns

extension Navigation {
  /// One of the screens that an open builds.
  struct Part {
    let view: Route.View
    let state: RouteState
  }

  /// How the screens of a match come onto the stage.
  func placement(by animator: Animator, of matched: MatchedBranch) -> Placement {
    var placement = Placement(animator: animator, source: matched.state.source)
    placement.replacesStack = options.replacesStack
    if options.replacesStack || animator.staysInTab { placement.tab = matched.state.route.tabPlace }
    if let tab = placement.tab,
      case .fixed(let animator)? = rules.behaviour(of: tab.shell)?.animator
    {
      placement.shellAnimator = animator
    }
    return placement
  }

  /// The screens to build for a match, the lowest first.
  ///
  /// A branch of tabs begins with its root; `go` builds every route of the branch that has a view;
  /// the root of a branch that has screens is not built again.
  func parts(of matched: MatchedBranch, for placement: Placement) -> [Part] {
    let leaf = matched.state
    guard let view = matched.behaviour.view else { return [] }
    var above: [RouteInfo] = []
    if options.replacesStack {
      above = leaf.route.branch.dropLast()
      if let tab = placement.tab { above = Array(above.drop { $0 !== tab.root }) }
    } else if let tab = placement.tab {
      let isEntered = router.stage.tree.isEntered(tab)
      if tab.root === leaf.route, isEntered { return [] }
      if tab.root !== leaf.route, !isEntered { above = [tab.root] }
    }
    let parents = above.compactMap { route in
      rules.behaviour(of: route)?.view.map { Part(view: $0, state: state(of: route, below: leaf)) }
    }
    return parents + [Part(view: view, state: leaf)]
  }

  /// The state of a route above the leaf, as if its own location had been opened.
  private func state(of route: RouteInfo, below leaf: RouteState) -> RouteState {
    for location in ownLocations(of: route, below: leaf) {
      guard let match = route.pattern.match(location, isCaseSensitive: route.isCaseSensitive)
      else { continue }
      return state(of: route, match: match, location: location)
    }
    return leaf.seen(by: route, match: leaf.match)
  }

  /// The location of a route above the leaf: made with the leaf's parameters if they say it all,
  /// else the part of the leaf's location that the route takes.
  private func ownLocations(of route: RouteInfo, below leaf: RouteState) -> [Location] {
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
      .start(of: location, upTo: pattern, isCaseSensitive: isCaseSensitive)
    return locations + [start].compactMap(\.self)
  }

  /// Where the own location of tabs leads to: the root of the initial branch.
  func initialTab(of matched: MatchedBranch) throws(OpenFailure) -> Location? {
    let route = matched.state.route
    guard let plan = route.shell, let tab = rules.route(named: plan.tabs[plan.initial]) else {
      return nil
    }
    let names = Set(tab.pattern.parameterNames)
    let params = matched.state.match.params.dictionary.filter { names.contains($0.key) }
    do {
      let target = try index.location(of: tab, params: params)
      note(.redirect, route.label, route.site, answer: "go to \(target)")
      return target
    } catch {
      throw failed(.redirect, route, error)
    }
  }

  /// The animator that a custom one comes to.
  ///
  /// - Parameters:
  ///   - placement: How the screens would come onto the stage.
  ///   - screen: The screen that the animator places.
  ///   - count: How many screens there are.
  ///   - state: The state of the open.
  ///   - replan: How the screens come onto the stage by the animator that was chosen at last.
  /// - Returns: The animator, and the screen as it was left; the screens that leave because of that
  ///   have still to be asked.
  /// - Throws: How the open ends when the screen is placed not exactly once.
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
      do {
        guard depth <= 8 else { throw RouterError.animationFailed("custom leads to custom.") }
        let (animator, mayRemove) = try placing.result(answer)
        let before = try router.stage.removals(by: placement, count: count)
        placement = replan(animator)
        let after = try router.stage.removals(by: placement, count: count)
        if !mayRemove, let gone = after.first(where: { id in !before.contains { $0.id == id.id } })
        {
          throw RouterError.customRemoves(gone, by: animator)
        }
      } catch {
        let error = error as? RouterError ?? .animationFailed("\(error)")
        throw failed(.show, route, error)
      }
    }
    return (placement.animator, screen)
  }
}

extension Screen {
  /// Takes over what others may change: not its identity and its origin.
  fileprivate mutating func take(_ other: Screen) {
    (view, props, fields, lifetimeToken) = (
      other.view, other.props, other.fields, other.lifetimeToken
    )
  }
}

extension StageTree {
  /// Whether a branch of tabs is on the stage and has screens.
  func isEntered(_ tab: TabPlace) -> Bool {
    guard let shell = path(toShell: tab.plan.name), let branch = path(toTab: tab.name, of: shell)
    else { return false }
    return !entered(branch).isEmpty
  }
}

extension RouterError {
  /// A custom animator that would remove a screen that was not asked.
  fileprivate static func customRemoves(_ screen: Screen, by animator: Animator) -> RouterError {
    .animationFailed(
      "custom cannot remove '\(screen.caption)' by \(animator.name). Answer the animator instead,"
        + " so that the screen is asked whether it may go."
    )
  }
}

extension Navigation {
  /// Asks the screens that a placement would remove, top first, each once.
  func askLeavers(
    of placement: Placement,
    count: Int,
    state: RouteState
  ) async throws(OpenFailure) {
    try await askLeavers(target: state) { [router] in
      try router.checkTransition(of: placement.animator)
      return try router.stage.removals(by: placement, count: count)
    }
  }

  /// Asks the screens that would leave, top first, each once.
  ///
  /// What opens inside this one have shown, such as a dialog that asks, does not count.
  ///
  /// - Parameters:
  ///   - target: What takes their place; `nil` when going back.
  ///   - planned: The screens that would leave as the stage is now.
  /// - Throws: How the open ends when one of them stays, or cannot be asked.
  func askLeavers(
    target: RouteState?,
    _ planned: () throws -> [Screen]
  ) async throws(OpenFailure) {
    var leavers = try leavers(target, planned)
    while !leavers.isEmpty {
      let (screen, waits) = (leavers.removeFirst(), waitCount)
      askedToLeave.insert(screen.id)
      guard let route = screen.state?.route, let onExit = rules.onExit(of: route) else { continue }
      let leaving = Leaving(screen: screen, target: target)
      let goes = try await perform(onExit, leaving, .leave, of: route.label, at: route.site)
      note(.leave, route.label, route.site, answer: goes ? "go on" : "stop")
      if !goes { throw .intercepted(reason: "'\(route.label)' does not want to leave") }
      // The stage may have changed meanwhile.
      if waitCount != waits { leavers = try self.leavers(target, planned) }
    }
  }

  /// The screens that would leave and were not asked yet, top first.
  private func leavers(
    _ target: RouteState?,
    _ planned: () throws -> [Screen]
  ) throws(OpenFailure) -> [Screen] {
    do {
      return try planned()
        .filter { !askedToLeave.contains($0.id) && !request.shownInside.contains($0.id) }
    } catch {
      let error = error as? RouterError ?? .animationFailed("\(error)")
      throw failed(.show, target?.route, error)
    }
  }
}
