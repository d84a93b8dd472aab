import Moonroute

extension ScriptProblem {
  /// The problem as `check --json` prints it.
  package var json: JSON {
    .fields(
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line)),
      ("column", .optional(column)),
      ("severity", .text(severity.rawValue)),
      ("rule", .text(code.rawValue)),
      ("message", .text(message))
    )
  }

  /// The problem as `check` prints it: `file:line:column: severity: message [rule]`.
  ///
  /// Without a known column it points at the first one.
  package var checkLine: String {
    let place = site.map { "\($0.file):\($0.line):\(column ?? 1): " } ?? ""
    return "\(place)\(severity.rawValue): \(message.onOneLine) [\(code.rawValue)]"
  }
}
