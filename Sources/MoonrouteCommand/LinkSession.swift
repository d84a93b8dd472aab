import Moonroute
import ScriptHost
import ScriptReports

/// Opens locations one after the other and prints what comes of each.
struct LinkSession {
  let application: Application
  let console: Console
  let isJSON: Bool

  /// Whether each location is opened with everything that lies below it.
  var goes = false

  private var counts: [Outcome.Status: Int] = [:]

  /// The lines taken from standard input at once.
  private static let batchLimit = 256

  /// Begins with no location opened.
  init(application: Application, console: Console, isJSON: Bool) {
    self.application = application
    self.console = console
    self.isJSON = isJSON
  }

  /// Whether a location ended otherwise than opened, handled or fell back.
  var hasFailures: Bool {
    counts.keys.contains { ![.opened, .handled, .fellBack].contains($0) }
  }

  /// Opens locations in order.
  mutating func open(_ locations: [String]) async {
    let console = console
    let (isJSON, goes) = (isJSON, goes)
    let statuses = await application.perform { application in
      var statuses: [Outcome.Status: Int] = [:]
      for location in locations {
        var options = OpenOptions()
        options.replacesStack = goes
        let outcome = await application.router.open(location, options: options)
        statuses[outcome.status, default: 0] += 1
        if isJSON {
          console.print(outcome.json.line)
        } else {
          for line in OutcomeReport(outcome).lines(console.style) { console.print(line) }
        }
      }
      return statuses
    }
    counts.merge(statuses, uniquingKeysWith: +)
  }

  /// Opens the lines of standard input in order, as they come.
  ///
  /// - Throws: ``ExitStatus/internalError`` when it cannot be read.
  mutating func openStandardInput() async throws {
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
      await open(lines)
    }
    if let failure = reader.failure {
      console.say("moonroute: cannot read standard input: \(failure)")
      throw ExitStatus.internalError
    }
  }

  /// Prints the stage, and the totals of more than one location.
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
