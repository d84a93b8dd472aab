import RoutePatterns

extension RouterError {
  /// The reason explains why the nearest pattern does not match, if it is more than a name.
  static func nothingFits(
    _ location: Location,
    nearest: [String],
    reason: String?
  ) -> RouterError {
    let why = reason.map { ": \($0)" } ?? ""
    let hint = nearest.first.map { " The nearest route is '\($0)'\(why)." } ?? ""
    return RouterError(.notFound, "No route matches '\(location)'.\(hint)", nearest: nearest)
  }

  static func matchLimit(_ location: Location) -> RouterError {
    let text = location.description
    let start = text.utf8.count <= 200 ? text : text.prefix(100) + "…"
    return RouterError(
      .matchLimit,
      "Looking up '\(start)' takes too many steps, so nothing is opened. Shorten it, or use fewer"
        + " and smaller constraints at one place of a path."
    )
  }

  static func hostNotAllowed(_ location: Location) -> RouterError {
    let problem =
      location.host.map { "The host '\($0)' is not among the configured hosts." }
      ?? "It has no host, and scheme '\(location.scheme ?? "")' is for the configured hosts only."
    return RouterError(.notFound, "No route matches '\(location)'. \(problem)")
  }

  static func allDeclined(_ location: Location) -> RouterError {
    RouterError(.notFound, "Every route that matches '\(location)' declined it.")
  }

  static func noAction(of route: RouteInfo, for location: Location) -> RouterError {
    RouterError(
      .notFound,
      "'\(location)' opens the view of route '\(route.pattern.text)', but a fetch needs an"
        + " action. Open it instead."
    )
  }

  static func noScreen(of route: RouteInfo, for location: Location) -> RouterError {
    RouterError(
      .noView,
      "'\(location)' runs the action of route '\(route.pattern.text)', but a build needs a"
        + " view. Fetch it instead."
    )
  }

  /// A route that only decides, but did not redirect.
  static func noView(of route: RouteInfo, for location: Location) -> RouterError {
    RouterError(
      .noView,
      "Route '\(route.pattern.text)' allows '\(location)' but has no view. Give it one, or make"
        + " it always redirect."
    )
  }

  static func emptyView(of route: RouteInfo) -> RouterError {
    RouterError(.noView, "The view of route '\(route.pattern.text)' returned no screen.")
  }

  static func redirectLoop(_ chain: [Location]) -> RouterError {
    RouterError(
      .redirectLoop,
      "The redirects form a loop: \(way(chain)). One of them must let the location pass."
    )
  }

  static func redirectLimit(_ limit: Int, _ chain: [Location]) -> RouterError {
    RouterError(
      .redirectLimit,
      "More than \(limit) redirects: \(way(chain)). Shorten the chain, or raise the redirect limit."
    )
  }

  /// Redirects to the same path with a different query each time.
  ///
  /// `leader` is the last decision, such as `guard 'login'`.
  static func redirectGrowth(_ chain: [Location], by leader: String) -> RouterError {
    let path = chain.last?.path ?? ""
    return RouterError(
      .redirectLoop,
      "The redirects return to '\(path)' again and again, each time with a different query:"
        + " \(way(chain)). The \(leader) must let '\(path)' pass."
    )
  }

  static func unmatchedLoop(_ location: Location) -> RouterError {
    RouterError(
      .redirectLoop,
      "'unmatched' opens '\(location)' while it handles the same location. Return a screen, or open a"
        + " location that a route matches."
    )
  }

  static func tooDeep(limit: Int) -> RouterError {
    RouterError(
      .redirectLimit,
      "More than \(limit) nested opens. The handlers of an open must not open the same location"
        + " again."
    )
  }

  static func timeout(_ label: String, limit: Duration) -> RouterError {
    RouterError(
      .timeout,
      "'\(label)' waited longer than \(limit). Return sooner, or raise the wait limit."
    )
  }

  static func thrown(_ error: any Error, by label: String) -> RouterError {
    RouterError(.scriptError, "'\(label)' failed: \(error)", underlying: error)
  }

  /// A guard or redirect with an answer that only proxies may return.
  static func rewrite(by label: String) -> RouterError {
    RouterError(
      .scriptError,
      "'\(label)' returned a rewrite, but only proxies may do that. Return a location."
    )
  }

  /// A decision that returned an invalid location.
  static func noLocation(_ text: String, by label: String) -> RouterError {
    RouterError(
      .badLocation,
      "'\(label)' returned '\(text)', which is not a location."
        + " Start it with '/', or use router.to(name)."
    )
  }

  static var pageHasLeft: RouterError {
    RouterError(.animationFailed, "refresh cannot find its page: it has left the stage.")
  }

  private static func way(_ chain: [Location]) -> String {
    chain.map(\.description).joined(separator: " → ")
  }
}
