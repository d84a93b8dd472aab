import RoutePatterns

extension Router {
  /// Builds the screens on the stage again, in place, by the rules in force.
  ///
  /// A screen keeps its identity, its place, its handle and the waits for its result; no guard is
  /// asked, nothing moves, and its life goes on. Screens that no route made stay as they are. What
  /// an older view registered while it was built again before ends with that picture.
  ///
  /// - Returns: What came of each screen that a route made, in the order of the drawing; screens
  ///   that left meanwhile, or that newer rules build again themselves, are left out.
  @discardableResult
  public func rebuildScreens() async -> [ScreenRebuild] {
    var results: [ScreenRebuild] = []
    for screen in stage.screens where screen.state != nil {
      guard let now = stage.screen(screen.id) else { continue }
      if let result = await rebuild(now) { results.append(result) }
    }
    return results
  }

  private func rebuild(_ screen: Screen) async -> ScreenRebuild? {
    let rules = rules
    let built = await build(screen)
    guard rules === self.rules, stage.screen(screen.id) != nil else { return nil }
    switch built {
    case .success(let (fresh, life)):
      stage.update(screen.id) { old in
        old.view = fresh.view
        old.props = fresh.props
        old.lifetimeToken = fresh.lifetimeToken
        old.state = fresh.state
        old.staleness = nil
      }
      if lives[screen.id] != nil || life != nil {
        let whole = lives[screen.id] ?? ScreenLife()
        whole.picture = life
        lives[screen.id] = whole
      }
      return ScreenRebuild(screen: screen, result: .rebuilt, builtID: fresh.id)
    case .failure(let error):
      guard let error = error.error else {
        return ScreenRebuild(screen: screen, result: .routeIsGone, builtID: .unplaced)
      }
      stage.update(screen.id) { $0.staleness = error }
      return ScreenRebuild(screen: screen, result: .failed(error), builtID: .unplaced)
    }
  }

  /// Why a screen was not built again.
  private struct NotBuilt: Error {
    /// What the view failed with, or `nil` when there is no route for the screen.
    let error: RouterError?
  }

  /// Makes the description of a screen anew, from its state and the route in force.
  private func build(_ screen: Screen) async -> Result<(Screen, ScreenLife?), NotBuilt> {
    guard let state = screen.state, let route = rules.successor(of: state.leaf) else {
      return .failure(NotBuilt(error: nil))
    }
    let answer = try? await runDetached(state.location.description, extra: state.extra) {
      navigation async -> Result<(Screen, ScreenLife?), NotBuilt> in
      (navigation.chain, navigation.location) = ([state.location], state.location)
      let found = navigation.index.matches(state.location).first { $0.route === route }
      guard let match = found?.match, let view = rules.behaviour(of: route)?.view else {
        return .failure(NotBuilt(error: nil))
      }
      let fresh = RouteState(
        of: route,
        match: match,
        location: state.location,
        extra: state.extra,
        redirectedFrom: state.redirectedFrom,
        source: state.source,
        lifetimeToken: state.lifetimeToken
      )
      do throws(OpenFailure) {
        let made = try await navigation.build(view, state: fresh)
        return .success((made, navigation.lives[made.id]))
      } catch {
        return .failure(NotBuilt(error: navigation.outcome(failed: error).asError))
      }
    }
    return answer ?? .failure(NotBuilt(error: nil))
  }

  /// Ends every open that began by other rules.
  package func cancelOpens(of rules: RouterRules) {
    inFlight.cancelAll { $0.rules === rules }
  }
}

extension Router {
  /// Runs the guards of what is on the stage again, from the root up: after a login or a logout.
  ///
  /// A screen whose guards stop it, err, or cannot be asked is removed with all above it; no screen
  /// is asked whether it may go. When a guard leads elsewhere, that location is opened, and the
  /// rest is not checked. Screens that no route made, or whose route is gone, stay.
  ///
  /// - Returns: The outcome of the location that was opened, or `nil` when there was none.
  @discardableResult
  public func recheck() async -> Outcome? {
    for screen in stage.screens where stage.screen(screen.id) != nil {
      switch await check(screen) {
      case .stays: break
      case .goes: stage.remove(screen.id, effect: "recheck")
      case .leads(let target): return await open(target)
      }
    }
    return nil
  }

  /// What the guards say about a screen.
  private enum Verdict {
    case stays
    case goes
    case leads(Location)
  }

  /// Asks the guards of one screen.
  private func check(_ screen: Screen) async -> Verdict {
    guard let state = screen.state, let route = rules.successor(of: state.leaf) else {
      return .stays
    }
    do throws(OpenFailure) {
      return try await runDetached(state.location.description, extra: state.extra) {
        navigation async -> Verdict in
        (navigation.chain, navigation.location) = ([state.location], state.location)
        let found = navigation.index.matches(state.location).first { $0.route === route }
        guard let match = found?.match,
          let matched = navigation.matchedBranch(at: route, match: match, location: state.location)
        else { return .stays }
        do throws(OpenFailure) {
          return try await navigation.askGuards(of: matched).map(Verdict.leads) ?? .stays
        } catch {
          return .goes
        }
      }
    } catch {
      // A cancelled check asks no more; guards that cannot be asked let nothing stay.
      if case .cancelled = error { return .stays }
      return .goes
    }
  }
}
