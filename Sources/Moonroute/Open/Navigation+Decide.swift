import RoutePatterns

extension Navigation {
  /// Calls the matching proxies, until one rewrites or redirects; returns a redirect target.
  func askProxies(_ start: Location) async throws(OpenFailure) -> Location? {
    let order: RouteTable.Order = rules.directory.order == .last ? .last : .first
    let proxies: [DecisionTable.Match]
    do throws(RouterError) {
      proxies = try trail.steps.share { steps throws(RouterError) in
        try rules.proxies.decisions(for: start, order: order, within: &steps)
      }
    } catch {
      throw failed(.proxy, nil, error)
    }
    for proxy in proxies
    where counts(proxy.decision) {
      let state = state(of: proxy.route, match: proxy.match, location: start)
      let source = DecisionSource(.proxy, proxy.decision)
      let decision = try await ask(proxy.decision.decision, state, source)
      if case .rewrite(let rewrite) = decision.kind {
        if let extra = rewrite.extra { self.extra = extra }
        let rewritten = try overlay(rewrite.query, on: rewrite.location, source)
        trail.location = rewritten
        trail.isRewritten = true
        note(source, answer: "rewrite \(rewritten)", .rewrite(rewritten), at: start)
        return nil
      }
      if let next = try conclude(decision, source, state: state) { return next }
    }
    return nil
  }

  /// Calls the guards of a branch from the root: attached guards first, then the routes' own
  /// redirects; returns a redirect target.
  func askGuards(of matched: MatchedBranch) async throws(OpenFailure) -> Location? {
    let leaf = matched.state
    if let next = try await ask(matched.guards, leaf) { return next }
    for (route, redirects) in matched.above {
      let state = leaf.seen(by: route, match: leaf.match)
      if let next = try await ask(redirects, of: route, state) { return next }
    }
    return try await ask(matched.behaviour.redirects, of: leaf.route, leaf)
  }

  /// Calls the guards with the route's name, then its own redirects; returns a redirect target.
  private func ask(
    _ redirects: [LinkRoute.Redirect],
    of route: RouteInfo,
    _ state: RouteState
  ) async throws(OpenFailure) -> Location? {
    for attached in rules.guards(of: route) where counts(attached) {
      let source = DecisionSource(.guard, attached, keepsQuery: route.keepsQuery)
      if let next = try await conclude(attached.decision, source, state: state) { return next }
    }
    for (index, redirect) in redirects.enumerated() {
      let source = DecisionSource(route, redirect, index, of: redirects.count)
      if let next = try await conclude(redirect, source, state: state) {
        return next
      }
    }
    return nil
  }

  /// Calls the guards with patterns that match the location of a state; returns a redirect target.
  func ask(
    _ guards: [DecisionTable.Match],
    _ state: RouteState
  ) async throws(OpenFailure) -> Location? {
    for found in guards where counts(found.decision) {
      let seen = state.seen(by: found.route, match: found.match)
      let source = DecisionSource(.guard, found.decision, keepsQuery: state.route.keepsQuery)
      if let next = try await conclude(found.decision.decision, source, state: seen) { return next }
    }
    return nil
  }

  /// The redirect target of tabs: the root of the initial branch.
  func initialTab(of matched: MatchedBranch) throws(OpenFailure) -> Location? {
    let route = matched.state.route
    guard let plan = route.shell, let tab = rules.route(named: plan.tabs[plan.initial]) else {
      return nil
    }
    let names = Set(tab.pattern.parameterNames)
    let params = matched.state.match.params.dictionary.filter { names.contains($0.key) }
    do {
      let target = try index.location(of: tab, params: params)
      note(.redirect, route.label, route.site, answer: "go to \(target)", decision: .goTo(target))
      return target
    } catch {
      throw failed(.redirect, route, error)
    }
  }

  /// Returns `true` unless the open is restricted to other tags.
  private func counts(_ attached: AttachedDecision) -> Bool {
    options.tags.isEmpty || attached.tags.isEmpty
      || attached.tags.contains(where: options.tags.contains)
  }
}

private struct DecisionSource {
  let kind: OutcomeStep.Kind
  let label: String
  /// The source position of the deciding function, or of the route or the attachment.
  let site: SourceSite?
  /// The position among several redirects of a route.
  var ordinal: OutcomeStep.Ordinal?
  var keepsQuery = false

