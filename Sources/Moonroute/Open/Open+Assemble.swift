import RoutePatterns

/// The progress of an open on its arriving and leaving screens, so that a wait repeats nothing.
struct ScreenProgress {
  /// A screen to build.
  struct Part {
    let view: LinkRoute.View
    let state: RouteState
  }

  var placement: Placement?

  /// The page that is refreshed or renewed in place.
  var page: Screen?

  /// The screens to show, the lowest first.
  var parts: [Part] = []
  /// The position in the parts of the next screen whose guards are called, or that is built.
  var position = 0
  /// Whether the guards of built screens are called again, after a recheck.
  var isAgain = false

  var built: [Screen] = []
  /// The step after the screen in construction.
  var afterBuild = OpenStep.match
  var lives: [Screen.ID: ScreenLife] = [:]

  /// The screens that would leave and were not checked before, top first.
  var leavers: [Screen] = []
  /// The number of them that were checked since.
  var leaverCount = 0
  /// The leaving screens of a move outside any open.
  var exits: (() -> [Screen])?

  /// The number of waits before the work that a later wait invalidates.
  var waitCount = 0
  var waitCountAtLeave = 0

  /// A running custom animator, and the number of those before it.
  var custom: CustomPlacing?
  var customDepth = 0

  /// The built screens with another one, which replaces that of the same route.
  func built(with screen: Screen) -> [Screen] {
    var built = built.filter { $0.state?.route !== screen.state?.route }
    built.append(screen)
    return built
  }
}

extension Open {
  func built(for route: RouteInfo) -> Screen? {
    progress.built.first { $0.state?.route === route }
  }

  /// The built screens of the parts.
  var arriving: [Screen] { progress.parts.compactMap { built(for: $0.state.route) } }

  func placement(by animator: Animator, of state: RouteState) -> Placement {
    guard behaviour != nil else { return Placement(by: animator, from: state.source) }
    let isInTab = options.buildsStack || animator.staysInTab
    let tab = isInTab ? state.route.tabPlace : nil
    var shellAnimator: Animator?
    if let tab, case .fixed(let animator)? = rules.behaviour(of: tab.shell)?.animator {
      shellAnimator = animator
    }
    return Placement(
      by: animator,
      from: state.source,
      tab: tab,
      shellAnimator: shellAnimator,
      replacesStack: options.buildsStack
    )
  }

  /// Begins to provide the screens: calls the guards of the screens below, then the leave guards,
  /// and builds the new screens, the lowest first, each once.
  ///
  /// The stage can change during a wait. In that case these steps are repeated: the leave guards of
  /// the screens that would leave now are called, and missing screens are built, such as the root
  /// of an abandoned branch. After a recheck, the guards are called again before another screen is
  /// built or shown.
  ///
  /// Refused screens are removed first from a branch of tabs that will be selected.
  func prepareBelow(_ state: RouteState) throws(OpenFailure) -> OpenNext {
    progress.waitCount = turns.waitCount
    guard let tab = progress.placement?.tab, tab.root === state.route, !options.buildsStack,
      let shell = router.stage.tree.path(toShell: tab.plan.name),
      let branch = router.stage.tree.path(toTab: tab.name, of: shell),
      !router.stage.tree.isShown(branch), let node = router.stage.tree.node(at: branch)
    else { return try settleBelow(state) }
    return .wait {
      await self.router.removeRefused(among: node.screens)
      self.resume = { () throws(OpenFailure) in try self.settleBelow(state) }
    }
  }

  private func settleBelow(_ state: RouteState) throws(OpenFailure) -> OpenNext {
    progress.isAgain = !guardsHold
    return try settle(state, then: .parts(state))
  }

  func findParts(of state: RouteState) throws(OpenFailure) -> OpenNext {
    progress.parts = try parts(of: state)
    progress.position = 0
    deciding.byPattern = []
    return .go(.guardsBelow(state))
  }

  /// Calls the guards with patterns that match the locations of the new screens below the leaf.
  ///
  /// It skips built screens, except after a recheck.
  func askNextGuardBelow(_ leaf: RouteState) throws(OpenFailure) -> OpenNext {
    while true {
      if let found = nextByPattern() {
        let state = progress.parts[progress.position - 1].state
        let seen = state.seen(by: found.route, match: found.match)
        return try ask(found.decision.planned, seen)
      }
      guard progress.position < progress.parts.count else { return try beginLeave(leaf) }
      let state = progress.parts[progress.position].state
      progress.position += 1
      guard state.route !== leaf.route, progress.isAgain || built(for: state.route) == nil else {
        continue
      }
      deciding.byPattern = try guards(for: state.location, entering: state.route)
      deciding.position = 0
    }
  }

