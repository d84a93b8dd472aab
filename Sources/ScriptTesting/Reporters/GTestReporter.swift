import RoutePatterns
import ScriptReports
import TextTools

/// The format of GoogleTest.
struct GTestReporter: SpecReporter {
  let details: FailureText
  private var told: [SpecResult] = []

  init(isColoured: Bool) { details = FailureText(isColoured: isColoured) }

  mutating func begin(_ run: SpecRunInfo) -> String {
    told = []
    var text = ""
    if run.count > 1 { text += "Repeating all tests (run \(run.number) of \(run.count)) . . .\n" }
    if let seed = run.seed {
      text += "Note: Randomizing test order with a seed of \(seed).\n"
    }
    return text + line("==========", .good, "Running tests from scanned files.")
      + line("----------", .good, "Global test environment set-up.")
  }

  mutating func begin(file: String) -> String {
    line("----------", .good, "Running tests from \(file)")
  }

  mutating func add(_ result: SpecResult) -> String {
    if result.status != .passed { told.append(result) }
    let time = "(\(SpecTime.milliseconds(result.duration)) ms)"
    let name = self.name(result)
    let run = result.isTest ? line(" RUN      ", .good, name) : ""
    let text = details.details(result).map { $0 + "\n" }.joined()
    switch result.status {
    case .passed: return run + line("       OK ", .good, "\(name) \(time)")
    case .skipped: return run + line("  SKIPPED ", .notable, "\(name) \(time)")
    case .failed: return run + text + line("  FAILED  ", .bad, "\(name) \(time)")
    case .errored: return run + text + line("  ERROR   ", .bad, "\(name) \(time)")
    }
  }

  mutating func end(file: String, results: [SpecResult], duration: Duration) -> String {
    let count = tests(results.count { $0.isTest })
    return line(
      "----------",
      .good,
      "\(count) from \(file) (\(SpecTime.milliseconds(duration)) ms total)"
    ) + "\n"
  }

  mutating func end(_ summary: SpecSummary) -> String {
    let files = counted(summary.files, "test file")
    let time = SpecTime.milliseconds(summary.duration)
    var text = line("----------", .good, "Global test environment tear-down.")
    text += line(
      "==========",
      .good,
      "\(tests(summary.testCount)) from \(files) ran. (\(time) ms total)"
    )
    text += line("  PASSED  ", .good, "\(tests(summary.successes)).")
    text += list("  SKIPPED ", .notable, .skipped, "test")
    text += list("  FAILED  ", .bad, .failed, "test")
    text += list("  ERROR   ", .bad, .errored, "error")
    return text + totals(summary)
  }

  private func totals(_ summary: SpecSummary) -> String {
    let counts = [
      (summary.pending, "SKIPPED TEST"), (summary.failures, "FAILED TEST"),
      (summary.errors, "ERROR"), (summary.flaky, "FLAKY TEST"),
    ]
    let lines = counts.filter { $0.0 > 0 }.map { " \(counted($0.0, $0.1, $0.1 + "S"))\n" }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }

  private func list(
    _ sign: String,
    _ tone: ReportStyle.Tone,
    _ status: SpecStatus,
    _ noun: String
  ) -> String {
    let results = told.filter { $0.status == status }
    guard !results.isEmpty else { return "" }
    let head = "\(counted(results.count, noun)), listed below:"
    return line(sign, tone, head) + results.map { line(sign, tone, name($0)) }.joined()
  }

  private func name(_ result: SpecResult) -> String {
    "\(result.file):\(result.line): \(result.name)"
  }

  private func tests(_ count: Int) -> String { counted(count, "test") }

  private func line(_ sign: String, _ tone: ReportStyle.Tone, _ text: String) -> String {
    details.style.paint("[\(sign)]", tone) + " \(text.printable)\n"
  }
}
