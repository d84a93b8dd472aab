import Moonroute
import ScriptHost

extension Console {
  /// Prints an entry of the log as `level file:line: message`.
  func log(_ entry: LogEntry) {
    let place = entry.site.map { " \($0)" } ?? ""
    let tone: ReportStyle.Tone =
      switch entry.level {
      case .debug: .soft
      case .info: .plain
      case .warn: .notable
      case .error: .bad
      }
    say("\(errorStyle.paint(entry.level.rawValue + place, tone)): \(plain(entry.message))")
  }

  /// Prints a problem of the scripts with the lines around it.
  func report(_ problem: ScriptProblem) {
    let tone: ReportStyle.Tone = problem.severity == .error ? .bad : .notable
    let place = problem.site.map { errorStyle.paint("\($0)", .strong) + ": " } ?? ""
    let kind = errorStyle.paint(problem.severity.rawValue, tone)
    say(
      "\(place)\(kind): \(plain(problem.message)) " + errorStyle.paint("[\(problem.code)]", .soft)
    )
    if !problem.frame.isEmpty { say(problem.frame) }
    for frame in problem.traceback { say("  " + errorStyle.paint("\(frame)", .soft)) }
  }

  /// A text of a script as a terminal may show it: its lines and tabs stay, such as those of `print`.
  private func plain(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false)
          .map { errorStyle.paint(String($0), .plain) }.joined(separator: "\t")
      }
      .joined(separator: "\n")
  }
}
