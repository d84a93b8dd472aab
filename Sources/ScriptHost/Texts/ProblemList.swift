import LuaRuntime
import Moonroute

/// The mistakes found while loading, each once.
struct ProblemList {
  /// The number of recorded mistakes; further ones are only counted.
  private static let limit = 100

  private var known: Set<ScriptProblem> = []
  private var uncounted = 0

  var hasErrors: Bool { known.contains { $0.severity == .error } }

  var isFull: Bool { known.count >= Self.limit }

  /// Records a mistake once; returns `nil`, without making it, if the list is full.
  @discardableResult
  mutating func add(_ problem: @autoclosure () -> ScriptProblem) -> ScriptProblem? {
    guard !isFull else {
      uncounted += 1
      return nil
    }
    let problem = problem()
    // A file that does not parse is reported again by every `require` of it.
    let same = known.first {
      $0.code == .syntaxError && problem.code == .syntaxError && $0.site == problem.site
    }
    guard let same else {
      known.insert(problem)
      return problem
    }
    guard same.message.utf8.count < problem.message.utf8.count else { return problem }
    known.remove(same)
    known.insert(problem)
    return problem
  }

  mutating func replace(_ problem: ScriptProblem, with other: ScriptProblem) {
    if known.remove(problem) != nil { known.insert(other) }
  }

  /// The mistakes by file, line, column and message.
  var sorted: [ScriptProblem] {
    var sorted = known.sorted { $0.place < $1.place }
    if uncounted > 0 {
      sorted.append(
        ScriptProblem(.scriptError, "And \(uncounted) more problems. Fix these first.")
      )
    }
    return sorted
  }
}

extension ScriptProblem {
  fileprivate var place: (String, Int, Int, String) {
    (site?.file ?? "", site?.line ?? 0, column ?? 0, message)
  }
}
