package import Moonroute
import RoutePatterns

/// A summary of a route in a few lines of Markdown.
package struct RouteCard: Sendable {
  package let markdown: String

  package init(
    _ route: RouteInfo,
    decisions: [PlacedDecision],
    specs: [SpecCase],
    of model: ApplicationModel
  ) {
    var lines = ["**\(Self.escaped(route.label))** `\(route.pattern.text)`"]
    let asked = decisions.enumerated()
      .map { number, decision in
        let target = decision.target.map { " → `\($0)`" } ?? ""
        let place = decision.site.map { " (\($0))" } ?? ""
        return "\(number + 1). \(decision.kind.rawValue) of `\(decision.label)`\(target)\(place)"
      }
    if !asked.isEmpty { lines.append("Decisions:\n\n" + asked.joined(separator: "\n")) }
    if !route.tags.isEmpty {
      lines.append("Tags: " + route.tags.map { "`\($0)`" }.joined(separator: ", "))
    }
    if let sample = model.sample(of: route) { lines.append("For example `\(sample)`") }
    if !specs.isEmpty {
      let shown = specs.prefix(5).map { "- \(Self.escaped($0.name)) (\($0.file):\($0.line))" }
      let more = specs.count > 5 ? "\n- and \(specs.count - 5) more" : ""
      lines.append("Opened by:\n\n" + shown.joined(separator: "\n") + more)
    }
    if let site = route.site { lines.append("\(site)") }
    markdown = lines.joined(separator: "\n\n")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\\`*_<>[]".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
