import Moonroute
import RoutePatterns
import ScriptReports
import TextTools

extension RouteDocument {
  /// The document as one page of HTML without scripts, line by line.
  package var html: [String] {
    let title = "Routes of \(text(name))"
    let head = HTMLReportStyle.head(of: .routes, titled: title, Self.style).split(separator: "\n")
    var lines = head.map(String.init) + ["<h1>\(title)</h1>", "<nav><ul>"]
    for (number, area) in areas.enumerated() {
      lines.append("<li><a href=\"#area\(number)\">\(text(area.name))</a></li>")
    }
    lines.append("</ul></nav>")
    for (number, area) in areas.enumerated() {
      lines.append("<h2 id=\"area\(number)\">\(text(area.name))</h2>")
      for entry in area.entries { lines += html(of: entry) }
    }
    if !patterns.isEmpty {
      lines += ["<h2>Before any route</h2>", "<ul>"] + patterns.map(html) + ["</ul>"]
    }
    let graph = RedirectGraph(self)
    if !graph.edges.isEmpty {
      lines += ["<h2>Redirects</h2>", "<div class=\"graph\">"] + graph.svg + ["</div>"]
    }
    return lines + ["</body>", "</html>"]
  }

  private static let style = """
    body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
    h2 {
      border-bottom: 1px solid var(--line); color: inherit; font-size: 1.4rem; margin-top: 3rem;
    }
    section { margin: 1.5rem 0; }
    h3 { margin: 0; }
    dl { display: grid; grid-template-columns: 8rem 1fr; gap: 0 1rem; margin: 0.25rem 0; }
    dt { color: var(--soft); }
    dd, dd ol, dd ul { margin: 0; padding-left: 0; }
    dd ol, dd ul { padding-left: 1.25rem; }
    a { color: inherit; }
    .graph { overflow-x: auto; }
    svg { font: 14px system-ui, sans-serif; color: inherit; }
    svg rect { fill: none; stroke: currentColor; }
    svg text, svg marker path { fill: currentColor; }
    svg .way { fill: none; stroke: currentColor; opacity: 0.6; }

    """

  private func text(_ text: String) -> String { text.printable.printed(as: .xml) }

  private func code(_ text: String) -> String { "<code>\(self.text(text))</code>" }

  private func html(of entry: Entry) -> [String] {
    let route = entry.route
    var rows: [(String, String)] = []
    if let link = entry.link { rows.append(("link", code(link))) }
    rows.append(("pattern", "\(code(route.pattern.text)), \(text(entry.work))"))
    if let name = route.name { rows.append(("name", code(name))) }
    if !entry.parameters.isEmpty {
      rows.append(("parameters", entry.parameters.map { text($0.words) }.joined(separator: ", ")))
    }
    if !route.query.isEmpty {
      let words = route.query.map { text("\($0.name) (\($0.text))") }
      rows.append(("query", words.joined(separator: ", ")))
    }
    if !route.tags.isEmpty { rows.append(("tags", route.tags.map(code).joined(separator: ", "))) }
    if let site = route.site { rows.append(("written in", code(site.description))) }
    if !entry.steps.isEmpty {
      rows.append(("decisions", "<ol>\(entry.steps.map(html).joined())</ol>"))
    }
    let specs = entry.specs
      .map { "<li>\(text($0.name)) (\(code($0.site.description)))</li>" }
    rows.append(("specs", specs.isEmpty ? "no spec names it" : "<ul>\(specs.joined())</ul>"))
    return ["<section>", "<h3>\(text(entry.title))</h3>", "<dl>"]
      + rows.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" } + ["</dl>", "</section>"]
  }

  private func html(of step: Step) -> String {
    var words = text(step.head)
    if !step.words.isEmpty { words += ": \(text(step.words))" }
    if !step.targets.isEmpty {
      words += " → " + step.targets.map { code($0.text) }.joined(separator: ", ")
    }
    return "<li>\(words)</li>"
  }
}
