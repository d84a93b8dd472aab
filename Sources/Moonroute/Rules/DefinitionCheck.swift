import RoutePatterns
import TextTools

/// Nothing is registered until the whole definition is valid.
struct DefinitionCheck {
  private(set) var behaviours: [RouteBehaviour] = []

  /// The new names and places.
  private(set) var names: [String: RouteInfo] = [:]
  private(set) var places: [RoutePlace: [RouteInfo]] = [:]

  private(set) var problems: [RouterError] = []
  private(set) var warnings: [RouterError] = []

  /// The existing rules; they are only read.
  private let rules: RouterRules
  private let firstID: Int
  private let registration: Registration

  /// The order of late routes, or `nil` for others.
  private let late: RouteOrder?

  init(rules: RouterRules, firstID: Int, registration: Registration, late: RouteOrder? = nil) {
    self.rules = rules
    self.firstID = firstID
    self.registration = registration
    self.late = late
  }

  /// Continues after an error to find further ones.
  mutating func add(
    _ route: LinkRoute,
    below above: RouteBehaviour?,
    inherited: RouteInheritance
  ) -> RouteInfo? {
    let parent = above?.route
    if let name = route.name, name.trimmed.utf8.count != name.utf8.count {
      var trimmed = route
      trimmed.name = name.trimmed
      return add(trimmed, below: above, inherited: inherited)
    }
    guard let pattern = pattern(of: route, below: parent, inherited: inherited) else { return nil }
    checkName(of: route, pattern: pattern)
    checkScheme(of: route)
    checkParts(of: route, pattern: pattern)
    checkTabs(of: route, pattern: pattern)
    checkTargets(of: route, pattern: pattern)
    let query = query(of: route)
    checkSamples(of: route, pattern: pattern, query: query)
    let info = RouteInfo(
      id: firstID + behaviours.count,
      route: route,
      pattern: pattern,
      query: query,
      host: host(of: route, pattern: pattern),
      parent: parent,
      parts: parts(of: route),
      registration: registration,
      order: late
    )
    claim(info, route: route, isAlone: parent == nil && route.children.isEmpty)
    let behaviour = RouteBehaviour(route, of: info, below: above)
    behaviours.append(behaviour)
    var inheritance = inherited
    inheritance.pattern = pattern
    for child in route.children { _ = add(child, below: behaviour, inherited: inheritance) }
    return info
  }

  /// The complete pattern, or `nil` after reporting an error.
  ///
  /// An empty path or `/` is the path of the parent: an index page. The path of a branch of tabs
  /// may start with `/`.
  private mutating func pattern(
    of route: LinkRoute,
    below parent: RouteInfo?,
    inherited: RouteInheritance
  ) -> RoutePattern? {
    do throws(PatternError) {
      if let above = inherited.pattern {
        let types = rules.types
        if ["", "/"].contains(route.path.trimmed) { return above }
        guard parent?.shell != nil else {
          if let known = known(route.path, below: above) { return known }
          return try above.appending(route.path, types: types)
        }
        let path = route.path.trimmed.drop { $0 == "/" }
        if path.isEmpty { return above }
        if let known = known(String(path), below: above) { return known }
        return try above.appending(String(path), types: types)
      }
      let template = Self.template(of: route)
      if route.fixed.isEmpty, let known = known(template, below: nil) { return known }
      let pattern = try RoutePattern(
        template,
        types: rules.types,
        rules: rules.configuration.locationRules
      )
      return route.fixed.isEmpty ? pattern : pattern.fixing(route.fixed)
    } catch {
      problems.append(RouterError(error, at: route.site))
      return nil
    }
  }

  private func known(_ template: String, below parent: RoutePattern?) -> RoutePattern? {
    rules.previousRoutes.pattern(template, below: parent)
  }

  /// The template, with the host in front if it has parameters, which belong to the pattern.
  private static func template(of route: LinkRoute) -> String {
    guard let host = route.host, let scheme = route.scheme,
      problem(with: host)?.reason == .parameter
    else { return route.path }
    let path = route.path.trimmed
    return "\(scheme)://\(host)" + (path.hasPrefix("/") ? path : "/" + path)
  }

  private static func problem(with host: String) -> HostError? {
    do throws(HostError) {
      _ = try HostRule(parsing: host)
      return nil
    } catch {
      return error
    }
  }

  private mutating func host(of route: LinkRoute, pattern: RoutePattern) -> HostPattern? {
    guard let host = route.host else { return nil }
    do throws(HostError) {
      return try HostRule(parsing: host).pattern
    } catch {
      // With a scheme, a host with a parameter was already parsed as part of the template.
      if error.reason == .parameter, pattern.host != nil,
        pattern.host == (try? HostPattern(host))
      {
        return nil
      }
      report(route, .badPattern, error.description)
      return nil
    }
  }

  /// The declared query items of a route, sorted by name.
  private mutating func query(of route: LinkRoute) -> [QueryParameter] {
    var parameters: [QueryParameter] = []
    for (name, type) in route.query.sorted(by: { $0.key < $1.key }) {
      if ReservedQuery.names.contains(name) {
        report(route, .badPattern, "'\(name)' in the query is reserved. Leave it out.")
        continue
      }
      do throws(QueryParameterError) {
        parameters.append(try QueryParameter(name, type, types: rules.types))
      } catch {
        let code: RouterError.Code =
          if case .unknownType = error { .unknownType } else { .badPattern }
        problems.append(
          RouterError(code, error.description, at: route.site, underlying: error)
        )
      }
    }
    return parameters
  }

