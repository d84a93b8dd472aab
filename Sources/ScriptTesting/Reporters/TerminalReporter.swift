import RoutePatterns
import ScriptReports
import TextTools

/// A sign for each test, then the numbers, then the failures.
struct TerminalReporter: SpecReporter {
  struct Signs {
    let success: String
    let failure: String
    let error: String
    let pending: String

    static let pretty = Signs(success: "●", failure: "◼", error: "✱", pending: "◌")
    static let plain = Signs(success: "+", failure: "-", error: "*", pending: ".")
  }

  let signs: Signs
  let details: FailureText
  let slowestCount: Int
  private var told: [SpecResult] = []
  private var slowest: [SpecResult] = []
  private var info = SpecRunInfo()

  init(signs: Signs, details: FailureText, slowestCount: Int) {
    self.slowestCount = slowestCount
    self.signs = signs
    self.details = details
  }

  mutating func begin(_ run: SpecRunInfo) -> String {
    info = run
    told = []
    slowest = []
    var text = ""
    if run.count > 1 { text += "Run \(run.number) of \(run.count)\n" }
    if let seed = run.seed { text += "Random order, seed \(seed)\n" }
    return text
  }

  mutating func add(_ result: SpecResult) -> String {
    let isQuiet = result.status == .passed && result.diagnostics.warning == nil
    if !isQuiet || details.isVerbose && !result.output.isEmpty { told.append(result) }
    if slowestCount > 0 {
      slowest.append(result)
      if slowest.count > slowestCount * 4 { keepSlowest() }
    }
    let (sign, tone): (String, ReportStyle.Tone) =
      switch result.status {
      case .passed: (signs.success, .good)
      case .failed: (signs.failure, .bad)
      case .errored: (signs.error, .bad)
      case .skipped: (signs.pending, .notable)
      }
    return details.style.paint(sign, tone)
  }

  mutating func end(_ summary: SpecSummary) -> String {
    var text = "\n" + numbers(summary) + "\n"
    let order: [SpecStatus] = [.skipped, .passed, .failed, .errored]
    for status in order {
      for result in told where result.status == status {
        text += "\n"
        for line in details.lines(result) {
          text += line
          text += "\n"
        }
      }
    }
    return text + slowestText()
  }

  private mutating func keepSlowest() {
    slowest = Array(slowest.sorted { $0.duration > $1.duration }.prefix(slowestCount))
  }

  private mutating func slowestText() -> String {
    guard slowestCount > 0 else { return "" }
    keepSlowest()
    return slowest.reduce(into: "\nSlowest:\n") { text, result in
      text += "  \(SpecTime.milliseconds(result.duration)) ms  \(result.place.printable) "
      text += details.style.paint(result.name, .plain) + "\n"
    }
  }

  private func numbers(_ summary: SpecSummary) -> String {
    let style = details.style
    var numbers = [
      style.paint(counted(summary.successes, "success", "successes"), .good),
      style.paint(
        counted(summary.failures, "failure"),
        summary.failures > 0 ? .bad : .plain
      ),
      style.paint(
        counted(summary.errors, "error"),
        summary.errors > 0 ? .bad : .plain
      ),
      style.paint("\(summary.pending) pending", summary.pending > 0 ? .notable : .plain),
    ]
    if summary.flaky > 0 { numbers.append(style.paint("\(summary.flaky) flaky", .notable)) }
    return numbers.joined(separator: " / ") + " : \(SpecTime.seconds(summary.duration)) seconds"
  }
}
