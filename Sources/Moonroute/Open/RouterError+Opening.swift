import RoutePatterns

extension RouterError {
  /// No route matches a location.
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - nearest: The nearest patterns.
  ///   - reason: The reason why the nearest pattern does not match, if it is more than a name.
  /// - Returns: The error.
  static func nothingFits(
    _ location: Location,
    nearest: [String],
    reason: String?
  ) -> RouterError {
    let why = reason.map { ": \($0)" } ?? ""
    let hint = nearest.first.map { " The nearest route is '\($0)'\(why)." } ?? ""
    return RouterError(.notFound, "No route fits '\(location)'.\(hint)", nearest: nearest)
  }

  /// A location that takes too many steps to look up.
  static func matchLimit(_ location: Location) -> RouterError {
    let text = location.description
    let start = text.utf8.count <= 200 ? text : text.prefix(100) + "…"
    return RouterError(
      .matchLimit,
      "Looking up '\(start)' takes too many steps, so nothing is opened. Shorten it, or let fewer"
        + " and smaller constraints stand at one place of a path."
    )
  }

  /// A location with a host that is not configured.
  static func hostNotAllowed(_ location: Location) -> RouterError {
    let problem =
      location.host.map { "The host '\($0)' is not among the configured hosts." }
      ?? "It has no host, and scheme '\(location.scheme ?? "")' is for the configured hosts only."
    return RouterError(.notFound, "No route fits '\(location)'. \(problem)")
  }

  /// All matching routes declined a location.
  static func allDeclined(_ location: Location) -> RouterError {
    RouterError(.notFound, "Every route that fits '\(location)' declined it.")
  }

  /// A fetch of a location without an action.
  static func noAction(of route: RouteInfo, for location: Location) -> RouterError {
    RouterError(
      .notFound,
      "'\(location)' leads to the view of route '\(route.pattern.text)', and a fetch needs an"
        + " action. Open it instead."
    )
  }

  /// A build of a location with an action.
  static func noScreen(of route: RouteInfo, for location: Location) -> RouterError {
    RouterError(
      .noView,
      "'\(location)' leads to the action of route '\(route.pattern.text)', and a build needs a"
        + " view. Fetch it instead."
    )
  }

  /// A route that only decides, but did not redirect.
  static func noView(of route: RouteInfo, for location: Location) -> RouterError {
    RouterError(
      .noView,
      "Route '\(route.pattern.text)' let '\(location)' through but has no view. Give it one, or"
        + " let it always lead elsewhere."
    )
  }

  /// A view that returned nothing.
  static func emptyView(of route: RouteInfo) -> RouterError {
    RouterError(.noView, "The view of route '\(route.pattern.text)' answered no screen.")
  }

  /// Redirects back to an earlier location.
  static func redirectLoop(_ chain: [Location]) -> RouterError {
    RouterError(
      .redirectLoop,
      "The redirects run in a circle: \(way(chain)). Let one of them go on."
    )
  }

  /// More redirects than allowed.
  static func redirectLimit(_ limit: Int, _ chain: [Location]) -> RouterError {
    RouterError(
      .redirectLimit,
      "More than \(limit) redirects: \(way(chain)). Shorten the way, or raise the redirect limit."
    )
  }

  /// Redirects to the same path with a different query each time.
  ///
  /// - Parameters:
  ///   - chain: Every location, including the first one.
  ///   - leader: The last decision, such as `guard 'login'`.
  /// - Returns: The error.
  static func redirectGrowth(_ chain: [Location], by leader: String) -> RouterError {
    let path = chain.last?.path ?? ""
    return RouterError(
      .redirectLoop,
      "The redirects lead to '\(path)' again and again, each time with another query: \(way(chain))."
        + " Let the \(leader) let '\(path)' pass."
    )
  }

  /// A handler of unmatched locations that opens its own location.
  static func unmatchedLoop(_ location: Location) -> RouterError {
    RouterError(
      .redirectLoop,
      "'unmatched' opens '\(location)', which no route fits, while it is called for that. Let it return"
        + " a screen, or open a location that a route fits."
    )
  }

  /// More nested opens than allowed.
  static func tooDeep(limit: Int) -> RouterError {
    RouterError(
      .redirectLimit,
      "More than \(limit) opens inside each other. Let an open's handlers not open the location"
        + " they are a step of."
    )
  }

  /// A handler that exceeded the wait limit.
  static func timeout(_ label: String, limit: Duration) -> RouterError {
    RouterError(
      .timeout,
      "'\(label)' waited longer than \(limit). Answer sooner, or raise the wait limit."
    )
  }

  /// A handler that threw an error of its own.
  static func thrown(_ error: any Error, by label: String) -> RouterError {
    RouterError(.scriptError, "'\(label)' failed: \(error)", underlying: error)
  }

  /// A guard or redirect with an answer that only proxies may return.
  static func rewrite(by label: String) -> RouterError {
    RouterError(
      .scriptError,
      "'\(label)' answered a rewrite, which only proxies may. Answer a location."
    )
  }

  /// A decision that returned an invalid location.
  static func noLocation(_ text: String, by label: String) -> RouterError {
    RouterError(
      .badLocation,
      "'\(label)' answered '\(text)', which is no location. Start it with '/',"
        + " or use router.to(name)."
    )
  }

  /// A refresh of a page that left in the meantime.
  static var pageHasLeft: RouterError {
    RouterError(.animationFailed, "refresh has lost its page: it has left.")
  }

  private static func way(_ chain: [Location]) -> String {
    chain.map(\.description).joined(separator: " → ")
  }
}
