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
    let picture = await newPicture(of: screen)
    guard rules === self.rules, stage.screen(screen.id) != nil else { return nil }
    switch picture {
    case .built(let fresh, let life):
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
    case .routeIsGone:
      return ScreenRebuild(screen: screen, result: .routeIsGone, builtID: .unplaced)
    case .failed(let error):
      stage.update(screen.id) { $0.staleness = error }
      return ScreenRebuild(screen: screen, result: .failed(error), builtID: .unplaced)
    }
  }

  /// The result of building a screen again.
  private enum Picture {
    case built(Screen, ScreenLife?)
    case routeIsGone
    case failed(RouterError)
  }

  /// Makes the description of a screen anew, from its state and the route in force.
  private func newPicture(of screen: Screen) async -> Picture {
    guard let state = screen.state, let route = rules.successor(of: state.leaf) else {
      return .routeIsGone
    }
    do throws(OpenFailure) {
      return try await runDetached(state.location.description, extra: state.extra) {
        navigation async -> Picture in
        navigation.trail.stand(at: state.location)
        let found = navigation.index.matches(state.location).first { $0.route === route }
        guard let match = found?.match, let view = rules.behaviour(of: route)?.view else {
          return .routeIsGone
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
          return .built(made, navigation.progress.lives[made.id])
        } catch {
          return .failed(navigation.outcome(failed: error).asError)
        }
      }
    } catch {
      return .routeIsGone
    }
  }
}
