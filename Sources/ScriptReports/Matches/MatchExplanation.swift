package import MessageStream
package import Moonroute
package import RoutePatterns
import ScriptHost

/// Every route that matches a location, by rank, and near misses, with reasons.
package struct MatchExplanation {
  private struct Candidate {
    let route: RouteInfo
    /// The position among the matching routes, counted from 1, or `nil` for a near miss.
    let place: Int?
    /// The reason why it lost, or `nil` for the winner.
    let reason: String?
  }

  /// The maximum number of near misses to show.
  private static let missLimit = 10

  private var candidates: [Candidate] = []
  private let otherCount: Int

  /// Takes O(*n* log *n*) for *n* routes with near misses, and the time of a match without them; a
  /// text that is not a location has no candidates.
  package init(
    _ text: String,
    in index: RouteIndex,
    rules: LocationRules,
    showsMisses: Bool = true
  ) {
    guard let location = try? Location(parsing: text, rules: rules) else {
      otherCount = 0
      return
    }
    var matches = index.matches(location)
    var fitting: [RouteInfo] = []
    while let (route, _) = matches.next() { fitting.append(route) }
    for (offset, route) in fitting.enumerated() {
      let reason =
        offset == 0
        ? nil
        : RouteComparison(winner: fitting[0], loser: route, order: index.table.order).reason
      candidates.append(Candidate(route: route, place: offset + 1, reason: reason))
    }
    let fit = Set(fitting.map(\.id))
    // If the look-up exceeds its budget, the routes are not tried one by one.
    if showsMisses, !matches.isCutShort {
      candidates += Self.misses(of: location, in: index, except: fit, rules: rules)
    }
    otherCount = index.winningRoutes.count - candidates.count
  }

  /// The near misses, the nearest first.
  private static func misses(
    of location: Location,
    in index: RouteIndex,
    except fit: Set<Int>,
    rules: LocationRules
  ) -> [Candidate] {
    var near = RouteNearness(to: location, rules: rules)
    return index.winningRoutes.filter { !fit.contains($0.id) }
      .map { (route: $0, nearness: near.nearness(of: $0)) }
      .enumerated()
      .filter { $0.element.nearness > 0 }
      .sorted { ($1.element.nearness, $0.offset) < ($0.element.nearness, $1.offset) }
      .prefix(missLimit)
      .map { _, found in
        let miss = RouteMiss(found.route, location, rules: rules)
        return Candidate(route: found.route, place: nil, reason: miss.reason)
      }
  }

  /// The candidates for `match --explain --json`.
  package var json: JSON {
    .list(
      candidates.map {
        .fields(
          ("name", .optional($0.route.name)),
          ("pattern", .text($0.route.pattern.text)),
          ("fits", .bool($0.place != nil)),
          ("reason", .optional($0.reason)),
          ("file", .optional($0.route.site?.file)),
          ("line", .optional($0.route.site?.line))
        )
      }
    )
  }

  package func lines(_ style: ReportStyle) -> [String] {
    var lines: [String] = []
    for candidate in candidates {
      var text = ReportText()
      text.addWhole(candidate.route.pattern.text, candidate.place == 1 ? .strong : .plain)
      let row = ReportRow(
        label: candidate.place.map { "\($0). \($0 == 1 ? "wins" : "fits")" } ?? "misses",
        tone: candidate.place == nil ? .soft : .good,
        text: text,
        place: candidate.route.site?.description
      )
      lines += row.lines(style)
      if let reason = candidate.reason {
        lines += ReportRow(label: "", text: ReportText(reason, .soft)).lines(style)
      }
    }
    if otherCount > 0 {
      let text = "\(otherCount) more are not close"
      lines += ReportRow(label: "", text: ReportText(text, .soft)).lines(style)
    }
    return lines
  }
}
