package import Moonroute
import RoutePatterns

extension Outcome {
  /// The outcome as `run --json` prints it.
  package var json: JSON {
    .fields(
      ("location", .text(text)),
      ("status", .text(status.rawValue)),
      ("name", .optional(name)),
      ("pattern", .optional(route?.pattern.text)),
      ("params", match.map { JSON($0.params) } ?? .object([])),
      ("query", location.map { JSON.lastValues(of: $0.query) } ?? .object([])),
      ("redirects", .texts(redirects.map(\.description))),
      ("animator", .optional(animator)),
      ("reason", .optional(reason)),
      ("error", error?.json ?? .null),
      (
        "value",
        values.count == 1
          ? JSON(values[0]) : values.isEmpty ? .null : .list(values.map { JSON($0) })
      ),
      ("steps", .list(steps.map(\.json)))
    )
  }
}

extension OutcomeStep {
  /// The step as `run --json` prints it.
  ///
  /// Times are taken on request only, so `microseconds` is `null`.
  package var json: JSON {
    .fields(
      ("step", .text(kind.rawValue)),
      ("name", .optional(name)),
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line)),
      ("answer", .text(answer)),
      ("microseconds", .null)
    )
  }
}

extension RouterError {
  /// The error as `run --json` prints it; `traceback` is there if several calls led to it.
  package var json: JSON {
    var fields = [
      JSON.Field("code", .text(code.rawValue)),
      JSON.Field("message", .text(message)),
      JSON.Field("file", .optional(site?.file)),
      JSON.Field("line", .optional(site?.line)),
    ]
    if !traceback.isEmpty {
      fields.append(JSON.Field("traceback", .texts(traceback.map(\.description))))
    }
    return .object(fields)
  }
}
