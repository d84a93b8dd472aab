import Moonroute
import ScriptReports

/// The outcomes of a test's opens.
final class SpecOpens {
  /// The number of opens stored for one test.
  private static let limit = 20

  private var outcomes: [Outcome] = []

  /// The lines that define the opened routes, since the last `takeRoutes()`.
  private var routes: SpecFootprints.Lines = [:]

  /// Whether a step of an open exceeded its time limit.
  var hasTimedOut: Bool { outcomes.contains { $0.error?.code == .timeout } }

  var faults: [RuleFinding] { outcomes.compactMap { RuleFinding($0) } }

  func add(_ outcome: Outcome) {
    if outcomes.count == Self.limit { outcomes.removeFirst() }
    outcomes.append(outcome)
    if let site = outcome.route?.site { routes[site.file, default: []].insert(site.line) }
  }

  /// Returns the lines that define the opened routes, and clears them.
  func takeRoutes() -> SpecFootprints.Lines {
    defer { routes = [:] }
    return routes
  }

  /// Clears the opens, and returns their texts with the steps if `isAsked`.
  func take(asTexts isAsked: Bool, frame: (SourceSite) -> String) -> [String] {
    defer { outcomes.removeAll(keepingCapacity: true) }
    guard isAsked, !outcomes.isEmpty else { return [] }
    let style = ReportStyle(isColoured: false, width: 96)
    return outcomes.flatMap {
      OutcomeReport($0, frame: $0.scriptSite.map(frame) ?? "").lines(style)
    }
  }
}
