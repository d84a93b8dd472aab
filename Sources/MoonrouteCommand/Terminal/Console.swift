import MessageStream
import Moonroute
import RoutePatterns
import ScriptHost
import ScriptReports
import Synchronization
import TextTools

/// Prints results on standard output, log and problems on standard error, in chronological order.
final class Console: Sendable {
  let style: ReportStyle

  /// The style of the log and of problems.
  let errorStyle: ReportStyle

  /// Whether the results appear on a terminal.
  private let isInteractive: Bool

  /// Whether all output is JSON, with one value per line.
  let isJSON: Bool

  private let buffer = Mutex<[UInt8]>([])

  /// The log of the current open, and the number of failed handlers.
  private let held = Mutex(HeldLog())

  private struct HeldLog {
    /// The lines that wait until their link is printed, or `nil` if no open is running.
    var lines: [String]?
    var failureCount = 0
  }

  /// The maximum number of log lines that wait for their link.
  private static let heldLines = 1_000

  private static let bufferBytes = 1 << 15

  /// The columns of the output, or `nil` for no limit.
  private let columns: Int?

  /// The maximum width, because longer lines are hard to read.
  private static let comfortableWidth = 120

  init(allowsColour: Bool, isJSON: Bool = false) {
    self.isJSON = isJSON
    let allowsColour = allowsColour && StandardStream.environment("NO_COLOR") == nil
    let asked = StandardStream.environment("COLUMNS").flatMap { Int($0) }
    isInteractive = StandardStream.output.isTerminal
    let columns = StandardStream.output.columns ?? asked ?? (isInteractive ? 80 : nil)
    self.columns = columns
    style = ReportStyle(
      isColoured: allowsColour && isInteractive,
      width: min(columns ?? 80, Self.comfortableWidth)
    )
    errorStyle = ReportStyle(
      isColoured: allowsColour && StandardStream.errors.isTerminal,
      width: style.width
    )
  }

  /// The style of a table, which may use the full width.
  var tableStyle: ReportStyle {
    ReportStyle(isColoured: style.isColoured, width: columns ?? Int(Int32.max))
  }

  func print(_ line: String) {
    buffer.withLock { bytes in
      bytes += line.utf8
      bytes.append(UInt8(ascii: "\n"))
      if isInteractive || bytes.count >= Self.bufferBytes { Self.write(&bytes) }
    }
  }

  /// Prints a text of the result that contains its own line breaks.
  func printText(_ text: String) {
    buffer.withLock { bytes in
      bytes += text.utf8
      if isInteractive || bytes.count >= Self.bufferBytes { Self.write(&bytes) }
    }
  }

  func flush() {
    buffer.withLock { Self.write(&$0) }
  }

  /// Prints text on standard error, after all results so far.
  func say(_ text: String) {
    buffer.withLock { bytes in
      Self.write(&bytes)
      Self.say(text)
    }
  }

