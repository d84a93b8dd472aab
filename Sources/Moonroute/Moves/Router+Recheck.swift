import RoutePatterns

extension Router {
  /// Runs the guards of everything on the stage again, including every tab and branch, for example
  /// after a login or logout.
  ///
  /// A screen is removed with everything above it if one of its guards stops, redirects, throws or
  /// cannot be called. No leave guard is called. If guards redirected, the target of the topmost
  /// such screen is opened afterwards. Screens without a route stay, also after a removal of their
  /// route. Pending opens call their guards again before they show anything; a running action
  /// continues.
  ///
  /// - Returns: The outcome of the redirect, or `nil` without a redirect.
  @discardableResult
  package func revalidate() async -> Outcome? {
    inFlight.beginRecheck()
    guard let target = await removeRefused(among: stage.screens) else { return nil }
    return await open(target)
  }

  /// Empties the stage and opens a location: a fresh start, for example after a logout.
  ///
  /// No leave guard is called. Pending opens are cancelled, except opens that contain this call.
  /// If the text is not a location, nothing changes.
  ///
  /// - Parameters:
  ///   - text: The location as written in a link.
  ///   - options: The options of this open.
  /// - Returns: The outcome of the open.
  @discardableResult
  package func reset(to text: String, options: OpenOptions = OpenOptions()) async -> Outcome {
    let rules = rules.configuration.locationRules
    if let location = try? Location(parsing: text, rules: rules, relativeTo: stage.topLocation) {
      inFlight.beginReset(inside: currentOpen)
      if stage.tree.root != nil {
        stage.change(to: StageTree(), effect: "reset", isAnimated: false)
      }
      return await open(location, options: options)
    }
    return await open(text, options: options)
  }

  /// Removes refused screens with everything above them; returns the topmost redirect target.
  @discardableResult
  func removeRefused(among screens: [Screen]) async -> Location? {
    var refused: [(id: Screen.ID, target: Location?)] = []
    var (staying, changeCount) = (Set(stage.tree.screenIDs), stage.changeCount)
    for screen in screens {
      if changeCount != stage.changeCount {
        (staying, changeCount) = (Set(stage.tree.screenIDs), stage.changeCount)
      }
      guard staying.contains(screen.id) else { continue }
      switch await check(screen) {
      case .stays: break
      case .goes: refused.append((screen.id, nil))
      case .leads(let target): refused.append((screen.id, target))
      }
    }
    staying = Set(stage.tree.screenIDs)
    refused.removeAll { !staying.contains($0.id) }
    guard !refused.isEmpty else { return nil }
    let leading = refused.filter { $0.target != nil }
    let inFront = Set(stage.tree.screensInFront.map(\.id))
    let topmost = leading.last { inFront.contains($0.id) } ?? leading.last
    let planned = refused.reduce(stage.tree) { $0.removing(from: $1.id) }
    stage.change(to: planned, effect: "recheck", isAnimated: true)
    return topmost?.target
  }

  /// The screens that a recheck would remove, in drawing order.
  package func refusedScreens() async -> [Screen] {
    var refused: [Screen] = []
    for screen in stage.screens {
      switch await check(screen) {
      case .stays: break
      case .goes, .leads: refused.append(screen)
      }
    }
    return refused
  }

  private enum Verdict {
    case stays
    case goes(OpenFailure)
    case leads(Location)
  }

  private func check(_ screen: Screen) async -> Verdict {
    guard let state = screen.state, let route = rules.successor(of: state.leaf) else {
      return .stays
    }
    do throws(OpenFailure) {
      let (text, location) = (state.location.description, state.location)
      let open = try await runDetached(text, extra: state.extra, purpose: .check) {
        open throws(OpenFailure) in
        guard let match = try open.stand(at: location, on: route),
          let state = try open.enter(route, match: match, at: location)
        else { return open.end(.done) }
        return open.decide(about: state, then: .match)
      }
      switch open.ending {
      case .done?: return .stays
      case .led(let target)?: return .leads(target)
      case .failed(let failure)?: return .goes(failure)
      case nil: return .goes(.cancelled)
      }
    } catch {
      // A cancelled check calls no further guards. If guards cannot be called, the screen must
      // leave.
      if case .cancelled = error { return .stays }
      return .goes(error)
    }
  }
}

extension StageTree {
  /// The screens on the path to the top and below it, without unselected branches, in drawing
  /// order.
  fileprivate var screensInFront: [Screen] { root?.screensInFront ?? [] }
}

extension StageNode {
  fileprivate var screensInFront: [Screen] {
    var screens = screen.map { [$0] } ?? []
    if case .tabs(let branches, let selected) = content {
      if branches.indices.contains(selected) { screens += branches[selected].screensInFront }
    } else {
      for child in children { screens += child.screensInFront }
    }
    if let presented { screens += presented.node.screensInFront }
    return screens
  }
}
