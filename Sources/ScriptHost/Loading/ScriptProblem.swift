public import Moonroute

/// Something wrong with the scripts of an application.
public struct ScriptProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// How much it matters.
  public enum Severity: String, Sendable {
    /// The application does not load.
    case error
    /// It loads, but probably does not do what its author wants.
    case warning
    /// It may be meant so.
    case note
  }

  /// The kind of mistake.
  public let code: RouterError.Code

  /// The message: what happened, and what to do.
  public internal(set) var message: String

  /// The line it comes from, when there is one.
  public let site: SourceSite?

  /// The column, counted from 1 in bytes, or `nil` when it is not known.
  public let column: Int?

  /// How much it matters.
  public package(set) var severity: Severity

  /// The lines around the place, with the place highlighted, or nothing.
  public let frame: String

  /// The script's calls that had not ended, innermost first; empty unless there were several.
  public let traceback: [SourceFrame]

  /// Describes a mistake.
  ///
  /// - Parameters:
  ///   - code: The kind of mistake.
  ///   - message: The text: what happened, and what to do.
  ///   - site: The line it comes from. Default: none.
  ///   - column: The column, counted from 1 in bytes. Default: not known.
  ///   - severity: How much it matters. Default: error.
  ///   - frame: The lines around the place. Default: none.
  ///   - traceback: The script's calls that had not ended, innermost first. Default: none.
  public init(
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

  /// The message behind its place, below it the lines around that and the calls that led there.
  public var description: String {
    let text = site.map { "\($0): \(message)" } ?? message
    let calls = traceback.folded.map { call in
      "  \(call.frame)" + (call.count > 1 ? ", \(call.count) times or more" : "")
    }
    return ([text, frame] + calls).filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}

/// All problems that keep an application from loading.
public struct ScriptProblems: Error, Sendable, CustomStringConvertible {
  /// The problems, by file and line; at least one.
  public let all: [ScriptProblem]

  /// Collects problems.
  init(_ all: [ScriptProblem]) { self.all = all }

  /// Wraps one problem.
  init(_ problem: ScriptProblem) { all = [problem] }

  /// A host that is asked for something after it was closed, or its application was.
  static func closed() -> ScriptProblems {
    ScriptProblems(
      ScriptProblem(.closed, "The script host is closed. Make another one.")
    )
  }

  /// A second host that would load scripts into an application.
  static func otherHost() -> ScriptProblems {
    ScriptProblems(
      ScriptProblem(
        .duplicate,
        "Another script host has loaded its scripts into this application. Close that one first, or"
          + " load these by its load(from:)."
      )
    )
  }

  /// The problems, a blank line between two.
  public var description: String { all.map(\.description).joined(separator: "\n\n") }
}
