import Moonroute
import RoutePatterns
import ScriptHost
import TextTools

extension Console {
  /// Prints an entry of the log as `level file:line: message`, whatever it says on one line.
  func log(_ entry: LogEntry) {
    let place = entry.site.map { " \($0)" } ?? ""
    let tone: ReportStyle.Tone =
      switch entry.level {
      case .debug: .soft
      case .info: .plain
      case .warn: .notable
      case .error: .bad
      }
    let head = errorStyle.paint(entry.level.rawValue + place, tone)
    say("\(head): \(entry.message.printed(as: .tabbedLine))")
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

  /// A text of a script of several lines: those that follow are indented, so that none poses as
  /// another problem.
  private func plain(_ text: String) -> String {
    text.printedLines.joined(separator: "\n  ")
  }
}
