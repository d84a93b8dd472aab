import MessageStream
import Moonroute
import RoutePatterns
import ScriptHost
import ScriptReports
import Synchronization
import TextTools

/// Prints results on standard output, and the log and problems on standard error, in the order in
/// which they happen.
final class Console: Sendable {
  /// The style of results.
  let style: ReportStyle

  /// The style of the log and of problems.
  let errorStyle: ReportStyle

  /// Whether a person reads the results as they come.
  private let isInteractive: Bool

  /// Whether everything that is printed is JSON, a value on each line.
  let isJSON: Bool

  private let buffer = Mutex<[UInt8]>([])

  /// The log of the open under way, and the handlers that have failed.
  private let held = Mutex(HeldLog())

  private struct HeldLog {
    /// The lines that wait for their link to be printed; `nil` while none is under way.
    var lines: [String]?
    var failureCount = 0
  }

  /// The lines of the log that wait for the end of their link at most.
  private static let heldLines = 1_000

  /// The bytes that are collected before they are written.
  private static let bufferBytes = 1 << 15

  /// The columns of the output, or `nil` when nothing limits them.
  private let columns: Int?

  /// The columns beyond which text gets hard to read.
  private static let comfortableWidth = 120

  /// Looks at the terminal, if there is one.
  ///
  /// - Parameters:
  ///   - allowsColour: Whether a terminal gets colour.
  ///   - isJSON: Whether everything that is printed is JSON. Default: no.
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

  /// The style of a table: of any width where nothing limits it.
  var tableStyle: ReportStyle {
    ReportStyle(isColoured: style.isColoured, width: columns ?? Int(Int32.max))
  }

  /// Prints one line of the result.
  func print(_ line: String) {
    buffer.withLock { bytes in
      bytes += line.utf8
      bytes.append(UInt8(ascii: "\n"))
      if isInteractive || bytes.count >= Self.bufferBytes { Self.write(&bytes) }
    }
  }

  /// Prints text of the result that ends its lines itself.
  func printText(_ text: String) {
    buffer.withLock { bytes in
      bytes += text.utf8
      if isInteractive || bytes.count >= Self.bufferBytes { Self.write(&bytes) }
    }
  }

  /// Writes what is collected.
  func flush() {
    buffer.withLock { Self.write(&$0) }
  }

  /// Prints text on standard error, behind all results so far.
  func say(_ text: String) {
    buffer.withLock { bytes in
      Self.write(&bytes)
      Self.say(text)
    }
  }

  /// Writes bytes of the result on standard output, and none are left.
  ///
  /// A result that cannot be written is none: the command says so and ends.
  static func write(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    guard PromptScreen.aside({ StandardStream.output.write(bytes) }) else {
      say("moonroute: cannot write the result: \(StandardStream.lastError)")
      ExitStatus.internalError.exit()
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Prints text on standard output at once.
  static func answer(_ text: String) {
    var bytes = Array((text + "\n").utf8)
    write(&bytes)
  }

  /// Prints text that may come from outside on standard error at once.
  static func tell(_ text: String) {
    say(text.printedLines.joined(separator: "\n  "))
  }

  /// Prints text on standard error at once.
  static func say(_ text: String) {
    _ = PromptScreen.aside { StandardStream.errors.write(Array((text + "\n").utf8)) }
  }
}

extension Console {
  /// The number of handlers, timers and tasks that have failed.
  var failureCount: Int { held.withLock { $0.failureCount } }

  /// Holds the log from now on until ``endLink()``.
  func beginLink() { held.withLock { $0.lines = [] } }

  /// Prints what was logged since ``beginLink()``: it stands under its link.
  func endLink() {
    let lines = held.withLock { held in
      defer { held.lines = nil }
      return held.lines ?? []
    }
    if !lines.isEmpty { say(lines.joined(separator: "\n")) }
  }

  /// Prints an entry of the log, or holds it while a link is under way.
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

  /// An entry of the log as `level file:line: message`, whatever it says on one line; below it the
  /// lines around what went wrong, and the calls that led there.
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
    let line = "\(head): \(entry.message.printed(as: .tabbedLine))"
    guard let failure = entry.failure else { return [line] }
    return [line] + failure.frame.split(separator: "\n").map(String.init) + calls(of: failure)
  }

  /// The calls that led to a problem, a line each.
  private func calls(of problem: ScriptProblem) -> [String] {
    problem.traceback.folded.map { call in
      let again = call.count > 1 ? ", \(call.count) times or more" : ""
      return "  " + errorStyle.paint("\(call.frame)\(again)", .soft)
    }
  }

  /// Prints the problems that keep the scripts from loading; as JSON they are the result.
  func reportLoading(_ problems: [ScriptProblem]) {
    guard isJSON else {
      for problem in problems { report(problem) }
      return
    }
    print(JSON.fields(("problems", .list(problems.map(\.json)))).line)
    flush()
  }

  /// Prints a problem of the scripts with the lines around it.
  func report(_ problem: ScriptProblem) {
    guard !isJSON else { return say(problem.json.line) }
    let tone: ReportStyle.Tone = problem.severity == .error ? .bad : .notable
    let place = problem.site.map { errorStyle.paint("\($0)", .strong) + ": " } ?? ""
    let kind = errorStyle.paint(problem.severity.rawValue, tone)
    say(
      "\(place)\(kind): \(plain(problem.message)) " + errorStyle.paint("[\(problem.code)]", .soft)
    )
    if !problem.frame.isEmpty { say(problem.frame) }
    for line in calls(of: problem) { say(line) }
  }

  /// A text of a script of several lines: those that follow are indented, so that none poses as
  /// another problem.
  private func plain(_ text: String) -> String {
    text.printedLines.joined(separator: "\n  ")
  }
}

extension LogEntry {
  /// The entry as a line of JSON: `{"log","file","line","message"}`.
  fileprivate var json: JSON {
    .fields(
      ("log", .text(level.rawValue)),
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line)),
      ("message", .text(message))
    )
  }
}

extension Console {
  /// Says why a stream of messages ended, if it did so in no order.
  static func say(_ problem: MessageError?) {
    if let problem { say("moonroute: \("\(problem)".printable)") }
  }
}
