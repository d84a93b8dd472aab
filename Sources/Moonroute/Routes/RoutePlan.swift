import RoutePatterns

/// A definition being checked: nothing is registered until all of it is right.
struct RoutePlan {
  /// What would be registered.
  private(set) var infos: [RouteInfo] = []
  private(set) var behaviours: [RouteBehaviour] = []

  /// The names and places taken, those of the plan included.
  private(set) var names: [String: RouteInfo]
  private(set) var places: [RoutePlace: RouteInfo]

  /// What is wrong, in the order of the definition.
  private(set) var problems: [RouterError] = []

  private let firstID: Int

  init(firstID: Int, names: [String: RouteInfo], places: [RoutePlace: RouteInfo]) {
    self.firstID = firstID
    self.names = names
    self.places = places
  }

  /// Checks a route and those below it, and goes on after a problem to find the others.
  mutating func add(
    _ route: Route,
    below parent: RouteInfo?,
    inherited: RouteInheritance
  ) -> RouteInfo? {
    guard let pattern = pattern(of: route, inherited: inherited) else { return nil }
    var route = route
    route.name = route.name.map { $0.trimmed }
    if route.name == "" {
      report(route, .badPattern, "The name of route '\(pattern.text)' is empty. Leave it out.")
    }
    checkParts(of: route, pattern: pattern)
    let info = RouteInfo(
      id: firstID + infos.count,
      route: route,
      pattern: pattern,
      host: host(of: route),
      parent: parent,
      parts: parts(of: route)
    )
    claim(info, route: route)
    infos.append(info)
    behaviours.append(
      RouteBehaviour(
        view: route.view,
        action: route.action,
        redirects: route.redirects,
        onExit: route.onExit,
        animator: route.animator,
        isAnimated: route.isAnimated
      )
    )
    var inheritance = inherited
    inheritance.pattern = pattern
    for child in route.children { _ = add(child, below: info, inherited: inheritance) }
    return info
  }

  /// The complete pattern, or `nil` after reporting why there is none.
  private mutating func pattern(of route: Route, inherited: RouteInheritance) -> RoutePattern? {
    do {
      if let above = inherited.pattern {
        return try above.appending(route.path)
      }
      return try RoutePattern(route.path)
    } catch {
      problems.append(RouterError(.badPattern, error.description, at: route.site))
      return nil
    }
  }

  /// The host written beside the pattern, or `nil` when there is none.
  private mutating func host(of route: Route) -> HostPattern? {
    guard let host = route.host else { return nil }
    do {
      return try RoutePattern("https://\(host)/").host
    } catch {
      problems.append(RouterError(.badPattern, error.description, at: route.site))
      return nil
    }
  }

  private func parts(of route: Route) -> RouteParts {
    var parts = RouteParts()
    if route.view != nil { parts.insert(.view) }
    if route.action != nil { parts.insert(.action) }
    if !route.redirects.isEmpty, !route.isGroup { parts.insert(.redirect) }
    return parts
  }

  private mutating func checkParts(of route: Route, pattern: RoutePattern) {
    let text = pattern.text
    if route.view != nil, route.action != nil {
      report(
        route,
        .badPattern,
        "Route '\(text)' has both a view and an action. Keep the one that the link is for."
      )
    }
    if route.view == nil, route.action == nil, route.redirects.isEmpty, route.children.isEmpty {
      report(
        route,
        .badPattern,
        "Route '\(text)' does nothing. Give it a view, an action, a redirect or routes."
      )
    }
  }

  /// Takes the name and the place, or reports who has them.
  private mutating func claim(_ info: RouteInfo, route: Route) {
    if let name = info.name, let rival = names[name] {
      report(
        route,
        .duplicate,
        "The name '\(name)' is taken by route '\(rival.pattern.text)'\(rival.at). Choose another."
      )
    } else if let name = info.name {
      names[name] = info
    }
    guard !info.parts.isEmpty else { return }
    let place = RoutePlace(
      shape: info.pattern.shape,
      scheme: info.scheme,
      host: info.host,
      priority: info.priority,
      isCaseSensitive: info.isCaseSensitive
    )
    if let rival = places[place], !rival.parts.contains(.action) {
      report(
        route,
        .duplicate,
        "Route '\(info.pattern.text)' is never reached because of '\(rival.pattern.text)'"
          + "\(rival.at). Remove one of them."
      )
    } else {
      places[place] = info
    }
  }

  private mutating func report(_ route: Route, _ code: RouterError.Code, _ message: String) {
    problems.append(RouterError(code, message, at: route.site))
  }
}

extension RouteInfo {
  /// Where the route is written, in brackets, or nothing.
  fileprivate var at: String { site.map { " (\($0))" } ?? "" }
}
