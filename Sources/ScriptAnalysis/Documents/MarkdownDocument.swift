import Moonroute
import RoutePatterns
import TextTools

extension RouteDocument {
  package var markdown: [String] {
    var lines = ["# Routes of \(name.printed(as: .markdown))", ""]
    let count = areas.reduce(0) { $0 + $1.entries.count }
    lines.append(counted(count, "route") + ".")
    for area in areas {
      lines += ["", "## \(area.name.printed(as: .markdown))"]
      for entry in area.entries { lines += markdown(of: entry) }
    }
    if !patterns.isEmpty {
      lines += ["", "## Before any route", ""]
      for step in patterns { lines += markdown(of: step, lead: "- ") }
    }
    let graph = RedirectGraph(self)
    if !graph.edges.isEmpty {
      lines += ["", "## Redirects", "", "```mermaid"] + graph.mermaid + ["```"]
    }
    return lines
  }

  private func markdown(of entry: Entry) -> [String] {
    let route = entry.route
    var lines = ["", "### \(entry.title.printed(as: .markdown))", ""]
    if let link = entry.link { lines.append("- link: \(code(link))") }
    lines.append("- pattern: \(code(route.pattern.text)), \(entry.work)")
    if let name = route.name { lines.append("- name: \(code(name))") }
    if !entry.parameters.isEmpty {
      let words = entry.parameters.map { $0.words.printed(as: .markdown) }
      lines.append("- parameters: \(words.joined(separator: ", "))")
    }
    if !route.query.isEmpty {
      let words = route.query.map { "\($0.name) (\($0.text))".printed(as: .markdown) }
      lines.append("- query: \(words.joined(separator: ", "))")
    }
    if !route.tags.isEmpty {
      lines.append("- tags: \(route.tags.map(code).joined(separator: ", "))")
    }
    if let site = route.site { lines.append("- written in: \(code(site.description))") }
    if !entry.steps.isEmpty {
      lines.append("- decisions, in order:")
      for step in entry.steps { lines += markdown(of: step, lead: "  1. ") }
    }
    lines.append(entry.specs.isEmpty ? "- specs: no spec names it" : "- specs that name it:")
    for spec in entry.specs {
      lines.append("  - \(spec.name.printed(as: .markdown)) (\(code(spec.site.description)))")
    }
    return lines
  }

  private func markdown(of step: Step, lead: String) -> [String] {
    var text = step.head.printed(as: .markdown)
    if !step.words.isEmpty { text += ": \(step.words.printed(as: .markdown))" }
    if !step.targets.isEmpty {
      text += " → " + step.targets.map { code($0.text) }.joined(separator: ", ")
    }
    return [lead + text]
  }

  /// A text as a code span, or escaped if Markdown cannot represent it as one.
  private func code(_ text: String) -> String {
    text.contains("`") || text.contains("|") || text.isEmpty
      ? text.printed(as: .markdown) : "`\(text.printable)`"
  }
}
