import MessageStream
import ScriptHost

/// One JSON object for each test, and a last one with the numbers.
struct JSONReporter: SpecReporter {
  mutating func add(_ result: SpecResult) -> String {
    JSON.fields(
      ("file", .text(result.file)),
      ("line", .integer(Int64(result.line))),
      ("name", .text(result.name)),
      ("status", .text(result.status.rawValue)),
      ("seconds", .number(result.duration.seconds)),
      ("message", .optional(result.shownMessage)),
      ("warning", .optional(result.diagnostics.warning)),
      ("expected", .optional(result.diagnostics.expected)),
      ("actual", .optional(result.diagnostics.actual)),
      ("test", .optional(result.diagnostics.test?.name)),
      ("tries", .integer(Int64(result.tries))),
      ("trace", .list(result.diagnostics.trace.map(JSON.text)))
    )
    .line + "\n"
  }

  mutating func end(_ summary: SpecSummary) -> String {
    let numbers = JSON.fields(
      ("successes", .integer(Int64(summary.successes))),
      ("failures", .integer(Int64(summary.failures))),
      ("errors", .integer(Int64(summary.errors))),
      ("pending", .integer(Int64(summary.pending))),
      ("flaky", .integer(Int64(summary.flaky))),
      ("assertions", .integer(Int64(summary.assertions))),
      ("seconds", .number(summary.duration.seconds)),
      ("seed", .integer(summary.seed))
    )
    return JSON.fields(("summary", numbers)).line + "\n"
  }
}
