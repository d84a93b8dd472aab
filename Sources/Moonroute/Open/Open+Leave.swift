extension Open {
  /// Begins to call the leave guards of the screens that would leave, top first, each once.
  ///
  /// Screens that were shown by opens inside this one, such as a confirmation dialog, do not count.
  /// `target` is the state of the replacement; `nil` when going back.
  func beginLeave(_ target: RouteState?) throws(OpenFailure) -> OpenNext {
    (progress.leavers, progress.leaverCount) = (try leavers(target), 0)
    return .go(.leave(target))
  }

  func askNextLeaver(_ target: RouteState?) throws(OpenFailure) -> OpenNext {
    while progress.leaverCount < progress.leavers.count {
      let screen = progress.leavers[progress.leaverCount]
      progress.leaverCount += 1
      guard let route = screen.state?.route, let behaviour = rules.behaviour(nowOf: route),
        let onExit = behaviour.onExit
      else { continue }
      askedToLeave.insert(screen.id)
      progress.waitCountAtLeave = turns.waitCount
      let asked = AskedHandler(.leave, route.label, behaviour.sites.onExit ?? route.site)
      let exit = ScreenExit(screen: screen, target: target)
      return try ask(onExit, exit, as: asked) { open, answer, exit, asked throws(OpenFailure) in
        try open.conclude(answer, exit, asked)
      }
    }
    // A screen must not live longer than on the stage, even if this open waits later.
    let asked = progress.leavers
    if !asked.isEmpty { (progress.leavers, progress.leaverCount) = ([], 0) }
    withExtendedLifetime(asked) {}
    guard let target else { return end(.done) }
    return .go(behaviour == nil ? .place(target) : .build(target))
  }

  private func conclude(
    _ answer: ExitDecision,
    _ exit: ScreenExit,
    _ asked: AskedHandler
  ) throws(OpenFailure) -> OpenNext {
    let location = exit.screen.location
    switch answer {
    case .proceed: note(asked, answer: "go on", decision: .goOn, at: location)
    case .stop(let reason):
      let words = reason.map { "stop: \($0)" } ?? "stop"
      note(asked, answer: words, decision: .stop(reason: reason), at: location)
      throw .intercepted(reason: reason ?? "'\(asked.label)' refused to leave")
    }
    // The stage may have changed during the wait.
    if turns.waitCount != progress.waitCountAtLeave {
      (progress.leavers, progress.leaverCount) = (try leavers(exit.target), 0)
    }
    return .go(step)
  }

  /// The screens that would leave and were not checked yet, top first.
  private func leavers(_ target: RouteState?) throws(OpenFailure) -> [Screen] {
    do throws(RouterError) {
      let leavers = try leavers()
      if askedToLeave.isEmpty, shownInside.isEmpty { return leavers }
      return leavers.filter { screen in
        !askedToLeave.contains(screen.id) && !shownInside.contains(screen.id)
      }
    } catch {
      throw failed(.show, target?.route, error)
    }
  }

  private func leavers() throws(RouterError) -> [Screen] {
    if let exits = progress.exits { return exits() }
    guard let placement = progress.placement else { return [] }
    try router.checkTransition(of: placement.animator)
    return try router.stage.removals(by: placement, count: progress.parts.count)
  }
}

extension Open {
  /// Calls a custom animator until it returns another one; the screen gets its changes.
  ///
  /// Fails the open if the screen is not placed exactly once. The leave guards of further leaving
  /// screens are called afterwards.
  func askCustom(_ state: RouteState) throws(OpenFailure) -> OpenNext {
    guard let placement = progress.placement, case .custom(let place) = placement.animator.effect,
      let screen = arriving.last
    else { return .ended }
    progress.customDepth += 1
    let placing = CustomPlacing(
      tree: router.stage.tree,
      source: state.source.flatMap(router.stage.screen),
      screen: screen
    )
    progress.custom = placing
    let asked = AskedHandler(.show, state.route.label, state.route.site)
    return try ask(place, placing, as: asked) { open, answer, placing, _ throws(OpenFailure) in
      try open.conclude(answer, placing, screen)
    }
  }

  private func conclude(
    _ answer: Animator?,
    _ placing: CustomPlacing,
    _ arriving: Screen
  ) throws(OpenFailure) -> OpenNext {
    guard let placement = progress.placement, let state = arriving.state else { return .ended }
    var screen = arriving
    screen.take(placing.screen)
    do throws(RouterError) {
      guard progress.customDepth <= 8 else {
        throw .animationFailed("custom returned custom animators too often.")
      }
      let (animator, mayRemove) = try placing.result(answer)
      let count = progress.parts.count
      let before = try router.stage.removals(by: placement, count: count)
      let replanned = self.placement(by: animator, of: state)
      progress.placement = replanned
      let after = try router.stage.removals(by: replanned, count: count)
      if !mayRemove, let gone = after.first(where: { id in !before.contains { $0.id == id.id } }) {
        throw .customRemoves(gone, by: animator)
      }
    } catch {
      throw failed(.show, state.route, error)
    }
    endCustom()
    progress.built = progress.built(with: screen)
    guard let animator = progress.placement?.animator else { return .ended }
    if case .custom = animator.effect { return .go(.custom(state)) }
    guard behaviour != nil else { return try beginLeave(state) }
    noteLeavingTabs(by: animator, state)
    return .go(.below(state))
  }

  /// Ends a custom animator, so that its later calls are ignored.
  func endCustom() {
    progress.custom?.end()
    progress.custom = nil
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
