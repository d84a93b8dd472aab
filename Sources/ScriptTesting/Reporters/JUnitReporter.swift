import RoutePatterns
import TextTools

/// The XML format of build servers: a suite for each file, a case for each test.
struct JUnitReporter: SpecReporter {
  private var suites = ""
  private var number = 0

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
    suites += ">\n" + results.map(text).joined() + "  </testsuite>\n"
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
    var inner = result.diagnostics.earlierMessages.map { retry($0, isFlaky: result.isFlaky) }
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
  private func retry(_ message: String, isFlaky: Bool) -> String {
    let name = isFlaky ? "flakyFailure" : "rerunFailure"
    let first = message.printedLines.first { !$0.isEmpty } ?? ""
    return "      <\(name)" + attribute("message", first) + attribute("type", "failure") + ">"
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
