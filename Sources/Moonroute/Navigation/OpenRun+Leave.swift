import RoutePatterns

extension OpenRun {
  /// Asks the screens that a placement would remove, top first, each once.
  func askLeavers(
    of placement: Placement,
    count: Int,
    state: RouteState
  ) async throws(OpenEnd) {
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
  ) async throws(OpenEnd) {
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
  ) throws(OpenEnd) -> [Screen] {
    do {
      return try planned()
        .filter { !askedToLeave.contains($0.id) && !ticket.shownInside.contains($0.id) }
    } catch {
      let error = error as? RouterError ?? .animationFailed("\(error)")
      throw failed(.show, target?.route, error)
    }
  }
}
