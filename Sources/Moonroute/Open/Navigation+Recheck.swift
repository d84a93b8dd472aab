import RoutePatterns

/// When an open asked its guards: what they answered before a recheck no longer counts.
struct GuardsAsked {
  /// The most times that all of them are asked because of rechecks.
  static let roundLimit = 8

  /// The number of rechecks that had begun when they were asked last.
  private(set) var recheckCount = 0

  /// The number of times that all of them were asked because of a recheck.
  private(set) var roundCount = 0

  /// Records that they are asked now.
  mutating func begin(at count: Int) { recheckCount = count }

  /// Records that they are asked once more.
  mutating func beginAgain(at count: Int) {
    begin(at: count)
    roundCount += 1
  }
}

extension Navigation {
  /// Whether no recheck has begun since the guards were asked.
  var guardsHold: Bool { guardsAsked.recheckCount == router.inFlight.recheckCount }

  /// Asks the guards of a branch, and all of them again when a recheck begins meanwhile.
  ///
  /// - Returns: Where to go instead, or `nil` to go on.
  func decide(about matched: MatchedBranch) async throws(OpenFailure) -> Location? {
    guardsAsked.begin(at: router.inFlight.recheckCount)
    if let next = try await askGuards(of: matched) { return next }
    return try await decideAgain(about: matched)
  }

  /// Asks the guards of a branch again if a recheck has begun since they were asked.
  ///
  /// - Returns: Where to go instead, or `nil` to go on.
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
  /// Guards that never answer without a recheck meanwhile.
  static func alwaysRechecked(_ asked: String) -> RouterError {
    RouterError(
      .denied,
      "\(asked) were asked again \(GuardsAsked.roundLimit) times, and each time a recheck began"
        + " meanwhile. Call router.recheck() where a login or a logout happens, not in a guard."
    )
  }
}
