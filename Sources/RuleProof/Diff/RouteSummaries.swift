import Rehearsal
import TextTools

extension RuleDiff {
  /// The differences of each route in a few words, such as `opens for passenger`, by the name or
  /// pattern of the route in the new version.
  package var routeSummaries: [String: String] {
    Dictionary(grouping: changes.filter { $0.route != nil }) { $0.route ?? "" }
      .compactMapValues { changes in
        let words = DiffKind.allCases.compactMap { kind in
          let changes = changes.filter { $0.kind == kind }
          return changes.isEmpty ? nil : kind.summary(of: changes)
        }
        return words.isEmpty ? nil : words.joined(separator: ", ")
      }
  }
}

extension DiffKind {
  fileprivate func summary(of changes: [DiffChange]) -> String? {
    let people = changes.compactMap(\.door?.person)
      .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .joined(separator: ", ")
    switch self {
    case .doorOpens: return "opens for \(people)"
    case .doorCloses: return "no longer opens for \(people)"
    case .linkDies:
      return "\(counted(changes.count, "link")) \(changes.count == 1 ? "dies" : "die")"
    case .linkMoves:
      let verb = changes.count == 1 ? "leads" : "lead"
      return "\(counted(changes.count, "link")) \(verb) elsewhere"
    case .routeAdded: return "new"
    case .routeMoved: return "moved"
    case .renamed: return "renamed"
    case .required: return "needs more of the query"
    case .narrowed: return "accepts less"
    case .widened: return "accepts more"
    case .ruleChanged: return "other rules"
    case .animator, .tags, .meta, .priority, .view: return "other \(rawValue)"
    case .scriptsFail, .nameLeftOver, .eventChanged, .resourceChanged, .sessionChanged,
      .newFinding, .routeRemoved, .newPage, .persona, .fixedFinding:
      return nil
    }
  }
}