  init(_ route: RouteInfo, _ redirect: LinkRoute.Redirect, _ index: Int, of count: Int) {
    kind = .redirect
    label = route.label
    site = redirect.site ?? route.site
    if count > 1 { ordinal = OutcomeStep.Ordinal(number: index + 1, count: count) }
    keepsQuery = route.keepsQuery
  }

  init(_ kind: OutcomeStep.Kind, _ attached: AttachedDecision, keepsQuery: Bool = false) {
    self.kind = kind
    label = attached.label
    site = attached.decision.site ?? attached.site
    self.keepsQuery = keepsQuery
  }
}

extension Navigation {
  private func note(
    _ source: DecisionSource,
    answer: String,
    _ decision: @autoclosure () -> StepDecision? = nil,
    at location: Location?
  ) {
    note(
      source.kind,
      source.label,
      source.site,
      source.ordinal,
      answer: answer,
      decision: decision(),
      at: location
    )
  }

  private func conclude(
    _ redirect: LinkRoute.Redirect,
    _ source: DecisionSource,
    state: RouteState
  ) async throws(OpenFailure) -> Location? {
    try conclude(try await ask(redirect, state, source), source, state: state)
  }

  private func ask(
    _ redirect: LinkRoute.Redirect,
    _ state: RouteState,
    _ source: DecisionSource
  ) async throws(OpenFailure) -> Decision {
    switch redirect {
    case .decided(let handler, _):
      return try await perform(
        handler,
        state,
        source.kind,
        of: source.label,
        at: source.site,
        source.ordinal
      )
    case .fixed(let template):
      let rules = rules.configuration.locationRules
      if let problem = StaticTarget.problem(filling: template, state: state, rules: rules) {
        throw failed(source, problem)
      }
      return .open(StaticTarget.text(template, state: state))
    }
  }

  /// Returns a redirect target, or `nil` to continue.
  private func conclude(
    _ decision: Decision,
    _ source: DecisionSource,
    state: RouteState
  ) throws(OpenFailure) -> Location? {
    switch decision.kind {
    case .proceed:
      note(source, answer: "go on", .goOn, at: state.location)
      return nil
    case .stop(let reason):
      let words = reason.map { "stop: \($0)" } ?? "stop"
      note(source, answer: words, .stop(reason: reason), at: state.location)
      throw .intercepted(reason: reason)
    case .rewrite: throw failed(source, .rewrite(by: source.label))
    case .open(let link, let keepsQuery):
      var source = source
      if keepsQuery { source.keepsQuery = true }
      let target =
        switch link {
        case .location(let location): location
        case .text(let text): try target(text, source, from: state.location)
        }
      return try redirect(to: target, source, state: state)
    case .go(let target):
      let location: Location
      do throws(RouterError) {
        location = try index.location(of: target)
      } catch {
        throw failed(source, error)
      }
      return try redirect(to: location, source, state: state)
    }
  }

  private func target(
    _ text: String,
    _ source: DecisionSource,
    from location: Location
  ) throws(OpenFailure) -> Location {
    guard StaticTarget.isLocation(text) else {
      throw failed(source, .noLocation(text, by: source.label))
    }
    do {
      return try Location(
        parsing: text,
        rules: rules.configuration.locationRules,
        relativeTo: location
      )
    } catch {
      throw failed(source, RouterError(.badLocation, error.description))
    }
  }

  /// Redirects to a target, or continues if the open is already there.
  private func redirect(
    to target: Location,
    _ source: DecisionSource,
    state: RouteState
  ) throws(OpenFailure) -> Location? {
    var target = target
    if source.keepsQuery {
      let own = Set(target.query.names)
      let kept = state.location.query.filter { !own.contains($0.name) }
      target = try overlay(kept.map { ($0.name, $0.value) }, on: target, source)
    }
    guard target != state.location else {
      note(source, answer: "go on: already there", .goOn, at: state.location)
      return nil
    }
    note(source, answer: "go to \(target)", .goTo(target), at: state.location)
    return target
  }

  private func overlay(
    _ items: [(String, String)],
    on location: Location,
    _ source: DecisionSource
  ) throws(OpenFailure) -> Location {
    guard !items.isEmpty else { return location }
    do {
      return try location.with(
        query: LocationQuery(items.map { LocationQuery.Item($0.0, $0.1) }),
        rules: rules.configuration.locationRules
      )
    } catch {
      throw failed(source, RouterError(.badLocation, error.description))
    }
  }

  private func failed(_ source: DecisionSource, _ error: RouterError) -> OpenFailure {
    note(source, answer: "failed: \(error.message)", at: nil)
    return .failed(error.located(at: source.site))
  }
}