  /// Builds the next missing screen, the lowest first, while the guards' decisions are valid.
  func buildNext(_ leaf: RouteState) throws(OpenFailure) -> OpenNext {
    let isValid = guardsHold
    if isValid, let part = progress.parts.first(where: { built(for: $0.state.route) == nil }) {
      return try build(part.view, part.state, then: .build(leaf))
    }
    let isDone = isValid && turns.waitCount == progress.waitCount
    return .go(isDone ? .place(leaf) : .below(leaf))
  }

  /// The screens to build for a match, the lowest first.
  ///
  /// A branch of tabs begins with its root, which is not built again if the branch already has
  /// screens. `go` builds every route of the branch that has a view.
  private func parts(of leaf: RouteState) throws(OpenFailure) -> [ScreenProgress.Part] {
    guard let view = behaviour?.view else { return [] }
    let part = ScreenProgress.Part(view: view, state: leaf)
    var above: [RouteInfo] = []
    if options.buildsStack {
      above = leaf.route.above
      if let tab = progress.placement?.tab { above = Array(above.drop { $0 !== tab.root }) }
    } else if let tab = progress.placement?.tab {
      let isEntered = router.stage.tree.isEntered(tab)
      if tab.root === leaf.route, isEntered { return [] }
      if tab.root !== leaf.route, !isEntered { above = [tab.root] }
    }
    var parts: [ScreenProgress.Part] = []
    for route in above {
      guard let view = rules.behaviour(of: route)?.view else { continue }
      parts.append(ScreenProgress.Part(view: view, state: try state(of: route, below: leaf)))
    }
    parts.append(part)
    return parts
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
      let params = leaf.match.params.filter { names.contains($0.key) }
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

  /// Builds a screen, unless the open is cancelled; an unregistered name refers to a view of the
  /// user interface.
  func build(
    _ view: LinkRoute.View,
    _ state: RouteState,
    then step: OpenStep
  ) throws(OpenFailure) -> OpenNext {
    guard !isCancelled else { throw .cancelled }
    progress.afterBuild = step
    let state = try shownState(state)
    let route = state.route
    let behaviour = route === self.route ? behaviour : rules.behaviour(of: route)
    let site = behaviour?.sites.view ?? route.site
    let asked = AskedHandler(.build, route.label, site)
    let handler: Handler<RouteState, Screen?>
    switch view {
    case .made(let made, _): handler = made
    case .named(let name):
      guard let registered = router.view(named: name) else {
        return try take(Screen(name), state, asked)
      }
      handler = registered
    }
    if building == nil { building = BuildingView() }
    building?.isRunning = true
    return try ask(handler, state, as: asked) { open, screen, state, asked throws(OpenFailure) in
      open.building?.isRunning = false
      guard let screen else {
        throw open.failed(.build, state.route, .emptyView(of: state.route))
      }
      return try open.take(screen, state, asked)
    }
  }

  private func take(
    _ screen: Screen,
    _ state: RouteState,
    _ asked: AskedHandler
  ) throws(OpenFailure) -> OpenNext {
    if purpose == .show {
      do throws(RouterError) {
        try router.checkView(of: screen)
      } catch {
        throw failed(.build, state.route, error)
      }
    }
    note(asked, answer: screen.view)
    guard !isCancelled else { throw .cancelled }
    let made = named(screen, state: state)
    if let life = takeLife(of: made.id) {
      progress.lives = progress.lives.merging([made.id: life]) { $1 }
    }
    progress.built = progress.built(with: made)
    return .go(progress.afterBuild)
  }

  func named(_ screen: Screen, state: RouteState) -> Screen {
    var screen = screen
    if screen.id == .unplaced { screen.id = router.stage.makeID() }
    screen.noteMade(by: state)
    return screen
  }
}

extension StageTree {
  fileprivate func isEntered(_ tab: TabPlace) -> Bool {
    guard let shell = path(toShell: tab.plan.name), let branch = path(toTab: tab.name, of: shell)
    else { return false }
    return !entered(branch).isEmpty
  }
}
