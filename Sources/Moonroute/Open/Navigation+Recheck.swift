import RoutePatterns

/// Counts the rounds of guard calls, because decisions from before a recheck are not valid.
struct GuardsAsked {
  static let roundLimit = 8

  /// The number of rechecks before the last round.
  private(set) var recheckCount = 0

  /// The number of rounds because of rechecks.
  private(set) var roundCount = 0

  mutating func begin(at count: Int) { recheckCount = count }

  mutating func beginAgain(at count: Int) {
    begin(at: count)
    roundCount += 1
  }
}

extension Navigation {
  /// Whether the decisions of the guards are still valid, because no recheck began since.
  var guardsHold: Bool { guardsAsked.recheckCount == router.inFlight.recheckCount }

  /// Calls all guards again if a recheck begins in the meantime; returns a redirect target.
  func decide(about matched: MatchedBranch) async throws(OpenFailure) -> Location? {
    guardsAsked.begin(at: router.inFlight.recheckCount)
    if let next = try await askGuards(of: matched) { return next }
    return try await decideAgain(about: matched)
  }

  /// Calls the guards again if a recheck began since the last calls; returns a redirect target.
  func decideAgain(about matched: MatchedBranch) async throws(OpenFailure) -> Location? {
    while !guardsHold {
      guard !request.isCancelled else { throw .cancelled }
      guard guardsAsked.roundCount < GuardsAsked.roundLimit else {
        let route = matched.state.route
        throw failed(.guard, route, .alwaysRechecked("The guards of '\(route.label)'"))
      }
      guardsAsked.beginAgain(at: router.inFlight.recheckCount)
      if let next = try await askGuards(of: matched) { return next }
    }
    return nil
  }
}

extension RouterError {
  /// Guards with a recheck during every call.
  static func alwaysRechecked(_ asked: String) -> RouterError {
    RouterError(
      .denied,
      "\(asked) were called again \(GuardsAsked.roundLimit) times, and a recheck began each"
        + " time. Call router.recheck() after a login or a logout, not in a guard."
    )
  }
}