  /// Reports a name that would be read as a location, or an empty one.
  private mutating func checkName(of route: LinkRoute, pattern: RoutePattern) {
    guard let name = route.name else { return }
    if name.isEmpty {
      report(route, .badPattern, "The name of route '\(pattern.text)' is empty. Leave it out.")
    } else if StoreKey.isLocation(name) {
      let message =
        "The name '\(name)' looks like a location. Choose one without '/' and ':' that does not start"
        + " with '.', '?' or '#'."
      report(route, .badPattern, message)
    }
  }

  private mutating func checkScheme(of route: LinkRoute) {
    guard let scheme = route.scheme, !SchemeGrammar.isScheme(scheme.utf8) else { return }
    report(route, .badPattern, RouterError.noScheme(scheme).message)
  }

  private func parts(of route: LinkRoute) -> RouteParts {
    var parts = RouteParts()
    if route.view != nil { parts.insert(.view) }
    if route.action != nil { parts.insert(.action) }
    if !route.redirects.isEmpty, !route.isGroup { parts.insert(.redirect) }
    if route.isShell, route.initialTab != nil || !route.path.trimmed.isRoot,
      !route.children.contains(where: { $0.path.trimmed.isRoot })
    {
      parts.insert(.redirect)
    }
    return parts
  }

  private mutating func checkParts(of route: LinkRoute, pattern: RoutePattern) {
    let text = pattern.text
    for repetition in route.repetitions {
      report(route, .badPattern, "Route '\(text)' has \(repetition). Keep only one of them.")
    }
    if route.view != nil, route.action != nil {
      report(
        route,
        .badPattern,
        "Route '\(text)' has both a view and an action. Keep only one of them."
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

  private mutating func checkTabs(of route: LinkRoute, pattern: RoutePattern) {
    guard route.isShell else { return }
    for tab in route.children where tab.name?.trimmed.isEmpty != false {
      report(
        tab,
        .badPattern,
        "The tab '\(tab.path)' of '\(route.name ?? pattern.text)' has no name. Give it one."
      )
    }
    guard let initial = route.initialTab else { return }
    let names = route.children.compactMap(\.name)
    guard !names.contains(initial) else { return }
    let hint = NearestNames.hint(for: initial, among: names)
    report(route, .unknownName, "No tab is named '\(initial)'.\(hint)")
  }

  /// Registers the name and the place, or reports conflicting routes.
  ///
  /// A single route is not recorded, because the definition contains no other route.
  private mutating func claim(_ info: RouteInfo, route: LinkRoute, isAlone: Bool) {
    if let name = info.name, let rival = names[name] ?? rules.route(named: name),
      !registration.isOwned, !rival.registration.isOwned
    {
      report(
        route,
        .duplicate,
        "The name '\(name)' is taken by route '\(rival.pattern.text)'\(rival.at). Choose another."
      )
    } else if let name = info.name, !isAlone {
      names[name] = info
    }
    guard !info.parts.isEmpty else { return }
    let place = RoutePlace(info)
    for rival in rules.routes(at: place) { compare(info, of: route, with: rival) }
    guard !isAlone else { return }
    for rival in places[place] ?? [] { compare(info, of: route, with: rival) }
    places[place, default: []].append(info)
  }

  /// Reports if one of two routes at the same place is never reached, because the other one never
  /// declines and has all of its tags.
  ///
  /// Routes with an owner are exempt.
  private mutating func compare(_ info: RouteInfo, of route: LinkRoute, with rival: RouteInfo) {
    guard !registration.isOwned, !rival.registration.isOwned else { return }
    let order = rules.configuration.order
    let isLater = info.order >= rival.order
    let (winner, loser) = (order == .last) == isLater ? (info, rival) : (rival, info)
    guard !winner.parts.contains(.action), loser.tags.allSatisfy(winner.tags.contains) else {
      return
    }
    let problem = RouterError(
      .duplicate,
      "Route '\(loser.pattern.text)'\(loser === info ? "" : loser.at) is never reached because of"
        + " '\(winner.pattern.text)'\(winner === info ? "" : winner.at). Remove one of them.",
      at: route.site
    )
    if order == .rank { problems.append(problem) } else { warnings.append(problem) }
  }

  private mutating func checkTargets(of route: LinkRoute, pattern: RoutePattern) {
    for case .fixed(let target) in route.redirects {
      if let problem = StaticTarget.problem(in: target, of: pattern) {
        problems.append(problem.located(at: route.site))
      }
    }
  }

  /// Reports samples with unknown parameters or invalid values.
  private mutating func checkSamples(
    of route: LinkRoute,
    pattern: RoutePattern,
    query: [QueryParameter]
  ) {
    let limit = ParameterTypes.sampleLimit
    guard route.samples.count <= limit else {
      let count = "Route '\(pattern.text)' has \(route.samples.count) samples."
      report(route, .wrongType, "\(count) Give at most \(limit).")
      return
    }
    for sample in route.samples {
      if let problem = SampleCheck(pattern: pattern, query: query).problem(in: sample) {
        report(route, problem.code, problem.message)
      }
    }
  }

  private mutating func report(_ route: LinkRoute, _ code: RouterError.Code, _ message: String) {
    problems.append(RouterError(code, message, at: route.site))
  }
}

extension String {
  /// Whether a path is empty or consists of slashes.
  fileprivate var isRoot: Bool { allSatisfy { $0 == "/" } }
}

extension RouteInfo {
  /// The source position of the route in parentheses, or an empty text.
  fileprivate var at: String { site.map { " (\($0))" } ?? "" }
}
