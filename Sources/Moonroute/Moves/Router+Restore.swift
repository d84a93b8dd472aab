import RoutePatterns

extension Router {
  /// Restores a saved stage: see ``LinkRouter/restore(from:)``.
  @discardableResult
  package func restore(from saved: Value) async throws(RouterError) -> [String] {
    try await restore(saved, OpenOptions())
  }

  /// Restores a saved stage, opening every location with the same options.
  package func restore(
    _ saved: Value,
    _ options: OpenOptions
  ) async throws(RouterError) -> [String] {
    let rules = rules
    var options = options
    // A page that is saved at the location of an action exists because the action declined.
    options.passesActions = true
    let plan = try SavedNode(window: saved)
    let (restoring, tree) = try await rebuilt(plan, options)
    guard tree.root != nil || !restoring.hasOnlyEmptyTabs else { return restoring.leftOut }
    for (screen, life) in restoring.built { prepare(screen.id, life, OpenOptions(), from: nil) }
    stage.change(to: tree, effect: "restore", screen: tree.topID, isAnimated: false)
    if rules !== self.rules { await rebuildLateScreens() }
    options.passesActions = false
    if let target = restoring.target { _ = await open(target, options: options) }
    return restoring.leftOut
  }

  /// Builds the saved tree, and starts over when a recheck begins in the meantime.
  private func rebuilt(
    _ plan: SavedNode?,
    _ options: OpenOptions
  ) async throws(RouterError) -> (Restoring, StageTree) {
    let resetCount = inFlight.resetCount
    for _ in 0...DecisionCursor.roundLimit {
      let recheckCount = inFlight.recheckCount
      var restoring = Restoring(router: self, options: options)
      var tree = StageTree()
      if let plan { tree.root = await restoring.node(plan) }
      guard inFlight.resetCount == resetCount else {
        throw RouterError(.cancelled, "router.reset() cancelled stage.restore().")
      }
      if inFlight.recheckCount == recheckCount { return (restoring, tree) }
    }
    throw .alwaysRechecked("The guards of the saved screens")
  }
}

extension RouterRules {
  /// Whether only fixed redirects of routes change a saved location, so that it has a new path.
  ///
  /// A guard or a function may return another target later.
  fileprivate func hasMoved(_ saved: String, by redirects: [Location]) -> Bool {
    guard !redirects.isEmpty else { return true }
    guard var place = try? Location(parsing: saved, rules: configuration.locationRules) else {
      return false
    }
    for next in redirects {
      guard let found = directory.index.match(place),
        let target = certainTarget(of: found.route, match: found.match, at: place),
        target.isSamePlace(as: next)
      else { return false }
      place = next
    }
    return true
  }
}

extension RouteIndex {
  fileprivate func shell(named name: String) -> Shell? {
    route(named: name)?.shell ?? routes.lazy.compactMap(\.shell).first { $0.name == name }
  }
}

private struct Restoring {
  let router: Router
  let options: OpenOptions
  var built: [(Screen, ScreenLife?)] = []
  var leftOut: [String] = []
  var hasAsked = false
  var target: Location?

  /// Whether the saved stage contained only tabs without screens.
  var hasOnlyEmptyTabs: Bool { !hasAsked && !leftOut.isEmpty }

  /// The node, or `nil` if no part of it can be shown.
  mutating func node(_ saved: SavedNode) async -> StageNode? {
    guard var node = await content(saved) else {
      if let presented = saved.presented { leaveOut(presented.node) }
      return nil
    }
    node.options = saved.options
    guard let presented = saved.presented else { return node }
    if saved.wasCut(node) {
      leaveOut(presented.node)
    } else if let over = await self.node(presented.node) {
      node.presented = .over(over, style: presented.style)
    }
    return node
  }

  private mutating func content(_ saved: SavedNode) async -> StageNode? {
    switch saved.kind {
    case .screen(let location, let extra):
      return await screen(location, extra).map { StageNode($0) }
    case .stack(let children):
      let nodes = await stack(children)
      guard !nodes.isEmpty else { return nil }
      return StageNode(id: router.stage.makeID(), content: .stack(nodes))
    case .tabs(let name, let branches, let saved):
      let (branches, selected) = presentTabs(of: name, branches, selected: saved)
      var nodes: [StageNode] = []
      for branch in branches {
        let content = StageNode.Content.stack(await stack(branch.children))
        nodes.append(StageNode(id: router.stage.makeID(), name: branch.name, content: content))
      }
      let entered = nodes.indices.filter { !nodes[$0].children.isEmpty }
      guard let shown = entered.contains(selected) ? selected : entered.first else {
        if branches.allSatisfy({ $0.children.isEmpty }) { leftOut.append(name ?? "tabs") }
        return nil
      }
      return StageNode(
        id: router.stage.makeID(),
        name: name,
        content: .tabs(nodes, selected: shown)
      )
    case .split(let primary, let detail):
      guard let first = await node(primary) else {
        if let detail { leaveOut(detail) }
        return nil
      }
      var second: StageNode?
      if let detail { second = await node(detail) }
      return StageNode(
        id: router.stage.makeID(),
        content: .split(primary: first, detail: second)
      )
    }
  }

  /// The current branches of tabs with their saved content.
  ///
  /// New branches are empty, and the content of removed branches is left out.
  private mutating func presentTabs(
    of name: String?,
    _ saved: [SavedNode.Branch],
    selected: Int
  ) -> ([SavedNode.Branch], selected: Int) {
    if let name { try? router.rules.prepare(named: name) }
    guard let name, let plan = router.rules.directory.index.shell(named: name) else {
      return (saved, selected)
    }
    for branch in saved where !plan.tabs.contains(branch.name ?? "") {
      for child in branch.children { leaveOut(child) }
    }
    let branches = plan.tabs.map { tab in
      SavedNode.Branch(name: tab, children: saved.first { $0.name == tab }?.children ?? [])
    }
    let known = saved.indices.contains(selected) ? saved[selected].name : nil
    return (branches, plan.tabs.firstIndex { $0 == known } ?? plan.initial)
  }

  /// The nodes of a stack up to the first node that cannot be shown.
  private mutating func stack(_ saved: [SavedNode]) async -> [StageNode] {
    var nodes: [StageNode] = []
    for (index, child) in saved.enumerated() {
      let node = await node(child)
      if let node { nodes.append(node) }
      guard let node, !child.wasCut(node) else {
        for above in saved[(index + 1)...] { leaveOut(above) }
        break
      }
    }
    return nodes
  }

  private mutating func leaveOut(_ saved: SavedNode) { leftOut += saved.locations }

  private mutating func screen(_ location: String, _ extra: Value) async -> Screen? {
    hasAsked = true
    var options = options
    options.extra = extra
    let (outcome, life) = await router.assemble(location, options)
    guard let screen = outcome.screen,
      router.rules.hasMoved(location, by: outcome.redirects)
    else {
      leftOut.append(location)
      target = target ?? outcome.redirects.last
      return nil
    }
    built.append((screen, life))
    return screen
  }
}
