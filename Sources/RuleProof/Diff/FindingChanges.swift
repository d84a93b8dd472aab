import MessageStream
import Moonroute
import ScriptAnalysis
import ScriptHost
import TextTools

/// The findings of `check` that only one of two versions has.
///
/// Two findings are the same if they have the same rule, file and message: a line that only moves
/// changes nothing.
struct FindingChanges {
  private(set) var changes: [DiffChange] = []

  /// Compares the findings of two versions.
  ///
  /// - Parameters:
  ///   - before: The old version.
  ///   - after: The new version.
  ///   - sites: The places in the new version with another difference about the same mistake.
  init(from before: LoadedSide, to after: LoadedSide, except sites: Set<SourceSite>) {
    for problem in Self.problems(after, without: before)
    where problem.site.map({ !sites.contains($0) }) ?? true {
      addNew(problem)
    }
    for problem in Self.problems(before, without: after) { addFixed(problem) }
  }

  private mutating func addNew(_ problem: ScriptProblem) {
    changes.append(
      DiffChange(
        .newFinding,
        "A new \(problem.severity.rawValue) of check: \(problem.message)",
        at: problem.site,
        fields: Self.fields(of: problem)
      )
    )
  }

  private mutating func addFixed(_ problem: ScriptProblem) {
    let message = problem.message
    let words = message.hasSuffix(".") ? String(message.dropLast()) : message
    var change = DiffChange(.fixedFinding, "\(words)", fields: Self.fields(of: problem))
    // The place is in the old version.
    change.note = problem.site.map { "\($0)" }
    changes.append(change)
  }

  private static func fields(of problem: ScriptProblem) -> [JSON.Field] {
    [
      JSON.Field("rule", .text(problem.code.rawValue)),
      JSON.Field("level", .text(problem.severity.rawValue)),
    ]
  }

  // MARK: Same findings

  private struct Key: Hashable {
    let rule: String
    let file: String?
    let words: String

    init(_ problem: ScriptProblem) {
      (rule, file) = (problem.code.rawValue, problem.site?.file)
      // A message can name the line of another place.
      words = problem.message.replacing(/(\.lua:|line )[0-9]+/) { $0.output.1 }
    }
  }

  /// The problems of one version that the other one does not have.
  private static func problems(_ side: LoadedSide, without other: LoadedSide) -> [ScriptProblem] {
    var counts: [Key: Int] = [:]
    for finding in other.findings { counts[Key(finding.problem), default: 0] += 1 }
    return side.findings.map(\.problem)
      .filter { problem in
        counts[Key(problem), default: 0] -= 1
        return counts[Key(problem), default: 0] < 0
      }
  }
}
