import RoutePatterns

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

  /// The decision of the guards about a screen.
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
        navigation.trail.stand(at: state.location)
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
