import RoutePatterns

extension Navigation {
  /// If the substitute fails, no further one is tried.
  ///
  /// The search for its proxies and guards has a new step budget.
  func recover(from failure: OpenFailure) async -> Outcome {
    let failure = unmatchedLoop(of: failure) ?? failure
    var failed = outcome(failed: failure)
    guard purpose == .show, !request.isCancelled else { return failed }
    trail.beginSubstitute()
    do throws(OpenFailure) {
      if var shown = try await substitute(for: failure, failed) {
        // A route that `unmatched` registered is the requested one and not a substitute.
        guard !isFound else { return shown }
        shown.status = .fellBack
        shown.error = failure.error
        shown.reason = failed.reason
        return shown
      }
    } catch {
      if request.isCancelled { failed = outcome(failed: .cancelled) }
    }
    failed.steps = journal.steps
    return failed
  }

  /// The failure of an open by `unmatched` for its own location, or `nil`.
  private func unmatchedLoop(of failure: OpenFailure) -> OpenFailure? {
    guard case .notFound = failure, let location = trail.location,
      request.isInsideUnmatched(of: location)
    else { return nil }
    return .failed(.unmatchedLoop(location))
  }

  /// Shows the substitute, or returns `nil` without one.
  private func substitute(
    for failure: OpenFailure,
    _ failed: Outcome
  ) async throws(OpenFailure) -> Outcome? {
    switch failure {
    case .cancelled: return nil
    case .intercepted, .failed: break
    case .notFound:
      if let shown = try await fallBack() { return shown }
      if let shown = try await askUnmatched(failed) { return shown }
      if let found = try await openRegistered(failed) { return found }
    }
    guard let onError = rules.onError, let state = anyState(failed) else { return nil }
    let answer = try await ask(onError, failed, name: "on_error")
    return try await show(answer, state: state, name: "on_error")
  }

  /// The error is reported separately, because the outcome contains the error of the open.
  private func ask<Input>(
    _ handler: Handler<Input, Substitute?>,
    _ input: Input,
    name: String
  ) async throws(OpenFailure) -> Substitute? {
    do throws(OpenFailure) {
      return try await perform(handler, input, .fallback, of: name, at: nil)
    } catch {
      if case .failed(let problem) = error { report(problem, name: name) }
      throw error
    }
  }

  private var links: LinkWords {
    var links = LinkWords()
    for location in trail.all + [trail.location].compactMap(\.self) { links.add(location) }
    links.add(text, keeping: Set(trail.all.flatMap(\.query.names)))
    return links
  }

  private func report(_ problem: RouterError, name: String) {
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

  /// Opens the fallback location in the query.
  private func fallBack() async throws(OpenFailure) -> Outcome? {
    let asked = trail.chain.reversed().lazy
      .compactMap { self.linkOption(ReservedQuery.fallback, of: $0) }
    guard let text = asked.first(where: { !$0.isEmpty }) else { return nil }
    note(.fallback, ReservedQuery.fallback, answer: text)
    do throws(OpenFailure) {
      return try await resolve(try parse(text))
    } catch {
      guard !request.isCancelled else { throw error }
      note(.fallback, ReservedQuery.fallback, answer: error.words)
      return nil
    }
  }

  private func askUnmatched(_ failed: Outcome) async throws(OpenFailure) -> Outcome? {
    guard let unmatched = rules.unmatched, let state = anyState(failed) else { return nil }
    let answer: Substitute?
    do throws(OpenFailure) {
      request.context.unmatched = state.location
      defer { request.context.unmatched = nil }
      answer = try await ask(unmatched, state, name: "unmatched")
      return try await show(answer, state: state, name: "unmatched")
    } catch {
      guard !request.isCancelled else { throw error }
      note(.fallback, "unmatched", answer: error.words)
      return nil
    }
  }

  /// Opens the location normally after `unmatched` has registered a route for it.
  private func openRegistered(_ failed: Outcome) async throws(OpenFailure) -> Outcome? {
    guard takeInNewRoutes(), let location = failed.location, index.match(location) != nil else {
      return nil
    }
    isFound = true
    trail.endSubstitute(at: location)
    return try await outcome(of: try await tryMatches(of: location))
  }

  private func show(
    _ substitute: Substitute?,
    state: RouteState,
    name: String
  ) async throws(OpenFailure) -> Outcome? {
    switch substitute {
    case nil: return nil
    case .location(let location):
      note(.fallback, name, answer: location.description)
      return try await resolve(location)
    case .text(let text):
      note(.fallback, name, answer: text)
      return try await resolve(try location(text, name: name))
    case .screen(let screen):
      note(.fallback, name, answer: screen.view)
      trail.stand(outsideRoutesAt: state.location)
      (route, match) = (nil, nil)
      try takePlace()
      return try await place(substitute: named(screen, state: state), state: state)
    }
  }

  private func place(
    substitute screen: Screen,
    state: RouteState
  ) async throws(OpenFailure) -> Outcome {
    var placement = Placement(
      animator: options.animator ?? rules.configuration.animator,
      source: state.source
    )
    try await askLeavers(of: placement, count: 1, state: state)
    let first = placement
    let concluded = try await concludeCustom(first, screen: screen, count: 1, state: state) {
      Placement(animator: $0, source: first.source)
    }
    placement.animator = concluded.animator
    try await askLeavers(of: placement, count: 1, state: state)
    return try place([concluded.screen], by: placement, behaviour: nil, state: state)
  }

  private func anyState(_ failed: Outcome) -> RouteState? {
    guard let any = AnyLocation.shared, let location = failed.location ?? Location("/"),
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
