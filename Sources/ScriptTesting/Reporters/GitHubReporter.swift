import RoutePatterns
import TextTools

/// Annotations for GitHub Actions: one line for each failed test, and for each warning.
struct GitHubReporter: SpecReporter {
  mutating func add(_ result: SpecResult) -> String {
    if let warning = result.diagnostics.warning, !result.hasFailed {
      return annotation("warning", of: result, at: (result.file, result.line), warning)
    }
    guard result.hasFailed else { return "" }
    var place = (result.file, result.line)
    if let first = result.diagnostics.trace.first(where: { $0.hasPrefix(result.file + ":") }),
      let colon = first.lastIndex(of: ":"), let number = Int(first[first.index(after: colon)...])
    {
      place = (String(first[..<colon]), number)
    }
    let text = FailureText(isColoured: false).details(result).joined(separator: "\n")
    return annotation("error", of: result, at: place, text)
  }

  private func annotation(
    _ kind: String,
    of result: SpecResult,
    at place: (file: String, line: Int),
    _ text: String
  ) -> String {
    "::\(kind) file=\(place.file.printed(as: .annotationProperty)),line=\(max(1, place.line)),"
      + "title=\(result.name.printed(as: .annotationProperty))::" + text.printed(as: .annotation)
      + "\n"
  }

  mutating func end(_ summary: SpecSummary) -> String {
    let flaky = summary.flaky > 0 ? ", \(summary.flaky) flaky" : ""
    return "\(summary.successes) successes, \(summary.failures) failures, \(summary.errors) errors,"
      + " \(summary.pending) pending\(flaky) in \(SpecTime.seconds(summary.duration)) seconds\n"
  }
}
