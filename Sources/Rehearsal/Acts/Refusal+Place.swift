package import MessageStream
package import Moonroute
package import ScriptHost
import ScriptReports

/// Refusals whose details are the place and the script problems.
extension Refusal {
  /// Creates a refusal with a code of the router.
  package init(
    _ status: Int,
    _ code: RouterError.Code,
    _ message: String,
    at site: SourceSite? = nil,
    problems: [ScriptProblem] = []
  ) {
    let place = [
      JSON.Field("file", .optional(site?.file)),
      JSON.Field("line", .optional(site?.line)),
      JSON.Field("column", .optional(problems.first?.column)),
    ]
    let all = JSON.Field("problems", .list(problems.map(\.wireJSON)))
    self.init(
      status: status,
      code: code.rawValue,
      message: message,
      details: place + (problems.isEmpty ? [] : [all])
    )
  }
}

extension ScriptProblem {
  /// The problem as `check --json` prints it, with the surrounding lines.
  package var wireJSON: JSON {
    guard case .object(let fields) = json else { return json }
    return .object(fields + [JSON.Field("frame", .optional(frame.isEmpty ? nil : frame))])
  }
}
