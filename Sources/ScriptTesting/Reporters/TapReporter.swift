/// The Test Anything Protocol, flat, with the plan at the end.
struct TapReporter: SpecReporter {
  private var count = 0

  mutating func add(_ result: SpecResult) -> String {
    count += 1
    switch result.status {
    case .success: return "ok \(count) - \(Self.escaped(result.name))\n"
    case .pending: return "ok \(count) - # SKIP \(Self.escaped(result.name))\n"
    case .failure, .error:
      let lines = ["\(result.place)"] + FailureText(isColoured: false).details(result)
      let comments = lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        .map { $0.isEmpty ? "#" : "# \($0)" }
      return "not ok \(count) - \(Self.escaped(result.name))\n"
        + comments.joined(separator: "\n") + "\n"
    }
  }

  mutating func end(_ summary: SpecSummary) -> String { "1..\(count)\n" }

  /// A name on one line whose `#` begins no directive.
  private static func escaped(_ name: String) -> String {
    var text = ""
    for character in name {
      if character.isNewline {
        text += " "
      } else if character == "#" {
        text += "\\#"
      } else {
        text.append(character)
      }
    }
    return text
  }
}
