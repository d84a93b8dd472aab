#if Inspector
package import MessageStream
package import Moonroute
package import ScriptHost
import ScriptReports

/// Refusals of the wire; their details are the place and the problems of scripts.
extension Refusal {
  /// Refuses with the kind of mistake as the router names it.
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

  package static func notFound(_ message: String) -> Refusal {
    Refusal(404, .notFound, message)
  }

  /// A feature that this server does not have.
  package static func lacks(_ feature: String, _ advice: String) -> Refusal {
    Refusal(404, .notFound, "This server has no '\(feature)'. \(advice)")
  }

  /// Work for a rehearsal where there can be none.
  package static var noRehearsals: Refusal {
    notFound(
      "This application has no twin, so there is no dry run and no return: nothing stands in for the"
        + " functions of the program, which would act. Give 'twin:' to 'Inspector.attach'; 'moonroute"
        + " serve' makes twins unless '--unsafe'."
    )
  }

  /// The refusal as the wire sends it.
  package var json: JSON {
    let words = [JSON.Field("code", .text(code)), JSON.Field("message", .text(message))]
    let error = JSON.object(words + details.filter { $0.name != "problems" })
    return .object([JSON.Field("error", error)] + details.filter { $0.name == "problems" })
  }

  /// The error with which the router or the scripts refused.
  package init(_ error: RouterError) {
    self.init(422, error.code, error.message, at: error.site)
  }

  /// Scripts that do not load.
  package init(_ problems: ScriptProblems) {
    let first = problems.all.first
    self.init(
      422,
      first?.code ?? .scriptError,
      first?.message ?? "The scripts do not load.",
      at: first?.site,
      problems: problems.all
    )
  }
}

extension ScriptProblem {
  /// The problem as `check --json` prints it, with the lines around its place.
  package var wireJSON: JSON {
    guard case .object(let fields) = json else { return json }
    return .object(fields + [JSON.Field("frame", .optional(frame.isEmpty ? nil : frame))])
  }
}
#endif
