import Moonroute
import RoutePatterns

extension RouteReview {
  /// Returns the routes that always lose to others; routes with an owner are temporary, so they do
  /// not hide others and are not reported.
  mutating func findCovered() -> Set<Int> {
    let table = index.table
    var hidden = conflicts(in: table, hiding: [])
    // A hidden route may still win in opens that are restricted to its tags.
    for tags in Set(hidden.map { index.route(ofEntry: $0.entry).tags }) where !tags.isEmpty {
      let rest = conflicts(in: table, hiding: tags)
      hidden.removeAll { index.route(ofEntry: $0.entry).tags == tags }
      hidden += rest.filter { index.route(ofEntry: $0.entry).tags == tags }
    }
    for conflict in hidden { report(conflict) }
    return Set(hidden.map { index.route(ofEntry: $0.entry).id })
  }

  /// The routes that are unreachable in opens restricted to any one of some tags.
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
    // Two routes with the same pattern were already reported by the load.
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

  /// Finds pairs of routes that only the order of registration decides.
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
          "'\(rival.label)' and \(route.labelWithPlace) are equally exact, and both match"
            + " '\(sample)': the one registered first wins. Give one of them a priority.",
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

  /// Finds the first route of each scheme that hides routes without a scheme from its locations.
  mutating func findFallbacks() {
    let routes = index.routes.filter { !$0.parts.isEmpty }
    guard routes.contains(where: { $0.scheme == nil }) else { return }
    let decided = Set(rules.configuration.fallback.keys.map { $0.lowercased() })
    var seen = decided.union(["http", "https"])
    for route in routes {
      guard let scheme = route.scheme, seen.insert(scheme).inserted else { continue }
      warn(
        .fallbackOff,
        "'\(route.label)' is the first route of scheme '\(scheme)': its locations no longer match"
          + " routes without a scheme. Write router.scheme(\"\(scheme)\", { fallback = false })"
          + " or true to confirm it.",
        at: route.site
      )
    }
  }
}
