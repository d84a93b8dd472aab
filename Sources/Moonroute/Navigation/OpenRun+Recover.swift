import RoutePatterns

extension OpenRun {
  /// Tries what may be shown in place of an open that failed.
  func recover(from end: OpenEnd) async -> Outcome {
    guard purpose == .show, substituted == nil, !ticket.isCancelled else {
      return outcome(ended: end)
    }
    substituted = end
    let failed = outcome(ended: end)
    do throws(OpenEnd) {
      switch end {
      case .cancelled: return failed
      case .notFound:
        if let shown = try await fallBack() { return shown }
        if let shown = try await askUnmatched() { return shown }
      case .intercepted, .failed: break
      }
      if let shown = try await askOnError(about: failed) { return shown }
      return failed.adding(steps: steps)
    } catch {
      note(.fallback, answer: "failed: \(error.error?.message ?? "stopped")")
      return failed.adding(steps: steps)
    }
  }

  /// Opens the location that the query itself names, once.
  private func fallBack() async throws(OpenEnd) -> Outcome? {
    guard let text = chain.first?.query.last(ReservedQuery.fallback), !text.isEmpty else {
      return nil
    }
    note(.fallback, ReservedQuery.fallback, answer: text)
    do throws(OpenEnd) {
      return fellBack(try await resolve(try parse(text)))
    } catch .notFound {
      return nil
    }
  }

  /// Asks the handler of locations that nothing fits.
  private func askUnmatched() async throws(OpenEnd) -> Outcome? {
    guard let unmatched = rules.unmatched, let location = chain.last else { return nil }
    guard let state = anyState(location) else { return nil }
    let answer = try await perform(unmatched, state, at: nil)
    return try await show(answer, state: state, name: "unmatched")
  }

  /// Asks the handler of failures.
  private func askOnError(about failed: Outcome) async throws(OpenEnd) -> Outcome? {
    guard let onError = rules.onError else { return nil }
    guard let location = chain.last ?? Location("/"), let state = anyState(location) else {
      return nil
    }
    let answer = try await perform(onError, failed, at: nil)
    return try await show(answer, state: state, name: "on_error")
  }

  /// Shows what a handler answered in place of the failed open.
  private func show(
    _ substitute: Substitute?,
    state: RouteState,
    name: String
  ) async throws(OpenEnd) -> Outcome? {
    switch substitute {
    case nil: return nil
    case .location(let location):
      note(.fallback, name, answer: location.description)
      return fellBack(try await resolve(location))
    case .text(let text):
      note(.fallback, name, answer: text)
      return fellBack(try await resolve(try parse(text)))
    case .screen(var screen):
      note(.fallback, name, answer: screen.view)
      if screen.id == .unplaced { screen.id = router.stage.makeID() }
      screen.state = state
      let animator = options.animator ?? rules.configuration.animator
      return fellBack(try place(screen, by: animator, behaviour: nil, state: state))
    }
  }

  /// The state of a location that no route fits.
  private func anyState(_ location: Location) -> RouteState? {
    guard let any = AnyLocation.shared, let match = any.pattern.match(location) else { return nil }
    return state(of: any, leaf: any, match: match, location: location)
  }
}

/// The route that stands for "no route": it fits everything.
private enum AnyLocation {
  static let shared = (try? RoutePattern("/**"))
    .map {
      RouteInfo(id: -1, route: Route(path: "/**"), pattern: $0, parent: nil, parts: [])
    }
}
