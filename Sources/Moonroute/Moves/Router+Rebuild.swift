import RoutePatterns

extension Router {
  /// Rebuilds the screens on the stage in place, with the current rules.
  ///
  /// A screen keeps its identity, its place, its handle, its lifetime and the pending waits for its
  /// result. No guard is called, and nothing moves. Screens without a route stay unchanged.
  /// Registrations that an earlier rebuild of the view made end when the new description replaces
  /// the old one. Properties that changed after the older view had set them are kept.
  ///
  /// - Returns: The result for each screen with a route, in drawing order. Screens that left in the
  ///   meantime, or that newer rules rebuild themselves, are omitted.
  @discardableResult
  package func rebuildScreens() async -> [ScreenRebuild] {
    var results: [ScreenRebuild] = []
    for screen in stage.screens {
      // `on_error` and `unmatched` show screens without a route.
      guard let route = screen.state?.leaf, route !== AnyLocation.shared else { continue }
      guard let now = stage.screen(screen.id) else { continue }
      if let result = await rebuild(now) { results.append(result) }
    }
    return results
  }

  /// Rebuilds the screens that an open has shown with older rules than the current ones.
  ///
  /// The functions of such a screen belong to scripts that have ended.
  func rebuildLateScreens() async {
    for screen in stage.screens {
      guard let leaf = screen.state?.leaf, leaf !== AnyLocation.shared,
        let route = rules.successor(of: leaf), route !== leaf,
        let now = stage.screen(screen.id)
      else { continue }
      _ = await rebuild(now)
    }
  }

  private func rebuild(_ screen: Screen) async -> ScreenRebuild? {
    let rules = rules
    let picture = await newPicture(of: screen)
    guard rules === self.rules, stage.screen(screen.id) != nil else { return nil }
    switch picture {
    case .built(let fresh, let life):
      renew(screen.id, with: fresh, life)
      return ScreenRebuild(screen: screen, result: .rebuilt, builtID: fresh.id)
    case .routeIsGone:
      return ScreenRebuild(screen: screen, result: .routeIsGone, builtID: .unplaced)
    case .failed(let error):
      stage.update(screen.id) { $0.staleness = error }
      return ScreenRebuild(screen: screen, result: .failed(error), builtID: .unplaced)
    }
  }

  /// The screen keeps its identity, place and lifetime.
  func renew(_ id: Screen.ID, with fresh: Screen, _ life: ScreenLife?) {
    let mayKeep = hooks.mayKeep
    stage.update(id) { $0.renew(with: fresh, mayKeep: mayKeep) }
    if lives[id] != nil || life != nil {
      let whole = lives[id] ?? ScreenLife()
      whole.picture = life
      lives[id] = whole
    }
    hooks.noteRenewed?(fresh.id, id)
  }

  private enum Picture {
    case built(Screen, ScreenLife?)
    case routeIsGone
    case failed(RouterError)
  }

  /// Builds the description of a screen again, from its state and the current route.
  private func newPicture(of screen: Screen) async -> Picture {
    guard let state = screen.state, let route = rules.successor(of: state.leaf) else {
      return .routeIsGone
    }
    do throws(OpenFailure) {
      let text = state.location.description
      let open = try await runDetached(text, extra: state.extra, purpose: .rebuild) {
        open throws(OpenFailure) in
        guard let match = try open.stand(at: state.location, on: route),
          let view = open.rules.behaviour(of: route)?.view
        else { return open.end(.done) }
        let fresh = RouteState(
          of: route,
          match: match,
          location: state.location,
          extra: state.extra,
          redirectedFrom: state.redirectedFrom,
          dropped: state.dropped,
          source: state.source,
          lifetimeToken: state.lifetimeToken
        )
        return try open.build(view, fresh, then: .hand(fresh))
      }
      if case .failed(let failure)? = open.ending {
        return .failed(open.makeOutcome(failed: failure).failure)
      }
      guard let made = open.built(for: route) else { return .routeIsGone }
      let lives = open.progress.lives
      return .built(made, lives[made.id])
    } catch {
      return .routeIsGone
    }
  }
}
