import RoutePatterns
import TextTools

/// The Test Anything Protocol without nesting, with the plan at the end.
struct TapReporter: SpecReporter {
  private var count = 0

  mutating func add(_ result: SpecResult) -> String {
    count += 1
    switch result.status {
    case .passed:
      return "ok \(count) - \(result.name.printed(as: .tap))\n"
        + (result.diagnostics.warning.map { "# warning: \($0.printable)\n" } ?? "")
    case .skipped: return "ok \(count) - # SKIP \(result.name.printed(as: .tap))\n"
    case .failed, .errored:
      let lines = [result.place.printable] + FailureText(isColoured: false).details(result)
      let comments = lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        .map { $0.isEmpty ? "#" : "# \($0)" }
      return "not ok \(count) - \(result.name.printed(as: .tap))\n"
        + comments.joined(separator: "\n") + "\n"
    }
  }

  mutating func end(_ summary: SpecSummary) -> String { "1..\(count)\n" }
}
