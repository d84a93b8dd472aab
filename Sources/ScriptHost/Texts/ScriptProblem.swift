public import Moonroute

/// A mistake in the scripts of a host.
public struct ScriptProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// How serious the problem is.
  public enum Severity: String, Sendable {
    /// The scripts do not load.
    case error
    /// It loads, but probably does something that its author does not want.
    case warning
    /// It may be intended.
    case note
  }

  /// The kind of mistake.
  public let code: RouterError.Code

  /// The message: what happened, and what to do.
  public internal(set) var message: String

  /// The line of the mistake, if known.
  public let site: SourceSite?

  /// The column, counted from 1 in bytes, or `nil` if it is unknown.
  public let column: Int?

  /// How serious it is.
  public package(set) var severity: Severity

  /// The lines around the place, with the place highlighted, or an empty text.
  public let frame: String

  /// The script's active calls, innermost first; empty unless there were several.
  package let traceback: [SourceFrame]

  /// Describes a mistake.
  ///
  /// - Parameters:
  ///   - code: The kind of mistake.
  ///   - message: The text: what happened, and what to do.
  ///   - site: The line of the mistake. Default: none.
  ///   - column: The column, counted from 1 in bytes. Default: unknown.
  ///   - severity: How serious it is. Default: error.
  ///   - frame: The lines around the place. Default: none.
  ///   - traceback: The script's active calls, innermost first. Default: none.
  package init(
    _ code: RouterError.Code,
    _ message: String,
    at site: SourceSite? = nil,
    column: Int? = nil,
    severity: Severity = .error,
    frame: String = "",
    traceback: [SourceFrame] = []
  ) {
    self.code = code
    self.message = message
    self.site = site
    self.column = column
    self.severity = severity
    self.frame = frame
    self.traceback = traceback
  }

  /// The message after its place, followed by the lines around it and the calls that led to it.
  public var description: String {
    let text = site.map { "\($0): \(message)" } ?? message
    let calls = traceback.folded.map { call in
      "  \(call.frame)" + (call.count > 1 ? ", \(call.count) times or more" : "")
    }
    return ([text, frame] + calls).filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}

/// All problems that prevent the scripts from loading.
public struct ScriptProblems: Error, Sendable, CustomStringConvertible {
  /// The problems, by file and line; at least one.
  public let problems: [ScriptProblem]

  /// The first error, or the first problem if none is an error.
  package var firstError: ScriptProblem {
    problems.first { $0.severity == .error } ?? problems[0]
  }

  init(_ all: [ScriptProblem]) { self.problems = all }

  init(_ problem: ScriptProblem) { problems = [problem] }

  /// The error for using a host after the host or its router was closed.
  static func closed() -> ScriptProblems {
    ScriptProblems(
      ScriptProblem(.closed, "The script host is closed. Create another one.")
    )
  }

  /// The error for a second host that would load scripts into the same router.
  static func otherHost() -> ScriptProblems {
    ScriptProblems(
      ScriptProblem(
        .duplicate,
        "Another script host has loaded its scripts into this application. Close that one first,"
          + " or load these scripts with its load(from:)."
      )
    )
  }

  /// The problems, separated by blank lines.
  public var description: String { problems.map(\.description).joined(separator: "\n\n") }
}
