/// The kind of a difference between two versions, in the words of `diff --json` and `--only`.
package enum DiffKind: String, CaseIterable, Sendable {
  case scriptsFail = "scripts_fail"
  case linkDies = "link_dies"
  case nameLeftOver = "name_left_over"
  case doorOpens = "door_opens"
  case doorCloses = "door_closes"
  case linkMoves = "link_moves"
  case required, narrowed
  case eventChanged = "event_changed"
  case resourceChanged = "resource_changed"
  case sessionChanged = "session_changed"
  case newFinding = "new_finding"
  case routeAdded = "route_added"
  case routeRemoved = "route_removed"
  case routeMoved = "route_moved"
  case renamed
  case newPage = "new_page"
  case widened, animator, tags, meta, priority, view
  case ruleChanged = "rule_changed"
  case persona
  case fixedFinding = "fixed_finding"

  /// The effect on links and people.
  package enum Severity: String, CaseIterable, Sendable {
    case breaks, opens, look, tells
  }

  package var severity: Severity {
    switch self {
    case .scriptsFail, .linkDies, .nameLeftOver: .breaks
    case .doorOpens: .opens
    case .doorCloses, .linkMoves, .required, .narrowed, .eventChanged, .resourceChanged,
      .sessionChanged, .newFinding:
      .look
    case .routeAdded, .routeRemoved, .routeMoved, .renamed, .newPage, .widened, .animator, .tags,
      .meta, .priority, .view, .ruleChanged, .persona, .fixedFinding:
      .tells
    }
  }

  /// The first word of a line about a difference that has no effect on links and people.
  var label: String {
    switch self {
    case .routeAdded: "added"
    case .routeRemoved: "removed"
    case .routeMoved: "moved"
    case .newPage: "new page"
    case .widened: "wider"
    case .ruleChanged: "rule"
    case .fixedFinding: "fixed"
    default: rawValue
    }
  }
}
