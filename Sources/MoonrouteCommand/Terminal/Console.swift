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

  private let buffer = Mutex<[UInt8]>([])

  /// The bytes that are collected before they are written.
  private static let bufferBytes = 1 << 15

  /// The columns of the output, or `nil` when nothing limits them.
  private let columns: Int?

  /// The columns beyond which text gets hard to read.
  private static let comfortableWidth = 120

  /// Looks at the terminal, if there is one.
  ///
  /// - Parameter allowsColour: Whether a terminal gets colour.
  init(allowsColour: Bool) {
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
    guard StandardStream.output.write(bytes) else {
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
    _ = StandardStream.errors.write(Array((text + "\n").utf8))
  }
}

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