  /// Empties the buffer to standard output; if that fails, the command prints the reason and exits.
  static func write(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    guard PromptScreen.aside({ StandardStream.output.write(bytes) }) else {
      say("moonroute: cannot write the result: \(StandardStream.lastError)")
      ExitStatus.internalError.exit()
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Prints text on standard output immediately.
  static func answer(_ text: String) {
    var bytes = Array((text + "\n").utf8)
    write(&bytes)
  }

  /// Prints untrusted text on standard error immediately.
  static func tell(_ text: String) {
    say(lines(text.printedLines.joined(separator: "\n  ")))
  }

  /// Prints text on standard error immediately.
  static func say(_ text: String) {
    _ = PromptScreen.aside { StandardStream.errors.write(Array((text + "\n").utf8)) }
  }
}

extension Console {
  /// The number of failed handlers, timers and tasks.
  var failureCount: Int { held.withLock { $0.failureCount } }

  /// Holds back the log until ``endLink()``.
  func beginLink() { held.withLock { $0.lines = [] } }

  /// Prints the log since ``beginLink()``, so that it appears below its link.
  func endLink() {
    let lines = held.withLock { held in
      defer { held.lines = nil }
      return held.lines ?? []
    }
    if !lines.isEmpty { say(lines.joined(separator: "\n")) }
  }

  /// Prints an entry of the log, or holds it back while a link is open.
  func log(_ entry: LogEntry) {
    let lines = isJSON ? [entry.json.line] : text(of: entry)
    let overflow: [String]? = held.withLock { held in
      if entry.failure != nil { held.failureCount += 1 }
      guard let before = held.lines else { return lines }
      let all = before + lines.map { isJSON ? $0 : "  " + $0 }
      guard all.count < Self.heldLines else {
        held.lines = []
        return all
      }
      held.lines = all
      return nil
    }
    if let overflow { say(overflow.joined(separator: "\n")) }
  }

  /// A log entry as `level file:line: message`, then its source lines and calls.
  private func text(of entry: LogEntry) -> [String] {
    let place = entry.site.map { " \($0)" } ?? ""
    let tone: ReportStyle.Tone =
      switch entry.level {
      case .debug: .soft
      case .info: .plain
      case .warn: .notable
      case .error: .bad
      }
    let head = errorStyle.paint(entry.level.rawValue + place, tone)
    let line = "\(head): \(entry.wholeMessage.printed(as: .tabbedLine))"
    let lines = line.wrapped(to: Self.errorColumns)
    guard let failure = entry.failure else { return lines }
    return lines + Self.lines(ofFrame: failure.frame, Self.errorColumns) + calls(of: failure)
  }

  /// The calls that caused a problem, one per line.
  private func calls(of problem: ScriptProblem) -> [String] {
    problem.traceback.folded.map { call in
      let again = call.count > 1 ? ", \(call.count) times or more" : ""
      return "  " + errorStyle.paint("\(call.frame)\(again)", .soft)
    }
  }

  /// Prints the problems that prevent loading; with JSON output, they are the result.
  func reportLoading(_ problems: [ScriptProblem]) {
    guard isJSON else {
      for problem in problems { report(problem) }
      return
    }
    print(JSON.fields(("problems", .list(problems.map(\.json)))).line)
    flush()
  }

  /// Prints a problem of the scripts with the source lines around it.
  func report(_ problem: ScriptProblem) {
    guard !isJSON else { return say(problem.json.line) }
    say(Self.lines(text(of: problem, errorStyle)))
    for line in Self.lines(ofFrame: problem.frame, Self.errorColumns) { say(line) }
    for line in calls(of: problem) { say(line) }
  }

  /// Prints a problem as a result, with the lines around it.
  func print(_ problem: ScriptProblem, frame: String) {
    printWrapped(text(of: problem, style))
    for line in Self.lines(ofFrame: frame, columns) { print(line) }
  }

  /// A problem with its place, its severity and its rule.
  private func text(of problem: ScriptProblem, _ style: ReportStyle) -> String {
    let tone: ReportStyle.Tone = problem.severity == .error ? .bad : .notable
    let place = problem.site.map { style.paint("\($0)", .strong) + ": " } ?? ""
    let kind = style.paint(problem.severity.rawValue, tone)
    let code = style.paint("[\(problem.code)]", .soft)
    return "\(place)\(kind): \(plain(problem.message)) \(code)"
  }

  /// The lines of a frame, cut at the width of the terminal.
  private static func lines(ofFrame frame: String, _ columns: Int?) -> [String] {
    frame.split(separator: "\n")
      .map { line in columns.map { String(line).cut(to: $0) } ?? String(line) }
  }

  /// A text of a script, with further lines indented so that none looks like another problem.
  private func plain(_ text: String) -> String {
    text.printedLines.joined(separator: "\n  ")
  }
}

extension Console {
  /// The width of the terminal for problems and the log, or `nil`: programs read whole lines.
  private static var errorColumns: Int? { StandardStream.errors.columns }

  /// The lines of a text as the terminal for problems shows them, broken between words.
  static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { String($0).wrapped(to: errorColumns) }
      .joined(separator: "\n")
  }

  /// Prints a line of the result, broken between words at the width of the terminal.
  func printWrapped(_ line: String) {
    for part in line.wrapped(to: StandardStream.output.columns) { print(part) }
  }
}

extension LogEntry {
  /// The entry as a line of JSON: `{"log","file","line","message"}`.
  fileprivate var json: JSON {
    .fields(
      ("log", .text(level.rawValue)),
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line)),
      ("message", .text(wholeMessage))
    )
  }
}

extension Console {
  /// Prints why a stream of messages ended unexpectedly.
  static func say(_ problem: MessageError?) {
    if let problem { say("moonroute: \("\(problem)".printable)") }
  }
}
