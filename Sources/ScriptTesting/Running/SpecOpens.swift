import Moonroute
import ScriptReports

/// The outcomes of the opens of a test.
final class SpecOpens {
  /// The number of opens stored for one test.
  private static let limit = 20

  private var outcomes: [Outcome] = []

  /// The lines on which the routes are defined to which the opens came, since they were taken.
  private var routes: SpecFootprints.Lines = [:]

  /// Whether a step of one of them computed or waited longer than it may.
  var hasTimedOut: Bool { outcomes.contains { $0.error?.code == .timeout } }

  /// The rules that do not hold, as far as opens tell.
  var faults: [RuleFinding] { outcomes.compactMap { RuleFinding($0) } }

  func add(_ outcome: Outcome) {
    if outcomes.count == Self.limit { outcomes.removeFirst() }
    outcomes.append(outcome)
    if let site = outcome.route?.site { routes[site.file, default: []].insert(site.line) }
  }

  /// The lines on which the routes are defined to which the opens came; forgets them.
  func takeRoutes() -> SpecFootprints.Lines {
    defer { routes = [:] }
    return routes
  }

  /// Forgets the opens so far.
  ///
  /// - Parameters:
  ///   - isAsked: Whether the texts are asked for, each with its steps.
  ///   - frame: Draws the lines of a script around what went wrong.
  /// - Returns: The texts.
  func take(asTexts isAsked: Bool, frame: (SourceSite) -> String) -> [String] {
    defer { outcomes.removeAll(keepingCapacity: true) }
    guard isAsked, !outcomes.isEmpty else { return [] }
    let style = ReportStyle(isColoured: false, width: 96)
    return outcomes.flatMap {
      OutcomeReport($0, frame: $0.scriptSite.map(frame) ?? "").lines(style)
    }
  }
}
