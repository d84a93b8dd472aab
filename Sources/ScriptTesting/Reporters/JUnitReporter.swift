import RoutePatterns
import TextTools

/// The XML format of build servers: a suite for each file, a case for each test.
struct JUnitReporter: SpecReporter {
  /// Whether pending tests are only counted.
  let hidesPending: Bool
  private var suites = ""
  private var number = 0

  init(hidesPending: Bool) { self.hidesPending = hidesPending }

  mutating func begin(_ run: SpecRunInfo) -> String {
    if run.number == 1 { suites = "" }
    return ""
  }

  mutating func end(file: String, results: [SpecResult], duration: Duration) -> String {
    let counts = [SpecStatus.failed, .errored, .skipped]
      .map { status in results.count { $0.status == status } }
    suites += "  <testsuite" + attribute("name", file) + attribute("file", file)
    suites += attribute("tests", String(results.count)) + attribute("failures", String(counts[0]))
    suites += attribute("errors", String(counts[1])) + attribute("skipped", String(counts[2]))
    suites += attribute("time", SpecTime.seconds(duration)) + attribute("id", String(number))
    let shown = results.filter { !hidesPending || $0.status != .skipped }
    suites += ">\n" + shown.map(text).joined() + "  </testsuite>\n"
    number += 1
    return ""
  }

  mutating func end(_ summary: SpecSummary) -> String {
    defer { (suites, number) = ("", 0) }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites"
      + attribute("tests", String(summary.testCount))
      + attribute("failures", String(summary.failures))
      + attribute("errors", String(summary.errors))
      + attribute("time", SpecTime.seconds(summary.duration)) + ">\n" + suites
      + "</testsuites>\n"
  }

  private func text(_ result: SpecResult) -> String {
    var text = "    <testcase" + attribute("name", result.name)
    text += attribute("classname", Self.className(result.file))
    text += attribute("file", result.file)
    if result.line > 0 { text += attribute("line", String(result.line)) }
    text += attribute("time", SpecTime.seconds(result.duration))
    var inner = zip(result.diagnostics.earlierMessages, result.diagnostics.earlierStatuses)
      .map { retry($0, $1, isFlaky: result.isFlaky) }
      .joined()
    switch result.status {
    case .passed: break
    case .skipped:
      inner += "      <skipped" + (result.message.map { attribute("message", $0) } ?? "") + "/>\n"
    case .failed, .errored:
      let name = result.status == .failed ? "failure" : "error"
      let first = result.shownMessage?.printedLines.first { !$0.isEmpty } ?? ""
      let details = ([result.place] + FailureText(isColoured: false).details(result))
        .joined(separator: "\n")
      inner +=
        "      <\(name)" + attribute("message", first) + attribute("type", name) + ">"
        + details.printed(as: .xml) + "</\(name)>\n"
    }
    if !result.output.isEmpty {
      let output = result.output.joined(separator: "\n")
      inner += "      <system-out>" + output.printed(as: .xml) + "</system-out>\n"
    }
    return text + (inner.isEmpty ? "/>\n" : ">\n\(inner)    </testcase>\n")
  }

  /// A try that failed before the last one, as Surefire reports it.
  private func retry(_ message: String, _ status: SpecStatus, isFlaky: Bool) -> String {
    let name = (isFlaky ? "flaky" : "rerun") + (status == .errored ? "Error" : "Failure")
    let kind = status == .errored ? "error" : "failure"
    let first = message.printedLines.first { !$0.isEmpty } ?? ""
    return "      <\(name)" + attribute("message", first) + attribute("type", kind) + ">"
      + message.printed(as: .xml) + "</\(name)>\n"
  }

  private static func className(_ file: String) -> String {
    let path = file.hasSuffix(".lua") ? String(file.dropLast(4)) : file
    return path.split(separator: "/").joined(separator: ".")
  }

  private func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(value.printed(as: .xmlAttribute))\""
  }
}
