import RoutePatterns

/// The search for a substitute after a failure; if a substitute fails, no further one is tried.
struct Recovery {
  /// The outcome of the failure.
  var failed: Outcome?

  /// Whether `unmatched` registered a route for the location.
  var isFound = false

  /// The substitute that is being tried; `nil` before the failure.
  var attempt: Attempt?

  enum Attempt {
    case fallback, unmatched, last
  }
}

extension Open {
  /// Tries the substitutes after a failure, or ends.
  ///
  /// The search for their proxies and guards has a new step budget.
  func recover(from failure: OpenFailure) -> OpenNext {
    building?.isRunning = false
    endCustom()
    guard purpose.isOpen else { return end(.failed(failure)) }
    switch recovery.attempt {
    case nil: return beginRecovery(from: failure)
    case .fallback where !isCancelled:
      note(.fallback, ReservedQuery.fallback, answer: failure.words)
      return .go(.unmatched)
    case .unmatched where !isCancelled:
      note(.fallback, "unmatched", answer: failure.words)
      return endUnmatched()
    case .fallback, .unmatched, .last:
      if isCancelled { recovery.failed = makeOutcome(failed: .cancelled) }
      return endFailed()
    }
  }

  private func beginRecovery(from failure: OpenFailure) -> OpenNext {
    let failure = unmatchedLoop(of: failure) ?? failure
    recovery.failed = makeOutcome(failed: failure)
    recovery.attempt = .last
    guard purpose == .show || purpose == .resolve, !isCancelled else { return endFailed() }
    trail = trail.ofSubstitute()
    switch failure {
    case .cancelled: return endFailed()
    case .intercepted, .failed: return .go(.onError)
    case .notFound: return .go(.fallback)
    }
  }

  private func endFailed() -> OpenNext {
    outcome = recovery.failed.map {
      $0.steps.count == steps.count ? $0 : $0.with { $0.steps = steps }
    }
    return .ended
  }

  /// The failure of an open by `unmatched` for its own location, or `nil`.
  private func unmatchedLoop(of failure: OpenFailure) -> OpenFailure? {
    guard case .notFound = failure, let location = trail.location,
      isInsideUnmatched(of: location)
    else { return nil }
    return .failed(.unmatchedLoop(location))
  }

  /// Opens the fallback location in the query.
  func fallBack() throws(OpenFailure) -> OpenNext {
    let asked = trail.chainBefore.reversed().lazy
      .compactMap { self.linkOption(ReservedQuery.fallback, of: $0) }
    guard let text = asked.first(where: { !$0.isEmpty }) else { return .go(.unmatched) }
    recovery.attempt = .fallback
    note(.fallback, ReservedQuery.fallback, answer: text)
    return try resolve(try parse(text))
  }

  func askUnmatched() throws(OpenFailure) -> OpenNext {
    recovery.attempt = .unmatched
    guard let unmatched = rules.unmatched, let state = anyState() else { return .go(.found) }
    context.unmatched = state.location
    let asked = AskedHandler(.fallback, "unmatched", nil)
    return try ask(unmatched, state, as: asked) { open, answer, state, asked throws(OpenFailure) in
      guard let answer else { return open.endUnmatched() }
      return try open.show(answer, state, asked)
    }
  }

  private func endUnmatched() -> OpenNext {
    context.unmatched = nil
    return .go(.found)
  }

  /// Opens the location normally after `unmatched` has registered a route for it.
  func openRegistered() throws(OpenFailure) -> OpenNext {
    recovery.attempt = .last
    guard takeInNewRoutes(), let location = recovery.failed?.location, index.match(location) != nil
    else { return .go(.onError) }
    recovery.isFound = true
    trail.endSubstitute(at: location)
    return try beginMatching()
  }

  func askOnError() throws(OpenFailure) -> OpenNext {
    guard let failed = recovery.failed, let onError = rules.onError, let state = anyState() else {
      return endFailed()
    }
    let asked = AskedHandler(.fallback, "on_error", nil)
    return try ask(onError, failed, as: asked) { open, answer, _, asked throws(OpenFailure) in
      guard let answer else { return open.endFailed() }
      return try open.show(answer, state, asked)
    }
  }

  private var links: LinkWords {
    var links = LinkWords()
    for location in trail.all + [trail.location].compactMap(\.self) { links.add(location) }
    links.add(text, keeping: Set(trail.all.flatMap(\.query.names)))
    return links
  }

  func report(_ problem: RouterError, name: String) {
    router.hooks.report?(problem, .substitute(name: name, links: links))
    router.onHandlerFailure(problem, name)
  }

  /// An unknown route name is an error of the handler and is reported as such.
  private func location(_ text: String, name: String) throws(OpenFailure) -> Location {
    guard !StoreKey.isLocation(text) else { return try parse(text) }
    do throws(RouterError) {
      return try rules.location(of: text)
    } catch {
      report(error, name: name)
      throw failed(.fallback, nil, error)
    }
  }

  private func show(
    _ substitute: Substitute,
    _ state: RouteState,
    _ asked: AskedHandler
  ) throws(OpenFailure) -> OpenNext {
    switch substitute {
    case .location(let location):
      note(asked, answer: location.description)
      return try resolve(location)
    case .text(let text):
      note(asked, answer: text)
      return try resolve(try location(text, name: asked.label))
    case .screen(let screen):
      note(asked, answer: screen.view)
      trail.stand(outsideRoutesAt: state.location)
      (route, match, behaviour) = (nil, nil, nil)
      if purpose == .resolve { return end(.opened) }
      try takePlace()
      progress.parts = [ScreenProgress.Part(view: .named(screen.view), state: state)]
      (progress.built, progress.customDepth) = ([named(screen, state: state)], 0)
      progress.placement = Placement(
        by: options.animator ?? rules.configuration.animator,
        from: state.source
      )
      return try beginLeave(state)
    }
  }

  private func anyState() -> RouteState? {
    guard let any = AnyLocation.shared, let location = recovery.failed?.location ?? Location("/"),
      let match = any.pattern.match(location)
    else { return nil }
    return state(of: any, match: match, location: location)
  }
}

/// A placeholder for a missing route; its pattern matches everything.
enum AnyLocation {
  static let shared = (try? RoutePattern("/**"))
    .map {
      RouteInfo(id: -1, route: LinkRoute(path: "/**"), pattern: $0, parent: nil, parts: [])
    }
}
