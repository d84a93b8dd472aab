import MessageStream
import Moonroute
import ScriptHost
import ScriptReports

/// Opens locations one by one and prints the results.
@MainActor
final class LinkSession {
  let host: ScriptHost
  let console: Console
  let isJSON: Bool

  let showsTimes: Bool

  /// Whether to open each location with all its parent screens.
  var goes = false

  /// Whether a location that a script broke counts as a success if another screen is shown instead.
  var allowsFallback = false

  private var application: LinkRouter { host.router }

  private var hasBrokenFallback = false
  private var counts: [Outcome.Status: Int] = [:]

  /// The maximum number of lines read from standard input together.
  private static let batchLimit = 256

  init(host: ScriptHost, console: Console, isJSON: Bool, showsTimes: Bool) {
    self.host = host
    self.console = console
    self.isJSON = isJSON
    self.showsTimes = showsTimes
  }

  /// Whether a location ended other than opened, handled or fell back, or a script failed.
  var hasFailures: Bool {
    console.failureCount > 0 || hasBrokenFallback && !allowsFallback
      || counts.keys.contains { ![.opened, .handled, .fellBack].contains($0) }
  }

  func open(_ locations: [String]) async {
    let (host, console, isJSON, showsTimes) = (host, console, isJSON, showsTimes)
    let goes = goes
    let (statuses, isBroken) = await application.perform { application in
      var statuses: [Outcome.Status: Int] = [:]
      var isBroken = false
      for location in locations {
        var options = OpenOptions()
        options.recordsTiming = isJSON || showsTimes
        console.beginLink()
        options.buildsStack = goes
        let outcome = await application.router.open(location, options: options)
        statuses[outcome.status, default: 0] += 1
        isBroken = isBroken || outcome.status == .fellBack && outcome.fault != nil
        if isJSON {
          console.print(outcome.json.line)
        } else {
          let frame = outcome.scriptSite.map { host.frame(at: $0, in: application) } ?? ""
          let report = OutcomeReport(outcome, frame: frame, showsTimes: showsTimes)
          for line in report.lines(console.style) { console.print(line) }
        }
        console.endLink()
      }
      return (statuses, isBroken)
    }
    hasBrokenFallback = hasBrokenFallback || isBroken
    counts.merge(statuses, uniquingKeysWith: +)
  }

  /// The lines that are links, without empty lines and `#` comments.
  nonisolated static func links(in lines: [String]) -> [String] {
    lines.filter { line in
      let first = line.first { !$0.isWhitespace }
      return first != nil && first != "#"
    }
  }

  /// Opens the lines of standard input in order, as they arrive.
  func openStandardInput() async throws {
    var reader = LineReader()
    var cutCount = 0
    while true {
      console.flush()
      let lines = await reader.batch(limit: Self.batchLimit)
      if reader.cutCount > cutCount {
        cutCount = reader.cutCount
        console.say("moonroute: a line is longer than 1 MiB; only its beginning is read")
      }
      guard !lines.isEmpty else { break }
      await open(Self.links(in: lines))
    }
    if let failure = reader.failure {
      console.say("moonroute: cannot read standard input: \(failure)")
      throw ExitStatus.internalError
    }
  }

  /// Prints the stage and, after several locations, the totals.
  func finish() async {
    let tree = await application.perform { $0.stage.tree }
    defer { console.flush() }
    guard !isJSON else { return console.print(tree.json.line) }
    if !counts.isEmpty { console.print("") }
    for line in StageReport(tree).lines(console.style) { console.print(line) }
    if let totals { console.print("\n" + totals) }
  }

  private var totals: String? {
    let count = counts.values.reduce(0, +)
    guard count > 1 else { return nil }
    let parts = Outcome.Status.allCases.compactMap { status in
      counts[status].map { "\($0) \(status.rawValue)" }
    }
    return console.style.paint("\(count) locations: \(parts.joined(separator: ", "))", .soft)
  }
}
