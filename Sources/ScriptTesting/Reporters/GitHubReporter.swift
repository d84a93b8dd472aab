import RoutePatterns
import TextTools

/// Annotations for GitHub Actions: one line for each failed test.
struct GitHubReporter: SpecReporter {
  mutating func add(_ result: SpecResult) -> String {
    guard result.status == .failed || result.status == .errored else { return "" }
    var (file, line) = (result.file, result.line)
    if let first = result.diagnostics.trace.first(where: { $0.hasPrefix(result.file + ":") }),
      let colon = first.lastIndex(of: ":"), let number = Int(first[first.index(after: colon)...])
    {
      (file, line) = (String(first[..<colon]), number)
    }
    let text = FailureText(isColoured: false).details(result).joined(separator: "\n")
    let title = result.name.printed(as: .annotationProperty)
    return "::error file=\(file.printed(as: .annotationProperty)),line=\(max(1, line)),"
      + "title=\(title)::" + text.printed(as: .annotation) + "\n"
  }

  mutating func end(_ summary: SpecSummary) -> String {
    let flaky = summary.flaky > 0 ? ", \(summary.flaky) flaky" : ""
    return "\(summary.successes) successes, \(summary.failures) failures, \(summary.errors) errors,"
      + " \(summary.pending) pending\(flaky) in \(SpecTime.seconds(summary.duration)) seconds\n"
  }
}
