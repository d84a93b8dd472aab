import RoutePatterns

extension Router {
  /// Runs the guards of what is on the stage again, every tab and branch included: after a login or
  /// a logout.
  ///
  /// A screen whose guards stop it, lead elsewhere, err, or cannot be asked is removed with all
  /// above it; no screen is asked whether it may go. Then the location is opened that a guard of
  /// the topmost of them answered. Screens that no route made, or whose route is gone, stay. Opens
  /// under way ask their guards again before they show anything; an action that runs goes on.
  ///
  /// - Returns: The outcome of the location that was opened, or `nil` when there was none.
  @discardableResult
  public func recheck() async -> Outcome? {
    inFlight.beginRecheck()
    guard let target = await removeRefused(among: stage.screens) else { return nil }
    return await open(target)
  }

  /// Empties the stage and opens a location: a fresh start, as after a logout.
  ///
  /// No screen is asked whether it may leave, and opens under way are cancelled, except those that
  /// this one is a step of. A text that is no location leaves everything as it is.
  ///
  /// - Parameters:
  ///   - text: The location as written in a link.
  ///   - options: How this open differs from an ordinary one.
  /// - Returns: The outcome of the open.
  @discardableResult
  public func reset(to text: String, options: OpenOptions = OpenOptions()) async -> Outcome {
    let rules = rules.configuration.locationRules
    if let location = try? Location(parsing: text, rules: rules, relativeTo: stage.topLocation) {
      inFlight.beginReset(inside: currentRequest)
      if stage.tree.root != nil {
        stage.change(to: StageTree(), effect: "reset", isAnimated: false)
      }
      return await open(location, options: options)
    }
    return await open(text, options: options)
  }

  /// Asks the guards of screens, and removes those that they do not allow any more, each with all
  /// above it.
  ///
  /// - Returns: Where a guard of the topmost of them leads, if any does.
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

  /// Asks the guards of every screen on the stage, and changes nothing.
  ///
  /// - Returns: The screens that a recheck would remove, in the order of the drawing.
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

  /// The decision of the guards about a screen.
  private enum Verdict {
    case stays
    case goes(OpenFailure)
    case leads(Location)
  }

  /// Asks the guards of one screen.
  private func check(_ screen: Screen) async -> Verdict {
    guard let state = screen.state, let route = rules.successor(of: state.leaf) else {
      return .stays
    }
    do throws(OpenFailure) {
      let text = state.location.description
      return try await runDetached(text, extra: state.extra, purpose: .check) {
        navigation async -> Verdict in
        do throws(OpenFailure) {
          let location = state.location
          guard let match = try navigation.stand(at: location, on: route),
            let matched = try navigation.matchedBranch(at: route, match: match, location: location)
          else { return .stays }
          return try await navigation.askGuards(of: matched).map(Verdict.leads) ?? .stays
        } catch {
          return .goes(error)
        }
      } ending: { verdict in
        switch verdict {
        case .stays: .done
        case .goes(let failure): .failed(failure)
        case .leads(let target): .led(target)
        }
      }
    } catch {
      // A cancelled check asks no more; guards that cannot be asked let nothing stay.
      if case .cancelled = error { return .stays }
      return .goes(error)
    }
  }
}

extension StageTree {
  /// The screens on the way to the top and below it, those of branches that are not selected left
  /// out, in the order of the drawing.
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
