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
    let lines = entry.message.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let message = lines.map { errorStyle.paint(String($0), .plain) }.joined(separator: "\n")
    say("\(errorStyle.paint(entry.level.rawValue + place, tone)): \(message)")
  }

  /// Prints a problem of the scripts with the lines around it.
  func report(_ problem: ScriptProblem) {
    let tone: ReportStyle.Tone = problem.severity == .error ? .bad : .notable
    let place = problem.site.map { errorStyle.paint("\($0)", .strong) + ": " } ?? ""
    let kind = errorStyle.paint(problem.severity.rawValue, tone)
    let lines = problem.message.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let message = lines.map { errorStyle.paint(String($0), .plain) }.joined(separator: "\n")
    say("\(place)\(kind): \(message) " + errorStyle.paint("[\(problem.code)]", .soft))
    if !problem.frame.isEmpty { say(problem.frame) }
    for frame in problem.traceback { say("  " + errorStyle.paint("\(frame)", .soft)) }
  }
}
