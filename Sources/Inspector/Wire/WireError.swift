#if Inspector
package import MessageStream
package import Moonroute
package import ScriptHost
import ScriptReports

/// A refusal of the wire: its status, and what is wrong in words.
package struct WireError: Error, Sendable {
  /// The status, such as 404.
  package let status: Int

  /// The kind of mistake, as the router names it.
  package let code: RouterError.Code

  /// The message: what happened, and what to do.
  package let message: String

  /// The line that it comes from, if there is one.
  package let site: SourceSite?

  /// All problems, where scripts do not load.
  package let problems: [ScriptProblem]

  /// Describes a refusal.
  package init(
    _ status: Int,
    _ code: RouterError.Code,
    _ message: String,
    at site: SourceSite? = nil,
    problems: [ScriptProblem] = []
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.site = site
    self.problems = problems
  }

  package static func notFound(_ message: String) -> WireError {
    WireError(404, .notFound, message)
  }

  /// A feature that this server does not have.
  package static func lacks(_ feature: String, _ advice: String) -> WireError {
    WireError(404, .notFound, "This server has no '\(feature)'. \(advice)")
  }

  /// Work for a twin where there can be none.
  package static var noTwins: WireError {
    notFound(
      "This application has no twin, so there is no dry run and no return: nothing stands in for the"
        + " functions of the program, which would act. Give 'twin:' to 'Inspector.attach'; 'moonroute"
        + " serve' makes twins unless '--unsafe'."
    )
  }

  /// The error as the wire sends it.
  package var json: JSON {
    let column = problems.first?.column
    let error = JSON.fields(
      ("code", .text(code.rawValue)),
      ("message", .text(message)),
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line)),
      ("column", .optional(column))
    )
    guard !problems.isEmpty else { return .fields(("error", error)) }
    return .fields(("error", error), ("problems", .list(problems.map(\.wireJSON))))
  }
}

extension WireError {
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
