#if Inspector
package import MessageStream
package import Moonroute
import Rehearsal
package import ScriptHost

extension Refusal {
  package static func notFound(_ message: String) -> Refusal {
    Refusal(404, .notFound, message)
  }

  package static func lacks(_ feature: String, _ advice: String) -> Refusal {
    Refusal(404, .notFound, "This server has no '\(feature)'. \(advice)")
  }

  package static var loading: Refusal {
    Refusal(
      status: 503,
      code: "loading",
      message: "The scripts are still loading. Try again in a second."
    )
  }

  package static var noRehearsals: Refusal {
    notFound(
      "This application has no twin, so dry runs and returns are not available: the program's"
        + " functions have no replacements and would take effect. Pass 'twin:' to"
        + " 'Inspector.attach'. 'moonroute serve' makes twins, except with '--unsafe'."
    )
  }

  package var json: JSON {
    let words = [JSON.Field("code", .text(code)), JSON.Field("message", .text(message))]
    let error = JSON.object(words + details.filter { $0.name != "problems" })
    return .object([JSON.Field("error", error)] + details.filter { $0.name == "problems" })
  }

  package init(_ error: RouterError) {
    self.init(422, error.code, error.message, at: error.site)
  }

  /// The refusal for scripts that do not load.
  package init(_ problems: ScriptProblems) {
    let first = problems.problems.first
    self.init(
      422,
      first?.code ?? .scriptError,
      first?.message ?? "The scripts do not load.",
      at: first?.site,
      problems: problems.problems
    )
  }
}
#endif
