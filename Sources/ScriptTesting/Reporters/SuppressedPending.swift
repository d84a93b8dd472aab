/// A report without pending tests; only its totals count them.
struct SuppressedPending: SpecReporter {
  private var reporter: any SpecReporter

  init(of reporter: any SpecReporter) { self.reporter = reporter }

  mutating func begin(_ run: SpecRunInfo) -> String { reporter.begin(run) }

  mutating func begin(file: String) -> String { reporter.begin(file: file) }

  mutating func add(_ result: SpecResult) -> String {
    result.status == .skipped ? "" : reporter.add(result)
  }

  mutating func end(file: String, results: [SpecResult], duration: Duration) -> String {
    reporter.end(file: file, results: results, duration: duration)
  }

  mutating func end(_ summary: SpecSummary) -> String { reporter.end(summary) }
}
