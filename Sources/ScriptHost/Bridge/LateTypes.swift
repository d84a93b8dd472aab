import Moonroute
import RoutePatterns

/// Mistakes about undefined parameter types; a later definition adds its place to them.
struct LateTypes {
  private struct Use {
    let type: String
    let subject: String
    let problem: ScriptProblem
  }

  private var uses: [Use] = []

  /// Records a mistake if it is the use of an undefined type.
  mutating func note(_ problem: ScriptProblem, of error: (any Error)?) {
    switch error {
    case let error as PatternError:
      guard case .unknownType(let name, _) = error.reason else { return }
      let subject = "'\(error.excerpt.text)'"
      uses.append(Use(type: name, subject: subject, problem: problem))
    case .unknownType(let item, let type, _) as QueryParameterError:
      uses.append(Use(type: type, subject: "'\(item)' of the query", problem: problem))
    default: break
    }
  }

  /// The mistakes about a type that is now defined, each with its new message.
  mutating func take(_ type: String, definedAt site: SourceSite) -> [(ScriptProblem, ScriptProblem)]
  {
    defer { uses.removeAll { $0.type == type } }
    return uses.filter { $0.type == type }
      .map { use in
        var problem = use.problem
        problem.message =
          "\(use.subject) names the type '\(type)', which is defined later, at \(site). Define it"
          + " before its first use."
        return (use.problem, problem)
      }
  }
}
