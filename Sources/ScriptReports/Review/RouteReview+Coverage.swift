import Moonroute
import RoutePatterns

extension RouteReview {
  /// Finds routes that others always win over.
  ///
  /// Routes with an owner come and go, so they neither hide others nor are reported.
  ///
  /// - Returns: The identities of the routes that are never reached.
  mutating func findCovered() -> Set<Int> {
    let table = index.table
    var hidden = conflicts(in: table, hiding: [])
    // A route that is hidden from all opens may still win in those restricted to its tags.
    for tags in Set(hidden.map { index.route(ofEntry: $0.entry).tags }) where !tags.isEmpty {
      let rest = conflicts(in: table, hiding: tags)
      hidden.removeAll { index.route(ofEntry: $0.entry).tags == tags }
      hidden += rest.filter { index.route(ofEntry: $0.entry).tags == tags }
    }
    for conflict in hidden { report(conflict) }
    return Set(hidden.map { index.route(ofEntry: $0.entry).id })
  }

  /// The routes that are never reached in opens restricted to any one of some tags.
  private func conflicts(in table: RouteTable, hiding tags: [String]) -> [RouteConflict] {
    table.conflicts { entry in
      let route = index.route(ofEntry: entry)
      return !route.parts.contains(.action) && route.isActive && !route.registration.isOwned
        && tags.allSatisfy(route.tags.contains)
    }
  }

  private mutating func report(_ conflict: RouteConflict) {
    let route = index.route(ofEntry: conflict.entry)
    let rivals = conflict.rivals.map { index.route(ofEntry: $0) }
    guard route.isActive, !route.registration.isOwned else { return }
    // Two routes of one pattern were reported when the scripts were loaded.
    if conflict.kind == .samePattern, rivals.allSatisfy({ $0.priority == route.priority }) {
      return
    }
    let labels = rivals.map(\.labelWithPlace)
    let advice =
      index.order == .rank
      ? "Give it a priority, or remove it." : "Register it elsewhere, or remove it."
    warn(
      .unreachable,
      "'\(route.label)' is never reached: \(labels.joined(separator: " and "))"
        + " \(labels.count == 1 ? "wins" : "win") for every location. \(advice)",
      at: route.site
    )
  }

  /// Finds pairs of routes of which one wins over the other only because it came first.
  ///
  /// - Parameter hidden: The identities of routes that are never reached.
  mutating func findOverlaps(except hidden: Set<Int>) {
    guard index.order == .rank else { return }
    for route in index.winningRoutes where !route.parts.contains(.action) {
      var rivals = hidden
      for sample in samples(of: route) {
        var matches = index.matches(sample)
        _ = matches.next()
        guard let rival = matches.next()?.route, areOfOneRank(route, rival),
          rivals.insert(rival.id).inserted
        else { continue }
        warn(
          .overlap,
          "'\(rival.label)' and \(route.labelWithPlace) are equally exact, and both fit '\(sample)':"
            + " the one registered first wins. Give one of them a priority.",
          at: rival.site
        )
      }
    }
  }

  /// Whether only the order of registration decides between two routes.
  private func areOfOneRank(_ first: RouteInfo, _ second: RouteInfo) -> Bool {
    let entries = [first, second].map(RouteTable.Entry.init)
    guard !first.registration.isOwned, !second.registration.isOwned,
      first.scheme == second.scheme, first.pattern.text != second.pattern.text,
      Set(first.tags) == Set(second.tags)
    else { return false }
    return !entries[0].outranks(entries[1]) && !entries[1].outranks(entries[0])
  }

  /// Finds the first route of each scheme that keeps its locations from the routes without one.
  mutating func findFallbacks() {
    let routes = index.routes.filter { !$0.parts.isEmpty }
    guard routes.contains(where: { $0.scheme == nil }) else { return }
    let decided = Set(rules.configuration.fallback.keys.map { $0.lowercased() })
    var seen = decided.union(["http", "https"])
    for route in routes {
      guard let scheme = route.scheme, seen.insert(scheme).inserted else { continue }
      warn(
        .fallbackOff,
        "'\(route.label)' is the first route of scheme '\(scheme)': from now on its locations fit no"
          + " route without a scheme. Say so, with router.scheme(\"\(scheme)\", { fallback = false })"
          + " or true.",
        at: route.site
      )
    }
  }
}
